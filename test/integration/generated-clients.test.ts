/** Clients that others' generators make of GET /openapi.json: docs/guides/generated-clients.md, typed in as it stands. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { debianProgram } from '#local/debian.ts';
import { stretched } from '#local/time-scale.ts';
import { run } from '#local/tool.ts';
import { remade } from '#local/tools.ts';
import { document } from '../../deploy/clients.ts';
import { base, sender } from './tenant.ts';

const test = suite('generated clients');
const WITHIN_MS = 280_000;

interface QuickStart {
  /** Generates the client and compiles it, in a folder of its own. */
  making: string;
  file: string;
  code: string;
  running: string;
  printed: string;
}

const [, ...sections] = readFileSync('docs/guides/generated-clients.md', 'utf8').split(/^## /m);

function quickStart(section: string): QuickStart {
  const [making, running] = [...section.matchAll(/```sh\n([^]*?)```/g)].map(([, lines]) => lines!);
  const [file, code] = /^`(\S+)`:\n\n```\w+\n([^]*?)```/m.exec(section)!.slice(1);
  const [printed] = /```text\n([^]*?)```/.exec(section)!.slice(1);
  return { making: making!, file: file!, code: code!, running: running!, printed: printed! };
}

async function typed(lines: string, cwd: string, more: NodeJS.ProcessEnv = {}): Promise<string> {
  const env = { ...process.env, POSTHORN_URL: base, ...more };
  const { ok, output } = await run('bash', ['-euo', 'pipefail', '-c', lines], { cwd, env, timeoutMs: stretched(WITHIN_MS) });
  assert.ok(ok, output.slice(-4_000));
  return output;
}

/** What the programs that the lines name are had by; throws, in words for a developer, when they cannot be had. */
const NEEDED: Readonly<Record<string, () => Promise<unknown>>> = {
  Go: async () => assert.ok((await run('go', ['version'])).ok, 'Go is needed and cannot be had here: install it (https://go.dev)'),
  Java: async () => [await debianProgram('javac'), await debianProgram('mvn')],
};

async function came(name: string, { making, file, code, running }: QuickStart): Promise<string> {
  await NEEDED[name]!();
  const key = createHash('sha256').update(making).update(JSON.stringify(document())).digest('hex').slice(0, 12);
  // Made once of a document: generating and compiling takes a minute.
  const folder = await remade(`client-${name.toLowerCase()}`, key, (partial) => typed(making, partial));
  const { project, domain } = await sender();
  writeFileSync(join(folder, file), code.replaceAll('@example.org', `@${domain}`));
  const output = await typed(running, folder, { POSTHORN_SECRET_KEY: project.secret, POSTHORN_PUBLIC_KEY: project.public });
  return output.replaceAll(`@${domain}`, '@example.org');
}

const runs = new Map(
  sections.map((section) => {
    const [name] = section.split('\n');
    const start = quickStart(section);
    const output = came(name!, start);
    output.catch(() => undefined);
    return [name!, { output, printed: start.printed }] as const;
  }),
);

test('the guide has a client for each', () => assert.equal([...runs.keys()], Object.keys(NEEDED)));

for (const [name, { output, printed }] of runs)
  test(`${name}: it compiles, and its quick start prints what stands there`, async () => assert.is(await output, printed));

test.run();
