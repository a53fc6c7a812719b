/** GET /openapi.json as other people's tools read it: all rules of Redocly and Spectral find nothing but what the contract says. */
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readConfig } from '#kit/config/config.ts';
import { openApi } from '#services/gateway/openapi.ts';
import { createRoutes } from '#services/gateway/routes.ts';

const test = suite('OpenAPI lint');
const source = JSON.stringify(openApi(createRoutes(readConfig({ JWT_SECRET: 'x'.repeat(32) })), 'https://api.acme.test'));

/** What the contract's own paths break, and nothing else does. */
const BY_CONTRACT = {
  redocly: ['no-ambiguous-paths at #/paths/~1events~1{eventName}~1usage', 'no-ambiguous-paths at #/paths/~1domains~1{id}~1verify'],
  // Always refuses.
  spectral: ['operation-success-response at paths./unsubscribe.post.responses'],
};

test('Redocly: no errors, no warnings', async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source, config });
  const where = problems.map(({ ruleId, location }) => `${ruleId} at ${location[0]?.pointer}`);
  assert.equal(where.slice(0, 20), BY_CONTRACT.redocly);
});

test('Spectral: no errors, no warnings', async () => {
  const linter = new spectral.Spectral();
  // Its rulesets are typed for an older shape of their own.
  linter.setRuleset({ extends: [rulesets.oas] } as never);
  const problems = await linter.run(source);
  const where = problems.map(({ code, path }) => `${code} at ${path.join('.')}`);
  assert.equal(where.slice(0, 20), BY_CONTRACT.spectral);
});

test.run();
