import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readConfig } from '#kit/config/config.ts';
import { isPublic } from '#kit/contract/definition.ts';
import { SCOPES, scopeOf } from '#services/gateway/auth/scopes.ts';
import type { Scope } from '#services/gateway/auth/scopes.ts';
import { createRoutes } from '#services/gateway/routes.ts';
import { ACCESS_RULES } from '#test/access-rules.ts';

const config = readConfig({ JWT_SECRET: 'x'.repeat(32) });
const routes = createRoutes(config);
const name = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

const table = suite('table of routes');

table('names every route once', () => {
  const names = routes.map(name);
  assert.equal(
    names.filter((one, i) => names.indexOf(one) !== i),
    [],
  );
  assert.ok(routes.length > 50, `${routes.length} routes`);
});

for (const route of routes) {
  table(`${name(route)} is whole`, () => {
    assert.ok(route.summary.length > 5, 'says what it does');
    assert.ok(['none', 'session', 'secret-key', 'public-key', 'secret-key-or-session'].includes(route.auth));
    assert.ok(route.reply.status >= 200 && route.reply.status < 500);
    assert.is(
      route.reply.shape === 'none' || route.reply.status >= 300 || route.reply.record !== undefined,
      true,
      'the answer has a schema',
    );
    if (route.target !== 'gateway') assert.ok(route.target[1] in route.target[0].methods, 'its method exists');
  });

  table(`${name(route)} asks for a project where its method needs one`, () => {
    if (route.target === 'gateway') return;
    const [definition, method] = route.target;
    if (route.project === 'none') assert.ok(isPublic(definition.methods[method]!), 'a method without a project is public');
    if (route.auth === 'none') assert.is(route.project, 'none');
    if (route.project === 'path') assert.ok(route.path.includes('/:id'));
  });
}

table('only sessions have roles, and only writes and what shows a secret ask for them', () => {
  for (const route of routes.filter(({ admin }) => admin)) {
    assert.ok(route.auth.includes('session'), name(route));
    assert.ok(route.method !== 'GET' || route.path.endsWith('/webhook-secret'), name(route));
  }
});

table('has a row in test/support/access-rules.ts for every route: who may ask it', () => {
  const rows = routes.map((route) => name(route).replace(/:(\w+)/g, '{$1}'));
  assert.equal(
    rows.filter((row) => !ACCESS_RULES.has(row)),
    [],
  );
});

table('says for every route that takes a secret key which scope it needs', () => {
  const keyed = routes.filter(({ auth }) => auth.startsWith('secret-key'));
  for (const route of keyed) assert.ok(SCOPES.includes(scopeOf(route)!), name(route));
  assert.equal(routes.filter((route) => !keyed.includes(route) && scopeOf(route) !== undefined).map(name), []);
  const needing = (scope: Scope) => keyed.filter((route) => scopeOf(route) === scope);
  assert.equal(needing('send').map(name), ['POST /v1/send']);
  assert.equal(
    needing('read')
      .filter(({ method }) => method !== 'GET')
      .map(name)
      .toSorted(),
    ['POST /contacts/lookup', 'POST /segments/preview', 'POST /v1/verify', 'POST /v1/verify/batch', 'POST /workflows/:id/simulate'],
  );
  assert.not.ok(needing('full').some(({ method }) => method === 'GET'));
});

table('takes Idempotency-Key on the two endpoints of the contract', () => {
  assert.equal(
    routes
      .filter(({ idempotent }) => idempotent)
      .map(name)
      .sort(),
    ['POST /v1/send', 'POST /v1/track'],
  );
});

table('puts the documented routes into buckets', () => {
  const bucketed = Object.fromEntries(routes.filter(({ bucket }) => bucket).map((route) => [name(route), route.bucket]));
  assert.equal(bucketed, {
    'POST /v1/send': 'send',
    'POST /v1/track': 'track',
    'POST /contacts': 'contacts',
    'PATCH /contacts/:id': 'contacts',
    'DELETE /contacts/:id': 'contacts',
  });
});

table('offers the development inbox with the capture provider only, never in production', () => {
  const inbox = (environment: Record<string, string>) =>
    createRoutes(readConfig({ JWT_SECRET: 'x'.repeat(32), ...environment })).filter(({ path }) => path.startsWith('/dev/')).length;
  const servers = { MONGODB_URI: 'mongodb://m', NATS_URL: 'nats://n', REDIS_URL: 'redis://r', TEMPORAL_ADDRESS: 't:1' };
  assert.is(inbox({}), 4);
  assert.is(inbox({ SMTP_URL: 'smtp://mta' }), 0);
  assert.is(inbox({ NODE_ENV: 'production', SMTP_URL: 'smtp://mta', ...servers }), 0);
});

table.run();
