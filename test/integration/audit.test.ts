/** The audit trail of a project: who did what, when and from where (contract 4.10). */
import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { until } from '#test/until.ts';
import { envelope, is, keys, TIMESTAMP, UUID } from './answers.ts';
import { person, tenant } from './tenant.ts';
import type { Person } from './tenant.ts';

const test = suite('audit');

const LOCAL = /^(?:::ffff:)?127\.0\.0\.1$|^::1$/;

const trail = async ({ session }: Person, projectId: string, query = ''): Promise<any> =>
  is(await session.get(`/users/@me/projects/${projectId}/audit${query}`), 200);

/** The trail once it holds this action; those of other services come with their facts. */
function untilNoted(who: Person, projectId: string, action: string): Promise<any[]> {
  return until(
    async () => {
      const { data } = await trail(who, projectId);
      return data.some((entry: any) => entry.action === action) && data;
    },
    { within: 20_000, what: action },
  );
}

test('every act is one entry, newest first', async () => {
  const [owner, member] = [await person(), await person()];
  const { project, api } = await tenant(owner);
  const at = `/users/@me/projects/${project.id}`;
  const members = `/projects/${project.id}/members`;
  is(await owner.session.patch(at, { name: 'Renamed', language: 'de' }), 200);
  is(await owner.session.patch(at, {}), 200);
  is(await owner.session.post(members, { email: member.email, role: 'ADMIN' }), 200);
  is(await member.session.patch(`${members}/${member.id}`, { role: 'MEMBER' }), 200);
  const domain = `${randomUUID()}.example.org`;
  const { id } = is(await api.post('/domains', { domain }), 201);
  await untilNoted(owner, project.id, 'domain.added');
  is(await owner.session.delete(`/domains/${id}`, undefined, { 'x-project-id': project.id }), 200);
  await untilNoted(owner, project.id, 'domain.removed');
  is(await owner.session.delete(`${members}/${member.id}`), 200);
  is(await owner.session.post(`${at}/regenerate-keys`), 200);
  is(await owner.session.post(`${at}/reset`), 200);

  const { data, ...page } = await trail(owner, project.id);
  assert.equal(
    data.map(({ action, actor, target }: any) => [action, actor.type, actor.name ?? actor.id, target]),
    [
      ['project.reset', 'user', owner.email, null],
      ['keys.regenerated', 'user', owner.email, null],
      ['member.removed', 'user', owner.email, member.email],
      ['domain.removed', 'user', owner.email, domain],
      ['domain.added', 'key', 'secret', domain],
      ['member.changed', 'user', member.email, `${member.email} MEMBER`],
      ['member.added', 'user', owner.email, `${member.email} ADMIN`],
      ['project.updated', 'user', owner.email, 'name, language'],
      ['project.created', 'user', owner.email, project.name],
    ],
  );
  for (const entry of data) {
    keys(entry, 'id', 'at', 'actor', 'action', 'target', 'ip');
    assert.match(entry.id, UUID);
    assert.match(entry.at, TIMESTAMP);
    assert.match(entry.ip, LOCAL);
  }
  assert.equal(page, { total: 9, page: 1, pageSize: 20, totalPages: 1 });
  const second = await trail(owner, project.id, '?page=2&pageSize=4');
  assert.equal(second, { data: data.slice(4, 8), total: 9, page: 2, pageSize: 4, totalPages: 3 });
  const wrapped = is(await owner.session.get(`/projects/${project.id}/audit`), 200);
  assert.equal(wrapped, { success: true, data: { data, ...page } });
});

test('what is refused is not noted; members read, strangers and keys do not', async () => {
  const [owner, member, stranger] = [await person(), await person(), await person()];
  const { project, api } = await tenant(owner);
  const at = `/users/@me/projects/${project.id}`;
  const members = `/projects/${project.id}/members`;
  is(await owner.session.post(members, { email: member.email }), 200);
  is(await owner.session.post(members, { email: member.email }), 409);
  is(await owner.session.patch(`${members}/${owner.id}`, { role: 'MEMBER' }), 403);
  is(await owner.session.delete(`${members}/${owner.id}`), 403);
  is(await owner.session.patch(at, { language: 'xx' }), 422);
  is(await member.session.post(`${at}/regenerate-keys`), 403);
  is(await stranger.session.post(`${at}/reset`), 404);
  const { data } = await trail(member, project.id);
  assert.equal(
    data.map(({ action }: any) => action),
    ['member.added', 'project.created'],
  );
  envelope(await stranger.session.get(`${at}/audit`), 404, 'RESOURCE_NOT_FOUND');
  envelope(await api.get(`${at}/audit`), 401, 'UNAUTHORIZED');
});

test('entries are kept for a year', async () => {
  const connection = await mongoose.createConnection(process.env['MONGODB_URI']!).asPromise();
  const entries = connection.useDb(`${process.env['MONGODB_PREFIX']}accounts`).collection('audit_entries');
  const ends = (await entries.indexes()).flatMap(({ key, expireAfterSeconds }) => (expireAfterSeconds ? [[key, expireAfterSeconds]] : []));
  await connection.close();
  assert.equal(ends, [[{ at: 1 }, 365 * 86_400]]);
});

test.run();
