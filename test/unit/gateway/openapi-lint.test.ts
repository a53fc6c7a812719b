/** GET /openapi.json as other people's tools read it: Redocly's and Spectral's rules find nothing. */
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

/** `POST /unsubscribe` always refuses; openapi.test.ts knows that it is the only one. */
const REFUSING = { 'operation-success-response': 'off' };

test('Redocly: no errors, no warnings', async () => {
  const config = await createConfig({
    extends: ['recommended'],
    rules: {
      // `/events/{eventName}/usage` beside `/events/contact/{contactId}`: the contract's paths.
      'no-ambiguous-paths': 'off',
      // Redirects, and the route that always refuses.
      'operation-2xx-response': 'off',
    },
  });
  const problems = await lintFromString({ source, config });
  const where = problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} at ${location[0]?.pointer}`);
  assert.equal(where.slice(0, 20), []);
});

test('Spectral: no errors, no warnings', async () => {
  const linter = new spectral.Spectral();
  // Its rulesets are typed for an older shape of their own.
  linter.setRuleset({ extends: [rulesets.oas], rules: REFUSING } as never);
  const problems = await linter.run(source);
  const where = problems.map(({ code, message, path }) => `${code}: ${message} at ${path.join('.')}`);
  assert.equal(where.slice(0, 20), []);
});

test.run();
