/** GET /openapi.json: valid, complete, and true of what the routes answer. */
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readConfig } from '#kit/config/config.ts';
import { openApi } from '#services/gateway/openapi.ts';
import { createRoutes } from '#services/gateway/routes.ts';
import { envelope, is } from './answers.ts';
import type { Answer } from '#test/client.ts';
import { routes, type Operation, type Spec } from '#test/openapi-routes.ts';
import { address, anonymous, person, sender } from './tenant.ts';
import { until } from '#test/until.ts';

const test = suite('openapi');
const spec: Spec & { openapi: string } = is(await anonymous.get('/openapi.json'), 200);
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
ajv.addSchema(spec, 'openapi');

test('the document is valid OpenAPI 3.1', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(spec) as object as Record<string, unknown>);
  assert.ok(valid, JSON.stringify(errors));
  assert.match(spec.openapi, /^3\.1\./);
});

test('it is what the table of routes says', async () => {
  const { urls } = is(await anonymous.get('/config'), 200);
  const stores = { MONGODB_URI: 'mongodb://x', NATS_URL: 'nats://x', REDIS_URL: 'redis://x', TEMPORAL_ADDRESS: 'x:1' };
  const config = readConfig({ ...stores, NODE_ENV: 'test', JWT_SECRET: 'x'.repeat(32), API_URI: urls.api });
  assert.equal(spec, openApi(createRoutes(config), urls.api));
});

/** What a client calls today. */
const CONTRACT = `
  POST /v1/send, POST /v1/track, GET /contacts, POST /contacts, POST /contacts/lookup, GET /contacts/{}, PATCH /contacts/{}, DELETE /contacts/{},
  GET /contacts/fields, GET /contacts/fields/{}/values, GET /contacts/fields/{}/usage, DELETE /contacts/fields/{},
  POST /contacts/bulk-subscribe, POST /contacts/bulk-unsubscribe, POST /contacts/bulk-delete, GET /contacts/bulk/{},
  GET /contacts/public/{}, POST /contacts/public/{}/subscribe, POST /contacts/public/{}/unsubscribe, POST /unsubscribe/{}, GET /unsubscribe/{},
  GET /templates, POST /templates, GET /templates/{}, PATCH /templates/{}, DELETE /templates/{}, POST /templates/{}/duplicate,
  POST /events/track, GET /events, GET /events/contact/{}, GET /events/{}/usage, DELETE /events/{}, GET /domains/project/{}, POST /domains, DELETE /domains/{}, POST /uploads/image, GET /config,
  POST /auth/login, POST /auth/signup, GET /auth/logout, GET /users/@me, GET /users/@me/projects, POST /users/@me/projects, PATCH /users/@me/projects/{},
  DELETE /users/@me/projects/{}, POST /users/@me/projects/{}/regenerate-keys, GET /projects, GET /projects/{}, GET /projects/{}/members, POST /projects/{}/members,
  PATCH /projects/{}/members/{}, DELETE /projects/{}/members/{}, GET /emails, GET /emails/{}, GET /emails/{}/trace,
  GET /dev/inbox, GET /dev/inbox/{}, DELETE /dev/inbox, GET /health, GET /, GET /openapi.json`
  .split(',')
  .map((line) => line.trim());

test('every route of the contract is in it', () => {
  const known = new Set(routes(spec).map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`));
  assert.equal(
    CONTRACT.filter((line) => !known.has(line)),
    [],
  );
});

test('every other method of its paths is unknown', async () => {
  const known = routes(spec).map(({ method, path }) => ({ method, like: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`) }));
  const paths = new Set(routes(spec).map(({ path }) => path.replace(/\{\w+\}/g, () => randomUUID())));
  const others = [...paths].flatMap((path) =>
    ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
      .filter((method) => !known.some((one) => one.method === method && one.like.test(path)))
      .map((method) => ({ method, path })),
  );
  assert.ok(others.length > 500, String(others.length));
  await Promise.all(
    others.map(async ({ method, path }) =>
      envelope(await anonymous.send(method, path), 404, 'RESOURCE_NOT_FOUND', `Unknown route ${method} ${path}`),
    ),
  );
});

test('every operation has an id of its own, a summary and an example of what it takes and gives', () => {
  const all = routes(spec).map(({ operation }) => operation as Operation & { operationId: string; summary: string });
  assert.is(new Set(all.map((one) => one.operationId)).size, all.length);
  for (const { operationId, summary, requestBody, responses } of all) {
    assert.ok(summary, operationId);
    const json = [requestBody, ...Object.values(responses)]
      .flatMap((one) => Object.entries(one?.content ?? {}))
      .filter(([media]) => media === 'application/json');
    for (const [, media] of json) assert.ok('example' in media || 'examples' in media, operationId);
  }
});

/** Fails unless the answer is as the document says; the answer comes back. */
function conforming(line: string, answer: Answer): Answer {
  const [method, path] = line.split(' ') as [string, string];
  const operation = spec.paths[path]?.[method.toLowerCase()];
  assert.ok(operation, `${line} is in the document`);
  const status = String(answer.status);
  const key = status in operation.responses ? status : 'default';
  const pointer = (text: string) => text.replaceAll('~', '~0').replaceAll('/', '~1');
  let at = `paths/${pointer(path)}/${method.toLowerCase()}/responses/${key}`;
  const ref = (operation.responses[key] as { $ref?: string } | undefined)?.$ref;
  if (ref) at = ref.slice(2);
  assert.ok(answer.status < 400 ? key === status : true, `${line} answers ${status}, which the document does not know`);
  const response = at.split('/').reduce((node: any, step) => node?.[step.replaceAll('~1', '/').replaceAll('~0', '~')], spec);
  if (!response?.content?.['application/json']) return answer;
  const validate = ajv.compile({ $ref: `openapi#/${at.split('/').map(encodeURIComponent).join('/')}/content/application~1json/schema` });
  assert.ok(validate(answer.body), `${line} ${answer.text.slice(0, 300)}: ${ajv.errorsText(validate.errors)}`);
  return answer;
}

test('answers are as the document says', async () => {
  const { api, tracker, owner, project, from } = await sender();
  const to = address();
  const domain = { domain: `${randomUUID()}.example.org` };
  const made = conforming('POST /contacts', await api.post('/contacts', { email: to, data: { a: [1, { b: null }] } })).body;
  conforming('POST /contacts', await api.post('/contacts', {}));
  conforming('POST /contacts', await api.post('/contacts', { email: 5 }));
  conforming('GET /contacts', await api.get('/contacts'));
  conforming('GET /contacts/{id}', await api.get(`/contacts/${made.id}`));
  conforming('GET /contacts/{id}', await api.get(`/contacts/${randomUUID()}`));
  conforming('GET /contacts/{id}', await anonymous.get('/contacts/x'));
  conforming('PATCH /contacts/{id}', await api.patch(`/contacts/${made.id}`, { subscribed: false }));
  conforming('POST /contacts/lookup', await api.post('/contacts/lookup', { emails: [to, 'x'] }));
  conforming('GET /contacts/fields', await api.get('/contacts/fields'));
  conforming('GET /contacts/fields/{field}/values', await api.get('/contacts/fields/data.a/values'));
  conforming('GET /contacts/fields/{field}/usage', await api.get('/contacts/fields/data.a/usage'));
  conforming('DELETE /contacts/fields/{field}', await api.delete('/contacts/fields/data.gone'));
  conforming('DELETE /contacts/fields/{field}', await api.delete('/contacts/fields/gone'));
  const { jobId } = conforming(
    'POST /contacts/bulk-subscribe',
    await api.post('/contacts/bulk-subscribe', { contactIds: [made.id, randomUUID()] }),
  ).body;
  conforming('POST /contacts/bulk-unsubscribe', await api.post('/contacts/bulk-unsubscribe', {}));
  conforming('POST /contacts/bulk-delete', await api.post('/contacts/bulk-delete', { mode: 'query', filter: { search: 'nobody' } }));
  await until(async () => conforming('GET /contacts/bulk/{jobId}', await api.get(`/contacts/bulk/${jobId}`)).body.state === 'completed');
  conforming('GET /contacts/bulk/{jobId}', await api.get('/contacts/bulk/x'));
  conforming('GET /contacts/public/{id}', await anonymous.get(`/contacts/public/${made.id}`));
  conforming('POST /contacts/public/{id}/subscribe', await anonymous.post(`/contacts/public/${made.id}/subscribe`));
  const template = conforming('POST /templates', await api.post('/templates', { name: 'n', subject: 's', body: 'b', from })).body;
  conforming('GET /templates', await api.get('/templates'));
  conforming('PATCH /templates/{id}', await api.patch(`/templates/${template.id}`, { name: 'm' }));
  conforming('POST /templates/{id}/duplicate', await api.post(`/templates/${template.id}/duplicate`));
  conforming('DELETE /templates/{id}', await api.delete(`/templates/${template.id}`));
  const attachments = [{ filename: 'a', content: 'YQ==', contentType: 'text/plain' }];
  const {
    emails: [{ email }],
  } = conforming(
    'POST /v1/send',
    await api.post('/v1/send', { to: [{ email: to, name: 'N' }], from, subject: 's', body: 'b', attachments, headers: { 'X-A': 'b' } }),
  ).body.data;
  conforming('POST /v1/send', await api.post('/v1/send', { to }));
  conforming('POST /v1/track', await tracker.post('/v1/track', { email: to, event: 'e', data: { a: 1 } }));
  conforming('POST /v1/track', await tracker.post('/v1/track', { email: to, event: 'email.sent' }));
  conforming('POST /events/track', await api.post('/events/track', { email: to, event: 'e' }));
  await until(async () => is(await api.get(`/emails/${email}`), 200).status === 'DELIVERED');
  conforming('GET /events', await api.get('/events'));
  conforming('GET /events/contact/{contactId}', await api.get(`/events/contact/${made.id}`));
  conforming('GET /events/{eventName}/usage', await api.get('/events/e/usage'));
  conforming('DELETE /events/{eventName}', await api.delete('/events/e'));
  conforming('DELETE /events/{eventName}', await api.delete('/events/email.sent'));
  conforming('GET /emails', await api.get('/emails'));
  conforming('GET /emails/{id}', await api.get(`/emails/${email}`));
  conforming('GET /emails/{id}/trace', await api.get(`/emails/${email}/trace`));
  const [mail] = conforming('GET /dev/inbox', await anonymous.get(`/dev/inbox?to=${to}`)).body.data;
  conforming('GET /dev/inbox/{id}', await anonymous.get(`/dev/inbox/${mail.id}`));
  const { id } = conforming('POST /domains', await api.post('/domains', domain)).body;
  conforming('GET /domains/project/{projectId}', await api.get(`/domains/project/${project.id}`));
  conforming('DELETE /domains/{id}', await api.delete(`/domains/${id}`));
  conforming('GET /users/@me', await owner.session.get('/users/@me'));
  conforming('GET /users/@me/projects', await owner.session.get('/users/@me/projects'));
  conforming('POST /users/@me/projects', await owner.session.post('/users/@me/projects', { name: 'n' }));
  conforming('PATCH /users/@me/projects/{id}', await owner.session.patch(`/users/@me/projects/${project.id}`, { language: 'de' }));
  conforming('GET /projects', await owner.session.get('/projects'));
  conforming('GET /projects/{id}', await owner.session.get(`/projects/${project.id}`));
  const member = await person();
  const members = `/projects/${project.id}/members`;
  conforming('POST /projects/{id}/members', await owner.session.post(members, { email: member.email }));
  conforming('GET /projects/{id}/members', await owner.session.get(members));
  conforming('PATCH /projects/{id}/members/{userId}', await owner.session.patch(`${members}/${member.id}`, { role: 'ADMIN' }));
  conforming('DELETE /projects/{id}/members/{userId}', await owner.session.delete(`${members}/${member.id}`));
  conforming('POST /auth/login', await anonymous.post('/auth/login', { email: member.email, password: member.password }));
  conforming('POST /auth/login', await anonymous.post('/auth/login', { email: member.email, password: 'wrong password' }));
  conforming('GET /auth/logout', await owner.session.get('/auth/logout'));
  conforming('GET /config', await anonymous.get('/config'));
  conforming('GET /health', await anonymous.get('/health'));
  conforming(
    'POST /users/@me/projects/{id}/regenerate-keys',
    await owner.session.post(`/users/@me/projects/${project.id}/regenerate-keys`),
  );
  conforming('DELETE /users/@me/projects/{id}', await owner.session.delete(`/users/@me/projects/${project.id}`));
});

test.run();
