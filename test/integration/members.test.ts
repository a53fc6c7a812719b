/** Members and their roles (contract 4.10, 5 "Roles"). */
import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { envelope, is, keys, TIMESTAMP } from './answers.ts';
import { address, anonymous, person, tenant, type Person } from './tenant.ts';

const test = suite('members');
const DENIED = 'Insufficient permissions. Admin or owner access required.';

/** A project of an owner with one admin and one member. */
async function team() {
  const [owner, admin, member] = (await Promise.all([person(), person(), person()])) as [Person, Person, Person];
  const { project } = await tenant(owner);
  const members = `/projects/${project.id}/members`;
  is(await owner.session.post(members, { email: admin.email, role: 'ADMIN' }), 200);
  is(await owner.session.post(members, { email: member.email }), 200);
  return { owner, admin, member, project, members };
}

test('the list is wrapped and oldest first', async () => {
  const { owner, admin, member, members } = await team();
  const { success, data } = is(await owner.session.get(members), 200);
  assert.is(success, true);
  for (const one of data) {
    keys(one, 'userId', 'email', 'role', 'createdAt');
    assert.match(one.createdAt, TIMESTAMP);
  }
  assert.equal(
    data.map((one: any) => [one.userId, one.email, one.role]),
    [
      [owner.id, owner.email, 'OWNER'],
      [admin.id, admin.email, 'ADMIN'],
      [member.id, member.email, 'MEMBER'],
    ],
  );
});

test('adding', async () => {
  const { owner, member, members } = await team();
  const other = await person();
  const answer = is(await owner.session.post(members, { email: ` ${other.email.toUpperCase()} ` }), 200);
  assert.equal(answer, { success: true, data: { userId: other.id, email: other.email, role: 'MEMBER' } });
  for (const email of [member.email, member.email.toUpperCase(), owner.email]) {
    envelope(await owner.session.post(members, { email }), 409, 'CONFLICT');
  }
  envelope(await owner.session.post(members, { email: address() }), 404, 'RESOURCE_NOT_FOUND');
  for (const bad of [{}, { email: 'nobody' }, { email: 5 }, { email: other.email, role: 'OWNER' }, { email: other.email, role: 'king' }]) {
    is(await owner.session.post(members, bad), 400);
  }
});

test('changing a role', async () => {
  const { owner, admin, member, members } = await team();
  const answer = is(await admin.session.patch(`${members}/${member.id}`, { role: 'ADMIN' }), 200);
  assert.equal(answer, { success: true, data: { userId: member.id, email: member.email, role: 'ADMIN' } });
  envelope(await admin.session.patch(`${members}/${owner.id}`, { role: 'MEMBER' }), 403, 'FORBIDDEN');
  envelope(await owner.session.patch(`${members}/${owner.id}`, { role: 'MEMBER' }), 403, 'FORBIDDEN');
  for (const id of [randomUUID(), 'x'])
    envelope(await owner.session.patch(`${members}/${id}`, { role: 'MEMBER' }), 404, 'RESOURCE_NOT_FOUND');
});

test('removing', async () => {
  const { owner, admin, member, project, members } = await team();
  envelope(await admin.session.delete(`${members}/${owner.id}`), 403, 'FORBIDDEN');
  envelope(await admin.session.delete(`${members}/${admin.id}`), 403, 'FORBIDDEN');
  envelope(await owner.session.delete(`${members}/${randomUUID()}`), 404, 'RESOURCE_NOT_FOUND');
  const { success, data } = is(await admin.session.delete(`${members}/${member.id}`), 200);
  assert.is(success, true);
  assert.type(data.message, 'string');
  envelope(await member.session.get(members), 404, 'RESOURCE_NOT_FOUND');
  envelope(await member.session.get('/contacts', { 'x-project-id': project.id }), 403, 'PROJECT_ACCESS_DENIED');
  assert.equal(is(await member.session.get('/users/@me/projects'), 200), []);
});

test('what asks for an admin refuses a member', async () => {
  const { owner, admin, member, project, members } = await team();
  const own = `/users/@me/projects/${project.id}`;
  const named = { 'x-project-id': project.id };
  const domain = `${randomUUID()}.example.org`;
  const routes: [string, string, object?][] = [
    ['PATCH', own, { name: 'x' }],
    ['DELETE', own],
    ['POST', `${own}/regenerate-keys`],
    ['POST', members, { email: owner.email }],
    ['PATCH', `${members}/${admin.id}`, { role: 'MEMBER' }],
    ['DELETE', `${members}/${admin.id}`],
    ['POST', '/domains', { domain, projectId: project.id }],
    ['DELETE', `/domains/${randomUUID()}`],
  ];
  for (const [method, path, body] of routes) envelope(await member.session.send(method, path, body, named), 403, 'FORBIDDEN', DENIED);

  is(await admin.session.patch(own, { name: 'By an admin' }), 200);
  is(await admin.session.post('/domains', { domain, projectId: project.id }, named), 201);
  is(await admin.session.post(`${own}/regenerate-keys`), 200);
});

test('a member does everything else', async () => {
  const { member, project } = await team();
  const named = { 'x-project-id': project.id };
  is(await member.session.post('/contacts', { email: address() }, named), 201);
  is(await member.session.get('/templates', named), 200);
  is(await member.session.get(`/domains/project/${project.id}`, named), 200);
  assert.is(is(await member.session.get('/users/@me/projects'), 200).length, 1);
  assert.is(is(await member.session.get(`/projects/${project.id}`), 200).data.id, project.id);
});

test('a stranger sees no project at all', async () => {
  const { project, members, member } = await team();
  const { session } = await person();
  for (const [method, path] of [
    ['GET', members],
    ['POST', members],
    ['DELETE', `${members}/${member.id}`],
  ] as const) {
    const answer = await session.send(method, path, method === 'POST' ? { email: member.email } : undefined);
    envelope(answer, 404, 'RESOURCE_NOT_FOUND', 'Project not found or you do not have access');
  }
  envelope(await session.get('/contacts', { 'x-project-id': project.id }), 403, 'PROJECT_ACCESS_DENIED');
  envelope(await anonymous.get(members), 401, 'UNAUTHORIZED');
});

test.run();
