/** clients/typescript against real services: the built package in a process of its own, its recipes, and what repetitions do. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { LostAnswerError, RefusedError, UnreachableError, createPosthorn } from '#client';
import type { ClientOptions, Posthorn } from '#client';
import { stretched } from '#local/time-scale.ts';
import { run, runTool } from '#local/tool.ts';
import { nodePackages } from '#local/tools.ts';
import { address, base, person, receiver, sender } from './tenant.ts';

const test = suite('TypeScript client');
const folder = mkdtempSync(join(tmpdir(), 'posthorn-client-'));
const installed = join(folder, 'node_modules/posthorn');
const built = await runTool('tsc', ['-p', 'clients/typescript/tsconfig.json', '--outDir', join(installed, 'dist')]);

mkdirSync(installed, { recursive: true });
cpSync('clients/typescript/package.json', join(installed, 'package.json'));
// As `npm install <folder>` leaves it; Deno looks here.
writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', dependencies: { posthorn: 'file:node_modules/posthorn' } }));

const runtimes = join(await nodePackages('javascript-runtimes'), 'node_modules');
const RUNTIMES: Readonly<Record<string, readonly string[]>> = {
  Node: [process.execPath, '--no-warnings'],
  Bun: [join(runtimes, '@oven/bun-linux-x64-baseline/bin/bun')],
  Deno: [join(runtimes, '@deno/linux-x64-glibc/deno'), 'run', '--no-prompt', '--allow-env', '--allow-net'],
};

test('it builds', () => assert.ok(built.ok, built.output));

const readme = readFileSync('clients/typescript/README.md', 'utf8');
const [beginning] = /```ts\n([^]*?)```/.exec(readme)!.slice(1);
const recipes = [...readme.matchAll(/^### (.+)\n[^#]*?```ts\n([^]*?)```\n\n```text\n([^]*?)```/gm)].map(([, title, code, printed]) => ({
  title: title!,
  code: code!,
  printed: printed!,
}));

test('its readme has eleven recipes', () => assert.is(recipes.length, 11));

/** What a recipe prints, in a project of its own; addresses are of the project's domain. */
async function printedBy(code: string, runtime: string, index: number): Promise<string> {
  const { project, domain, webhookSecret } = await receiver();
  const file = join(folder, `${runtime}-${index}.mjs`);
  writeFileSync(file, (beginning! + code).replaceAll('@example.org', `@${domain}`));
  const keys = { POSTHORN_SECRET_KEY: project.secret, POSTHORN_PUBLIC_KEY: project.public, POSTHORN_WEBHOOK_SECRET: webhookSecret };
  const env = { ...process.env, NO_COLOR: '1', POSTHORN_URL: base, ...keys };
  const [command, ...args] = RUNTIMES[runtime]!;
  const { output } = await run(command!, [...args, file], { cwd: folder, env, timeoutMs: stretched(60_000) });
  const lines = output.split('\n').filter((line) => !/^\d+ (?:%|sent)$/.test(line));
  return lines.join('\n').replaceAll(`@${domain}`, '@example.org');
}

// They wait more than they work.
for (const runtime of Object.keys(RUNTIMES)) {
  const all = recipes.map(({ code }, index) => printedBy(code, runtime, index));
  for (const [index, { title, printed }] of recipes.entries())
    test(`recipe in ${runtime}: ${title}`, async () => assert.is(await all[index], printed));
}

type Step = 'pass' | 'lose the answer' | 'break off' | 'hang up' | { status: number; headers?: Record<string, string> };

interface Line {
  url: string;
  /** What becomes of the next requests, in their order; later ones pass. */
  next(...steps: Step[]): void;
  /** Addresses, keys and times of the requests that came. */
  seen: { path: string; key: string | undefined; at: number }[];
  close(): void;
}

/** A bad line to the real gateway. */
async function badLine(): Promise<Line> {
  const steps: Step[] = [];
  const seen: Line['seen'] = [];
  function pass(incoming: IncomingMessage, outgoing: ServerResponse, how: string): void {
    const { hostname, port } = new URL(base);
    const { method, url: path, headers } = incoming;
    const onward = request({ hostname, port, method, path, headers }, (answer) => {
      if (how === 'lose the answer') return answer.resume().on('end', () => outgoing.destroy());
      outgoing.writeHead(answer.statusCode!, answer.headers);
      // In the middle of what comes second.
      if (how === 'break off') answer.once('data', () => answer.once('data', () => outgoing.destroy()));
      outgoing.once('close', () => onward.destroy());
      return answer.pipe(outgoing);
    });
    incoming.pipe(onward);
  }
  const server = createServer((incoming, outgoing) => {
    seen.push({ path: incoming.url!, key: incoming.headers['idempotency-key'] as string | undefined, at: performance.now() });
    const step = steps.shift() ?? 'pass';
    if (step === 'hang up') return void outgoing.destroy();
    if (typeof step === 'string') return pass(incoming, outgoing, step);
    incoming.resume();
    return void outgoing.writeHead(step.status, step.headers).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    next: (...more) => void steps.push(...more),
    seen,
    close: () => void server.close(),
  };
}

const line = await badLine();
const { project, from, api } = await sender();
const client = (more: Partial<ClientOptions> = {}): Posthorn =>
  createPosthorn({ baseUrl: line.url, secretKey: project.secret, publicKey: project.public, ...more });
const posthorn = client();

const mailTo = (to: string) => ({ to, from, subject: 's', body: '<p>b</p>' });

async function failure(asked: Promise<unknown>): Promise<unknown> {
  return await asked.then(
    () => assert.unreachable('it should fail'),
    (error: unknown) => error,
  );
}

async function requests(act: () => Promise<unknown>): Promise<Line['seen']> {
  const before = line.seen.length;
  await act();
  return line.seen.slice(before);
}

test('a mail is sent once over a line that fails twice, with one key', async () => {
  const to = address();
  line.next('hang up', { status: 503, headers: { 'retry-after': '0' } });
  const seen = await requests(() => posthorn.emails.send(mailTo(to)));
  assert.is(seen.length, 3);
  assert.is(new Set(seen.map(({ key }) => key)).size, 1);
  assert.ok(seen[0]!.key);
  assert.is((await api.get(`/emails?to=${to}`)).body.total, 1);
});

test('a mail whose answer was lost is not sent again, and says so', async () => {
  const to = address();
  line.next('lose the answer');
  assert.instance(await failure(posthorn.emails.send(mailTo(to), { idempotencyKey: `order-${to}` })), LostAnswerError);
  assert.is((await api.get(`/emails?to=${to}`)).body.total, 1);
});

test('a key that another request used is refused at once', async () => {
  const options = { idempotencyKey: address() };
  await posthorn.events.track({ email: address(), event: 'e' }, options);
  const error = await failure(posthorn.events.track({ email: address(), event: 'e' }, options));
  assert.instance(error, RefusedError);
  assert.is((error as RefusedError).code, 'IDEMPOTENCY_KEY_REUSED');
});

test('what would be done twice is not asked twice; reading is', async () => {
  line.next('lose the answer');
  const create = () => posthorn.segments.create({ name: 'Once', type: 'STATIC' });
  assert.is((await requests(async () => assert.instance(await failure(create()), UnreachableError))).length, 1);
  assert.is((await posthorn.segments.list()).filter(({ name }) => name === 'Once').length, 1);
  line.next('hang up', { status: 502 });
  assert.is((await requests(() => posthorn.segments.list())).length, 3);
});

test('Retry-After is waited for, and not when it is longer than a caller should be kept', async () => {
  line.next({ status: 429, headers: { 'retry-after': '1' } });
  const [first, second] = await requests(() => posthorn.contacts.upsert({ email: address() }));
  assert.ok(second!.at - first!.at >= 990);
  line.next({ status: 429, headers: { 'retry-after': '3600' } });
  const error = (await failure(posthorn.contacts.list())) as RefusedError;
  assert.equal([error.status, error.retryAfter], [429, 3_600]);
});

test('attempts are bounded, in number and by a signal', async () => {
  line.next('hang up', 'hang up');
  assert.is((await requests(async () => failure(client({ retries: 1 }).segments.list()))).length, 2);
  line.next({ status: 503, headers: { 'retry-after': '30' } });
  const signal = AbortSignal.timeout(100);
  assert.is(((await failure(posthorn.segments.list({ signal }))) as Error).name, 'TimeoutError');
});

test('a campaign is followed by a stream, which is opened again where it breaks off', async () => {
  const segment = await posthorn.segments.create({ name: 'Followed', type: 'STATIC' });
  const emails = Array.from({ length: 3 }, () => address());
  for (const email of emails) await posthorn.contacts.upsert({ email, subscribed: true });
  await posthorn.segments.addMembers(segment.id, { emails });
  const content = { name: 'News', subject: 'News', body: '<p>News</p>', from };
  const { id } = await posthorn.campaigns.create({ ...content, audienceType: 'SEGMENT', segmentId: segment.id });
  await posthorn.campaigns.setRate(id, { perSecond: 1 });
  await posthorn.campaigns.send(id);
  line.next('break off');
  const states: string[] = [];
  const seen = await requests(async () => {
    for await (const { status } of posthorn.campaigns.watch(id)) states.push(status);
  });
  assert.equal(new Set(states), new Set(['SENDING', 'SENT']));
  assert.equal(
    seen.map(({ path }) => path),
    [`/campaigns/${id}/progress`, `/campaigns/${id}/progress`],
  );
  const refused = async () => (await posthorn.campaigns.watch(crypto.randomUUID()).next()).value;
  assert.is(((await failure(refused())) as RefusedError).status, 404);
});

test('a person signs up, makes a project and a key, and the key reads', async () => {
  const admin = createPosthorn({ baseUrl: base });
  const signed = await admin.account.signUp({ email: address('user'), password: 'correct horse battery' });
  assert.is(signed.success, true);
  const own = await admin.projects.create({ name: 'Shop' });
  const { key } = await admin.projects.keys.create(own.id, { name: 'Reader', scope: 'read' });
  const reader = createPosthorn({ baseUrl: base, secretKey: key });
  assert.equal((await reader.contacts.list()).data, []);
  const { email, password } = await person();
  const session = createPosthorn({ baseUrl: base, projectId: own.id });
  await session.account.logIn({ email, password });
  assert.is(((await failure(session.contacts.list())) as RefusedError).status, 403);
  await admin.account.logOut();
  assert.instance(await failure(admin.account.get()), TypeError);
});

test('CSV and pictures come and go as they are', async () => {
  await posthorn.contacts.upsert({ email: address() });
  const text = await new Response(await posthorn.contacts.export()).text();
  assert.match(text, /\bemail\b/, text);
  const pixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
  const { url } = await posthorn.images.upload(new Blob([pixel], { type: 'image/png' }));
  const picture = await posthorn.images.get(url.split('/').at(-1)!);
  assert.equal(Buffer.from(await picture.arrayBuffer()), pixel);
});

test.after(() => {
  line.close();
  rmSync(folder, { recursive: true, force: true });
});

test.run();
