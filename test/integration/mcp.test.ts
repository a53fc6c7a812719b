/** `posthorn mcp`, asked by the protocol's own client over stdio and HTTP: what it offers and reads, and that it sends after a preview. */
import { spawn } from 'node:child_process';
import { request } from 'node:http';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ROOT } from '#local/binaries.mjs';
import { BARE_ENVIRONMENT } from '#test/posthorn.ts';
import { is } from './answers.ts';
import { address, base, sender } from './tenant.ts';

const test = suite('MCP');
const TOKEN = 'a token of this test';
const { api, from, project, domain } = await sender();
const env = { ...BARE_ENVIRONMENT, POSTHORN_URL: base, POSTHORN_API_KEY: project.secret, XDG_CONFIG_HOME: '/nonexistent' };
const line = (...options: string[]): string[] => [join(ROOT, 'cli/main.ts'), 'mcp', ...options];
const ends: (() => unknown)[] = [];

async function overStdio(...options: string[]): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: line(...options), env, stderr: 'inherit' }));
  ends.push(() => client.close());
  return client;
}

/** Where it serves HTTP, once it says so. */
async function serving(...options: string[]): Promise<URL> {
  const child = spawn(process.execPath, line('--http', '0', ...options), { env: { ...env, POSTHORN_MCP_TOKEN: TOKEN } });
  ends.push(() => child.kill());
  let said = '';
  return await new Promise((resolve, reject) => {
    child.stderr.on('data', (bytes: Buffer) => {
      said += bytes.toString();
      const url = /Serving (\S+)/.exec(said)?.[1];
      if (url) resolve(new URL(url));
    });
    child.on('close', () => reject(new Error(said)));
  });
}

const names = async (client: Client): Promise<string[]> => (await client.listTools()).tools.map(({ name }) => name);

/** What a tool answers: its JSON, or its refusal in words. */
async function answerOf(client: Client, name: string, given: Record<string, unknown> = {}): Promise<any> {
  const { content, isError } = await client.callTool({ name, arguments: given });
  const [{ text }] = content as unknown as [{ text: string }];
  return isError ? { refused: text } : JSON.parse(text);
}

const reader = await overStdio();

test('it reads, and offers nothing that acts unless that was allowed', async () => {
  const { tools } = await reader.listTools();
  assert.ok(tools.length >= 20);
  assert.equal(
    tools.filter(({ annotations }) => annotations?.readOnlyHint !== true).map(({ name }) => name),
    [],
  );
  assert.ok((await answerOf(reader, 'send_email', {}).catch((error: Error) => error)) instanceof Error);
  const [sends, writes] = await Promise.all([overStdio('--allow-send').then(names), overStdio('--allow-write').then(names)]);
  const read = tools.map(({ name }) => name);
  const beyond = (all: string[]): string[] => all.filter((name) => !read.includes(name)).sort();
  assert.equal(beyond(sends), ['preview_campaign', 'preview_email', 'send_campaign', 'send_email']);
  assert.equal(beyond(writes), ['create_campaign', 'create_template', 'record_event', 'upsert_contact']);
});

test('every tool that reads answers what the API does', async () => {
  const email = address();
  const contact = is(await api.post('/contacts', { email, data: { plan: 'pro' } }), 201);
  assert.is((await answerOf(reader, 'get_contact', { id: contact.id })).email, email);
  assert.equal(
    (await answerOf(reader, 'list_contacts', { search: email })).data.map((one: any) => one.id),
    [contact.id],
  );
  assert.equal(
    (await answerOf(reader, 'list_domains')).map((one: any) => one.domain),
    [domain],
  );
  const lists = (await names(reader)).filter((name) => !/^(?:get_(?!timeseries|deliverability)|trace_|list_segment_contacts)/.test(name));
  for (const name of lists) assert.not('refused' in (await answerOf(reader, name)), name);
  assert.match((await answerOf(reader, 'get_email', { id: crypto.randomUUID() })).refused, /not found/i);
});

test('a mail is sent after its preview, as it was previewed, and once', async () => {
  const client = await overStdio('--allow-send');
  const mail = { to: address(), from, subject: 'Hello', body: '<p>Hello</p>' };
  const { confirmation, ...seen } = await answerOf(client, 'preview_email', mail);
  assert.equal(seen, mail);
  assert.is(is(await api.get(`/emails?to=${mail.to}`), 200).total, 0, 'a preview sends nothing');
  assert.match((await answerOf(client, 'send_email', { ...mail, to: address(), confirmation })).refused, /preview_email/);
  assert.match((await answerOf(client, 'send_email', { ...mail, confirmation: 'yes' })).refused, /preview_email/);
  assert.is((await answerOf(client, 'send_email', { ...mail, confirmation })).emails[0].contact.email, mail.to);
  await answerOf(client, 'send_email', { ...mail, confirmation });
  assert.is(is(await api.get(`/emails?to=${mail.to}`), 200).total, 1);
});

test('a campaign that changed since its preview is not sent', async () => {
  const client = await overStdio('--allow-send', '--allow-write');
  const draft = { name: 'News', subject: 'News', body: '<p>News</p>', from, audienceType: 'ALL' };
  const { id } = await answerOf(client, 'create_campaign', draft);
  const { confirmation, totalRecipients } = await answerOf(client, 'preview_campaign', { id });
  assert.type(totalRecipients, 'number');
  is(await api.send('PUT', `/campaigns/${id}`, { subject: 'Other news' }), 200);
  assert.match((await answerOf(client, 'send_campaign', { id, confirmation })).refused, /preview_campaign/);
  assert.is(is(await api.get(`/campaigns/${id}`), 200).status, 'DRAFT');
  const again = await answerOf(client, 'preview_campaign', { id });
  assert.not('refused' in (await answerOf(client, 'send_campaign', { id, confirmation: again.confirmation })));
  assert.is.not(is(await api.get(`/campaigns/${id}`), 200).status, 'DRAFT');
});

test('over HTTP it is the same, for whoever has the token', async () => {
  const url = await serving();
  assert.is(url.hostname, '127.0.0.1');
  const client = new Client({ name: 'test', version: '1' });
  const requestInit = { headers: { authorization: `Bearer ${TOKEN}` } };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
  ends.push(() => client.close());
  assert.equal(await names(client), await names(reader));
  assert.equal(
    (await answerOf(client, 'list_domains')).map((one: any) => one.domain),
    [domain],
  );
  const status = (headers: Record<string, string>, path = url.pathname): Promise<number> =>
    new Promise((resolve, reject) => {
      const asked = request({ host: url.hostname, port: url.port, path, method: 'POST', headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode!);
      });
      asked.on('error', reject).end('{"jsonrpc":"2.0","id":1,"method":"tools/list"}');
    });
  const known = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  assert.is(await status(known), 200);
  assert.is(await status({ ...known, authorization: 'Bearer another' }), 401);
  assert.is(await status({ 'content-type': 'application/json' }), 401);
  assert.is(await status({ ...known, host: 'attacker.example' }), 403, 'a name that was made to lead here');
  assert.is(await status({ ...known, origin: 'https://attacker.example' }), 403, 'a page from elsewhere');
  assert.is(await status({ ...known, origin: 'null' }), 403);
  assert.is(await status(known, '/'), 404);
});

test.after(async () => {
  await Promise.all(ends.map((end) => end()));
});
test.run();
