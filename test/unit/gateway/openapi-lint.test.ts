/**
 * GET /openapi.json as other people's tools read it: all rules of Redocly and Spectral find nothing but what the contract says. What they
 * find of a document is kept in `.local/cache`, and the same document is not judged again: it takes seconds.
 */
import { hash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readConfig } from '#kit/config/config.ts';
import { ROOT } from '#local/binaries.mjs';
import { openApi } from '#services/gateway/openapi.ts';
import { createRoutes } from '#services/gateway/routes.ts';

const test = suite('OpenAPI lint');
const source = JSON.stringify(openApi(createRoutes(readConfig({ JWT_SECRET: 'x'.repeat(32) })), 'https://api.acme.test'));

type Tool = 'redocly' | 'spectral';

/** What the contract's own paths break, and nothing else does. */
const BY_CONTRACT: Readonly<Record<Tool, readonly string[]>> = {
  redocly: ['no-ambiguous-paths at #/paths/~1events~1{eventName}~1usage', 'no-ambiguous-paths at #/paths/~1domains~1{id}~1verify'],
  // Always refuses.
  spectral: ['operation-success-response at paths./unsubscribe.post.responses'],
};

const FOLDER = join(ROOT, '.local/cache');
/** The findings follow from the document, the tools' versions and this file. */
const judged = [source, readFileSync(join(ROOT, 'package-lock.json'), 'utf8'), readFileSync(import.meta.filename, 'utf8')];
const key = hash('sha256', judged.join('\n'));

async function found(tool: Tool, judge: () => Promise<string[]>): Promise<string[]> {
  const file = join(FOLDER, `openapi-${tool}.json`);
  try {
    const kept = JSON.parse(readFileSync(file, 'utf8')) as { key: string; findings: string[] };
    if (kept.key === key) return kept.findings;
  } catch {
    // Never judged here.
  }
  const findings = await judge();
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(file, JSON.stringify({ key, findings }));
  return findings;
}

async function redocly(): Promise<string[]> {
  const { createConfig, lintFromString } = await import('@redocly/openapi-core');
  const problems = await lintFromString({ source, config: await createConfig({ extends: ['recommended'] }) });
  return problems.map(({ ruleId, location }) => `${ruleId} at ${location[0]?.pointer}`);
}

async function spectral(): Promise<string[]> {
  const { default: core } = await import('@stoplight/spectral-core');
  const { default: rulesets } = await import('@stoplight/spectral-rulesets');
  const linter = new core.Spectral();
  // Its rulesets are typed for an older shape of their own.
  linter.setRuleset({ extends: [rulesets.oas] } as never);
  const problems = await linter.run(source);
  return problems.map(({ code, path }) => `${code} at ${path.join('.')}`);
}

for (const [tool, judge] of Object.entries({ redocly, spectral }) as [Tool, () => Promise<string[]>][])
  test(`${tool}: no errors, no warnings`, async () => assert.equal((await found(tool, judge)).slice(0, 20), BY_CONTRACT[tool]));

test.run();
