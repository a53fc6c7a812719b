/** Clients: what is generated is what the document makes now, and every operation a program asks has a method in TypeScript. */
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createPosthorn } from '#client';
import { ROOT } from '#local/binaries.mjs';
import { unlessKnownFresh } from '#test/known-fresh.ts';
import { clientFiles, document, isForPrograms, pythonSource } from '../../deploy/clients.ts';

const test = suite('clients');
const operations = Object.values(document().paths).flatMap((methods) => Object.values(methods));
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** Of the document, of what reads it and of what was made. */
function contentKey(): string {
  const hash = createHash('sha256').update(JSON.stringify(document()));
  const files = ['deploy/clients.ts', 'deploy/local/tools/openapi-typescript/*', 'clients/typescript/src/generated/*'];
  for (const path of globSync(files, { cwd: ROOT }).sort()) hash.update(`${path}\n${read(path)}`);
  return hash.digest('hex');
}

test('what is generated is what the document makes', () =>
  unlessKnownFresh('client', contentKey(), async () => {
    for (const [path, text] of await clientFiles()) assert.ok(read(path) === text, `${path} is stale: npm run generate`);
  }));

test('the Python package is made from the document of now', () => {
  const made = read('clients/python/posthorn/generated/document.sha256').trim();
  assert.is(made, pythonSource(), 'clients/python is stale: npm run generate');
});

test('every operation that answers data has a method', () => {
  // `call` asks the others all the same.
  const source = globSync('clients/typescript/src/*.ts', { cwd: ROOT }).map(read).join('\n');
  const asked = new Set([...source.matchAll(/\b(?:call|open)\(\s*'(\w+)'/g)].map(([, id]) => id!));
  const missing = operations.filter((one) => isForPrograms(one) && !asked.has(one.operationId)).map(({ operationId }) => operationId);
  // The same as `/users/@me/projects/…` in another shape.
  const doubled = ['listProjectsWrapped', 'getProjectSecurityWrapped', 'listAuditWrapped'];
  assert.equal(missing, doubled, `give them a method in clients/typescript/src: ${missing.filter((id) => !doubled.includes(id)).join()}`);
  assert.ok(asked.size > 100);
});

test('a method without a credential for it says which it needs', async () => {
  const { emails, events } = createPosthorn({ baseUrl: 'http://127.0.0.1:9' });
  const reported = await Promise.all(
    [emails.list(), events.track({ email: 'ada@example.org', event: 'e' })].map((asked) => asked.catch((error: Error) => error.message)),
  );
  assert.equal(reported, ['listEmails needs secretKey or session', 'trackEvent needs publicKey']);
});

test.run();
