/** GET /docs: the page runs nothing but what it names, and its script is the package's. */
import { createHash } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { gunzipSync } from 'node:zlib';
import { docsRoutes } from '#services/gateway/routes/docs.ts';
import type { Answer } from '#services/gateway/reply.ts';

const test = suite('reference page');

function ask(path: string, headers: Record<string, string> = {}): Promise<Answer> {
  const route = docsRoutes.find((one) => one.path === path)!;
  return route.handle({ http: { headers } } as never, {} as never);
}

test('the policy lets run the page’s own beginning, and nothing from elsewhere', async () => {
  const { raw, headers } = await ask('/docs');
  const inline = /<script>([^]*?)<\/script>/.exec(String(raw))![1]!;
  const policy = headers!['Content-Security-Policy']!;
  assert.ok(policy.includes(`'sha256-${createHash('sha256').update(inline).digest('base64')}'`));
  assert.not.match(policy, /https?:|unsafe-eval/);
  assert.match(String(raw), /src="\/docs\/reference\.js"/);
});

test('the icon is a picture that may be shown', async () => {
  const { raw, headers } = await ask('/favicon.ico');
  assert.is(headers!['Content-Type'], 'image/svg+xml');
  assert.match(String(raw), /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg".*<\/svg>$/);
  assert.match(String((await ask('/docs')).raw), /<link rel="icon" href="\/favicon\.ico">/);
});

test('the script comes compressed to whom it may', async () => {
  const packed = await ask('/docs/reference.js', { 'accept-encoding': 'br, gzip' });
  const plain = await ask('/docs/reference.js');
  assert.is(packed.headers!['Content-Encoding'], 'gzip');
  assert.is(plain.headers!['Content-Encoding'], undefined);
  assert.ok(gunzipSync(packed.raw as Buffer).equals(plain.raw as Buffer));
  assert.match(String(plain.raw), /createApiReference/);
});

test.run();
