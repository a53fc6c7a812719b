/**
 * Two projects, every route of the OpenAPI document (contract 1 "Tenancy"): with the other's ids a route answers as with ids that do
 * not exist, no list shows anything of the other, and nothing of the other changes. Routes without credentials are open on purpose.
 */
import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { is } from './answers.ts';
import { mail } from './inbox-mail.ts';
import { routes, withIds, type Route, type Spec } from '#test/openapi-routes.ts';
import { until } from '#test/until.ts';
import { address, anonymous, person, tenant, type Tenant } from './tenant.ts';

const test = suite('tenancy');
const spec: Spec = is(await anonymous.get('/openapi.json'), 200);
const closedRoutes = routes(spec).filter((one) => one.security !== 'none');

/** A project with one of everything, and the ids of all of it. */
async function furnished() {
  const owner = await person();
  const made = await tenant(owner);
  const { api, tracker, project } = made;
  const domain = `${randomUUID()}.example.org`;
  const from = `hello@${domain}`;
  const to = address();
  const ids: Record<string, string> = { project: project.id, member: owner.id };
  ids['domain'] = is(await api.post('/domains', { domain }), 201).id;
  ids['contact'] = is(await api.post('/contacts', { email: to, data: { secret: `data-${randomUUID()}` } }), 201).id;
  ids['template'] = is(
    await api.post('/templates', { name: `template-${randomUUID()}`, subject: 's', body: 'b', from, type: 'TRANSACTIONAL' }),
    201,
  ).id;
  ids['eventName'] = `event-${randomUUID()}`;
  ids['event'] = is(await tracker.post('/v1/track', { email: to, event: ids['eventName'] }), 200).data.event;
  ids['email'] = is(await api.post('/v1/send', { to, from, subject: `subject-${randomUUID()}`, body: 'b' }), 200).data.emails[0].email;
  const condition = { logic: 'AND', groups: [{ filters: [{ field: 'email', operator: 'equals', value: to }] }] };
  ids['segment'] = is(await api.post('/segments', { name: `segment-${randomUUID()}`, condition, trackMembership: true }), 201).id;
  const audience = { audienceType: 'SEGMENT', segmentId: ids['segment'], templateId: ids['template'] };
  ids['campaign'] = is(
    await api.post('/campaigns', { name: `campaign-${randomUUID()}`, subject: 's', body: 'b', from, ...audience }),
    201,
  ).data.id;
  await mail(to);
  // Else the five-minute round might compute it while the routes are asked.
  is(await api.post(`/segments/${ids['segment']}/compute`), 200);
  await until(async () => is(await api.get('/events'), 200).events.length === 4);
  const traces = [project.name, project.public, project.secret, owner.email, domain, to, ...Object.values(ids)];
  return { ...made, ids, from, to, traces };
}

const us = await furnished();
const them = await furnished();

/** Everything of a project that can be read. */
async function snapshot({ api, owner, project, ids }: Tenant & { ids: Record<string, string> }): Promise<unknown> {
  const paths = [
    '/contacts',
    '/templates',
    '/segments',
    '/campaigns',
    '/events',
    '/emails',
    `/emails/${ids['email']}`,
    `/domains/project/${project.id}`,
  ];
  const answers = await Promise.all(paths.map((path) => api.get(path)));
  const own = await Promise.all([`/projects/${project.id}`, `/projects/${project.id}/members`].map((path) => owner.session.get(path)));
  return [...answers, ...own].map((one) => is(one, 200));
}

/** Which kind of id a path parameter takes. */
function kind(path: string, name: string): string {
  if (name === 'userId') return 'member';
  if (path.startsWith('/users/') || path.startsWith('/projects/') || name === 'projectId') return 'project';
  if (name === 'contactId') return 'contact';
  if (name === 'eventName') return name;
  const resource = path.split('/')[1]!;
  return (
    {
      contacts: 'contact',
      templates: 'template',
      segments: 'segment',
      campaigns: 'campaign',
      emails: 'email',
      events: 'event',
      domains: 'domain',
    }[resource] ?? 'contact'
  );
}

/** A body that the schema accepts, so that the id is what decides. */
const BODIES: Record<string, (ids: Record<string, string>) => object> = {
  'PATCH /contacts/{id}': () => ({ subscribed: false }),
  'PATCH /templates/{id}': () => ({ name: 'Mine now' }),
  'PATCH /segments/{id}': () => ({ name: 'Mine now' }),
  'POST /segments/{id}/members': () => ({ emails: [them.to] }),
  'DELETE /segments/{id}/members': () => ({ emails: [them.to] }),
  'POST /segments/preview': (ids) => ({
    condition: { logic: 'AND', groups: [{ filters: [{ field: `segment.${ids['segment']}`, operator: 'memberOfSegment' }] }] },
  }),
  'POST /campaigns': (ids) => ({ name: 'n', subject: 's', body: 'b', from: us.from, audienceType: 'SEGMENT', segmentId: ids['segment'] }),
  'PUT /campaigns/{id}': () => ({ name: 'Mine now' }),
  'POST /campaigns/{id}/rate': () => ({ perSecond: 1 }),
  'POST /campaigns/{id}/resume-unknown': () => ({ decision: 'drop' }),
  'POST /campaigns/{id}/test': () => ({ email: address() }),
  'PATCH /users/@me/projects/{id}': () => ({ name: 'Mine now' }),
  'POST /projects/{id}/members': () => ({ email: us.owner.email, role: 'ADMIN' }),
  'PATCH /projects/{id}/members/{userId}': () => ({ role: 'MEMBER' }),
  'POST /v1/send': (ids) => ({ to: address(), from: us.from, template: ids['template'], subject: 's', body: 'b' }),
  'POST /events/track': (ids) => ({ name: 'n', contactId: ids['contact'], emailId: ids['email'] }),
};

/** Names ids in the query too, where a route lists by them. */
const QUERIES: Record<string, (ids: Record<string, string>) => string> = {
  'GET /emails': (ids) => `?contactId=${ids['contact']}&to=${them.to}`,
  'GET /contacts': (ids) => `?cursor=${ids['contact']}`,
};

/** A preview of nobody is an answer, and so is that an event of some name never happened. */
const ANSWERED = /^POST \/segments\/preview$|\{eventName\}/;

const unknown = (): Record<string, string> => Object.fromEntries(Object.keys(them.ids).map((key) => [key, randomUUID()]));

function ask(route: Route, ids: Record<string, string>) {
  const line = `${route.method} ${route.path}`;
  const who = route.security === 'session' ? us.owner.session : route.security === 'public' ? us.tracker : us.api;
  const body = BODIES[line]?.(ids) ?? (route.properties.length > 0 ? {} : undefined);
  return who.send(route.method, withIds(route.path, (name) => ids[kind(route.path, name)]!) + (QUERIES[line]?.(ids) ?? ''), body);
}

/** An answer without what differs from call to call, and without the ids that were asked for. */
function shape({ status, text }: { status: number; text: string }, ids: Record<string, string>): unknown {
  let plain = text;
  for (const id of Object.values(ids)) plain = plain.replaceAll(id, '<id>');
  return [status, plain.replace(/"(requestId|timestamp)":"[^"]*"/g, '"$1":""')];
}

const before = await snapshot(them);

for (const route of closedRoutes) {
  const line = `${route.method} ${route.path}`;
  // A field is named by its text, which may be the same in both projects.
  const takesId = /\{(?!field)\w+\}/.test(route.path) || line in BODIES;

  if (takesId) {
    test(`${line} with the other’s ids is as with unknown ones`, async () => {
      const nobody = unknown();
      const [foreign, none] = [await ask(route, them.ids), await ask(route, nobody)];
      assert.ok(ANSWERED.test(line) || (none.status >= 400 && none.status < 500), `${none.status} ${none.text}`);
      assert.equal(shape(foreign, them.ids), shape(none, nobody));
    });
  }
  if (route.method === 'GET' && (!takesId || line in QUERIES)) {
    test(`${line} shows nothing of the other`, async () => {
      const answers = [await ask(route, us.ids), ...(line in QUERIES ? [await ask(route, them.ids)] : [])];
      for (const { text } of answers)
        for (const trace of them.traces)
          if (!(trace === them.to && text.includes('"data":[]'))) assert.not(text.includes(trace), `${trace} in ${text.slice(0, 300)}`);
    });
  }
}

test('a session names its own projects only, on every route', async () => {
  for (const route of closedRoutes.filter((one) => one.security === 'secret')) {
    const answer = await us.owner.session.send(
      route.method,
      withIds(route.path, (name) => them.ids[kind(route.path, name)]!),
      route.method === 'GET' ? undefined : {},
      { 'x-project-id': them.project.id },
    );
    assert.is(answer.status, route.path.startsWith('/v1/') ? 401 : 403, `${route.method} ${route.path}: ${answer.status} ${answer.text}`);
  }
});

// Public by the contract.
const PAGES = /^\/($|favicon\.ico$|health|config|openapi\.json|docs|dev\/inbox|app)/;
const LINKS = /^\/(o?auth|unsubscribe|contacts\/public|uploads|t|(api\/)?webhooks)(\/|$)/;

test('no route asks for no credentials by mistake', async () => {
  const open = routes(spec)
    .filter((one) => one.security === 'none')
    .map((one) => one.path);
  for (const path of open) assert.ok(PAGES.test(path) || LINKS.test(path), path);
  for (const route of closedRoutes)
    is(
      await anonymous.send(
        route.method,
        withIds(route.path, () => us.ids['contact']!),
        route.method === 'GET' ? undefined : {},
      ),
      401,
    );
});

test('nothing of the other changed', async () => {
  assert.equal(await snapshot(them), before);
});

test.run();
