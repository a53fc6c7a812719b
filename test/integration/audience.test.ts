/** The audience stream over gRPC: everyone who matches, once, in order, from any cursor on, while contacts change. */
import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import type { AudienceContact, StreamAudienceRequest } from '#proto/contacts/v1/contacts.ts';
import type { CallMeta } from '#kit/contract/call.ts';
import { createClient } from '#kit/contract/client.ts';
import type { Definition } from '#kit/contract/definition.ts';
import { createGrpcTransport } from '#kit/contract/grpc-client.ts';
import { is } from './answers.ts';
import { address, tenant, type Tenant } from './tenant.ts';

const processes = JSON.parse(process.env['POSTHORN_PROCESSES']!) as { name: string; grpcAddress: string }[];
const { grpcAddress } = processes.find(({ name }) => name === 'contacts' || name === 'posthorn')!;
const grpc = createGrpcTransport(ContactsServiceDefinition as Definition, { address: grpcAddress, token: process.env['GRPC_TOKEN']! });
const contacts = createClient(ContactsServiceDefinition, grpc.transport);
const of = ({ project }: Tenant): CallMeta => ({ projectId: project.id, requestId: randomUUID(), actor: { kind: 'service', id: 'test' } });
const asked = (more: Partial<StreamAudienceRequest> = {}): StreamAudienceRequest => ({ pageSize: 7, refsOnly: false, ...more });

async function walk(
  who: Tenant,
  request: StreamAudienceRequest,
  each?: (at: number, cursor: string) => Promise<unknown>,
): Promise<AudienceContact[]> {
  const met: AudienceContact[] = [];
  for await (const { contacts: page, cursor } of contacts.streamAudience(request, of(who))) {
    met.push(...page);
    await each?.(met.length, cursor);
  }
  return met;
}

const test = suite('audience');
const us = await tenant();
const made: any[] = [];
for (let n = 0; n < 30; n += 1)
  made.push(
    is(
      await us.api.post('/contacts', {
        email: address(`zq${n}`),
        subscribed: n % 3 > 0,
        data: { n, 'a.b': `v${n % 2}`, nested: { list: [n] } },
      }),
      201,
    ),
  );
const ids = (rows: { id: string }[]): string[] => rows.map(({ id }) => id);

test('everyone, oldest first, as they are', async () => {
  const met = await walk(us, asked());
  assert.equal(ids(met), ids(made));
  assert.equal(
    met.map((one) => [one.email, one.subscribed, JSON.parse(one.data!), new Date(one.createdAt).toISOString()]),
    made.map((one) => [one.email, one.subscribed, one.data, one.createdAt]),
  );
  assert.equal(
    (await walk(us, asked({ refsOnly: true }))).map((one) => [one.id, one.email, one.subscribed, one.data ?? null]),
    made.map((one) => [one.id, one.email, one.subscribed, null]),
  );
});

test('of another project nobody', async () => {
  const them = await tenant();
  assert.equal(await walk(them, asked()), []);
  assert.equal(await walk(them, asked({ filter: { _id: { $in: ids(made) } } })), []);
});

test('who matches the filter, the search and the subscription', async () => {
  const odd = { 'data.a%2Eb': 'v1' };
  assert.equal(ids(await walk(us, asked({ filter: odd }))), ids(made.filter((_, n) => n % 2 === 1)));
  assert.equal(
    ids(await walk(us, asked({ filter: { $or: [{ 'data.n': { $lt: 3 } }, { _id: made[20].id }] } }))),
    ids([made[0], made[1], made[2], made[20]]),
  );
  assert.equal(
    ids(await walk(us, asked({ filter: { createdAt: { $gt: { $date: made[27].createdAt } } }, subscribed: true }))),
    ids([made[28], made[29]].filter((one) => one.subscribed)),
  );
  assert.equal(
    ids(await walk(us, asked({ search: 'ZQ1', subscribed: false }))),
    ids(made.filter((one) => one.email.startsWith('zq1') && !one.subscribed)),
  );
});

test('goes on from any page’s cursor, with the bound of the walk it came from', async () => {
  const cursors: [number, string][] = [];
  const all = await walk(us, asked(), async (at, cursor) => cursors.push([at, cursor]));
  assert.is(cursors.length, 5);
  for (const [at, cursor] of cursors) assert.equal(ids(await walk(us, asked({ cursor, pageSize: 4 }))), ids(all.slice(at)));
  const [[, first]] = cursors as [[number, string]];
  const late = is(await us.api.post('/contacts', { email: address('late') }), 201);
  assert.equal(ids(await walk(us, asked({ cursor: first }))), ids(all.slice(7)));
  assert.equal(ids(await walk(us, asked())).at(-1), late.id);
});

test('nobody is met twice or missed while contacts come, change and go', async () => {
  const own = await tenant();
  const rows: any[] = [];
  for (let n = 0; n < 60; n += 1) rows.push(is(await own.api.post('/contacts', { email: address(), data: { n } }), 201));
  const deleted = new Set<string>();
  const met = await walk(own, asked({ pageSize: 5 }), async (at) => {
    is(await own.api.post('/contacts', { email: address('late') }), 201);
    is(await own.api.patch(`/contacts/${rows[(at + 1) % 60].id}`, { data: { n: 'changed' }, email: address('moved') }), 200);
    if (at + 20 < 60) {
      is(await own.api.delete(`/contacts/${rows[at + 20].id}`), 204);
      deleted.add(rows[at + 20].id);
    }
  });
  // Who is deleted while the walk is under way may have been read before.
  assert.equal(
    ids(met).filter((id) => !deleted.has(id)),
    ids(rows).filter((id) => !deleted.has(id)),
  );
  assert.is(new Set(ids(met)).size, met.length);
});

test('bad filters and cursors are refused', async () => {
  for (const bad of [asked({ filter: { $where: '1' } }), asked({ filter: { projectId: 'x' } }), asked({ cursor: 'x' })]) {
    const failure = await walk(us, bad).then(
      () => undefined,
      (error) => error,
    );
    assert.is(failure?.status, 400);
  }
});

test.after(() => grpc.close());

test.run();
