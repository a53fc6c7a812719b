/** clients/typescript in real Chromium, on a page of another origin and in a worker of it: it tracks with the public key. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runTool } from '#local/tool.ts';
import { openBrowser, visit } from '#test/browser.ts';
import { account, api } from '#test/client.ts';

const test = suite('TypeScript client in Chromium');
const url = process.env['POSTHORN_URL']!;
const { project } = await account(url);
const dist = mkdtempSync(join(tmpdir(), 'posthorn-browser-'));
const built = await runTool('tsc', ['-p', 'clients/typescript/tsconfig.json', '--outDir', dist]);
const browser = await openBrowser();

const options = JSON.stringify({ baseUrl: url, publicKey: project.public, retries: 0 });
const track = (email: string): string => `
  import { createPosthorn } from '/posthorn/posthorn.js';
  const tracked = createPosthorn(${options}).events.track({ email: '${email}', event: 'page.viewed' })
    .then(({ contact }) => contact, (error) => error.name + ': ' + error.message);`;

const [onPage, inWorker] = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`];
const PAGE = `<!DOCTYPE html><title>Shop</title><link rel="icon" href="data:,"><script type="module">${track(onPage)}
  const worker = new Worker('/worker.js', { type: 'module' });
  const answer = new Promise((resolve) => (worker.onmessage = ({ data }) => resolve(data)));
  globalThis.came = Promise.all([tracked, answer]);
</script>`;

const shop = createServer(({ url: path = '/' }, response) => {
  const page = path === '/';
  response.writeHead(200, { 'content-type': page ? 'text/html' : 'text/javascript' });
  if (path.startsWith('/posthorn/')) response.end(readFileSync(join(dist, path.slice('/posthorn/'.length))));
  else response.end(page ? PAGE : `${track(inWorker)}\npostMessage(await tracked);`);
});
await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));

test('events are tracked from a page and from a worker', async () => {
  assert.ok(built.ok, built.output);
  const origin = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
  const { page, problems, close } = await visit(browser, [origin, new URL(url).origin]);
  await page.goto(origin);
  const came = (await page.evaluate('globalThis.came')) as string[];
  assert.equal(problems, []);
  const secret = api(url, project.secret);
  const contacts = await Promise.all([onPage, inWorker].map(async (email) => (await secret.get(`/contacts?search=${email}`)).body.data[0]));
  assert.equal(
    came,
    contacts.map((contact) => contact.id),
  );
  const { events } = (await secret.get('/events?eventName=page.viewed')).body;
  assert.equal(new Set(events.map(({ contactId }: { contactId: string }) => contactId)), new Set(came));
  await close();
});

test.after(async () => {
  await browser.close();
  shop.close();
  rmSync(dist, { recursive: true, force: true });
});

test.run();
