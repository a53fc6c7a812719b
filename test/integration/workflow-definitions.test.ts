/** Workflows, their steps and transitions over HTTP: every rule and refusal (seed §4.8; decisions 2.8, 4.8, 10 "Workflows"). */
import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Answer } from '#test/client.ts';
import { envelope, is, keys, short } from './answers.ts';
import { address, sender, tenant } from './tenant.ts';
import { link, reached, workflow } from './workflow-graphs.ts';
import type { Built } from './workflow-graphs.ts';

const test = suite('workflow definitions');
const { api, from } = await sender();

const create = async (body: object = {}) => is(await api.post('/workflows', { name: 'Welcome', eventName: ' signup ', ...body }), 201);
const whole = async (id: string) => is(await api.get(`/workflows/${id}`), 200);
const person = async () => is(await api.post('/contacts', { email: address() }), 201).id as string;
const place = { x: 0, y: 0 };
const TESTED = { id: 'a', operator: 'exists' };
const WAIT = { type: 'WAIT_FOR_EVENT', config: { eventName: 'never' } };

test('POST: the record, its TRIGGER step, and the refusals', async () => {
  const made = await create({ enabled: true, description: 'd', allowReentry: true });
  const { id, createdAt: _createdAt, updatedAt: _updatedAt, projectId: _projectId, ...rest } = made;
  assert.equal(rest, {
    name: 'Welcome',
    description: 'd',
    enabled: false,
    triggerType: 'EVENT',
    triggerConfig: { eventName: 'signup' },
    allowReentry: true,
  });
  const { steps, transitions, startsWaiting } = await whole(id);
  assert.equal([steps.length, transitions, startsWaiting], [1, [], 0]);
  const [trigger] = steps;
  assert.equal([trigger.type, trigger.name, trigger.position], ['TRIGGER', 'Trigger: signup', { x: 100, y: 100 }]);
  keys(
    trigger,
    'id',
    'workflowId',
    'type',
    'name',
    'position',
    'config',
    'templateId',
    'createdAt',
    'updatedAt',
    'template',
    'outgoingTransitions',
    'incomingTransitions',
  );
  for (const body of [{}, { name: ' ', eventName: 'e' }]) short(await api.post('/workflows', body), 400, 'Name is required');
  for (const body of [{ name: 'n' }, { name: 'n', eventName: ' ' }])
    short(await api.post('/workflows', body), 400, 'Event name is required');
});

test('GET list: page, search, status, counts', async () => {
  const own = await tenant();
  const made = is(await own.api.post('/workflows', { name: 'Alpha', eventName: 'e' }), 201);
  is(await own.api.post('/workflows', { name: 'beta', eventName: 'e' }), 201);
  is(await own.api.patch(`/workflows/${made.id}`, { enabled: true }), 200);
  const names = async (query: string) => is(await own.api.get(`/workflows?${query}`), 200).data.map(({ name }: any) => name);
  assert.equal(await names('sort=name&dir=asc'), ['Alpha', 'beta']);
  assert.equal([await names('status=active'), await names('status=disabled'), await names('search=BET')], [['Alpha'], ['beta'], ['beta']]);
  const page = is(await own.api.get('/workflows'), 200);
  assert.equal(page.data[0]._count, { steps: 1, executions: 0 });
  envelope(await api.get(`/workflows/${made.id}`), 404, 'WORKFLOW_NOT_FOUND');
  envelope(await api.get('/workflows/x'), 404, 'WORKFLOW_NOT_FOUND', 'Workflow not found');
});

test('PATCH: only what is sent; the TRIGGER step follows', async () => {
  const { id } = await create();
  is(await api.patch(`/workflows/${id}`, { triggerConfig: { eventName: 'other' } }), 200);
  assert.is((await whole(id)).steps[0].name, 'Trigger: other');
  const manual = is(await api.patch(`/workflows/${id}`, { triggerType: 'MANUAL', triggerConfig: null, description: null }), 200);
  assert.equal([manual.triggerType, manual.triggerConfig, manual.name], ['MANUAL', null, 'Welcome']);
  envelope(await api.patch(`/workflows/${id}`, { triggerType: 'CRON' }), 400, 'BAD_REQUEST', 'triggerType must be one of EVENT, MANUAL');
  envelope(await api.patch(`/workflows/${id}`, { triggerConfig: 'x' }), 400, 'BAD_REQUEST', 'triggerConfig must be an object');
  short(await api.patch(`/workflows/${id}`, { triggerType: 'EVENT', triggerConfig: {} }), 400, 'Event name is required');
  short(await api.patch(`/workflows/${id}`, { name: ' ' }), 400, 'Name is required');
  short(await api.patch(`/workflows/${id}`, { enabled: 'yes' }), 400, 'enabled must be a boolean');
  short(await api.patch(`/workflows/${id}`, { description: 5 }), 400, 'Description must be a string');
});

test('steps: what is required, what is wrong', async () => {
  const { id } = await create();
  const post = (body: object) => api.post(`/workflows/${id}/steps`, body);
  const whole_ = { type: 'DELAY', name: 'd', position: place, config: {} };
  for (const key of ['type', 'name', 'position', 'config']) envelope(await post({ ...whole_, [key]: undefined }), 400, 'BAD_REQUEST', key);
  envelope(await post({ ...whole_, type: 'TRIGGER' }), 400, 'BAD_REQUEST', 'A workflow has exactly one TRIGGER step');
  envelope(await post({ ...whole_, type: 'X' }), 400, 'BAD_REQUEST', 'type must be one of SEND_EMAIL, DELAY');
  envelope(await post({ ...whole_, name: 'x'.repeat(101) }), 400, 'BAD_REQUEST', 'name must be at most 100 characters');
  envelope(await post({ ...whole_, position: { x: 1 } }), 400, 'BAD_REQUEST', 'position needs the numbers x and y');
  envelope(await post({ ...whole_, templateId: randomUUID() }), 404, 'TEMPLATE_NOT_FOUND');
  for (const [type, config, text] of [
    ['DELAY', { amount: 0 }, 'amount must be a number above 0'],
    ['DELAY', { amount: 366, unit: 'days' }, 'A delay may last 365 days at most'],
    ['DELAY', { amount: 1, unit: 'weeks' }, 'unit must be minutes, hours or days'],
    ['WAIT_FOR_EVENT', { timeout: 31_536_001 }, 'timeout must be seconds, at most 31536000'],
    ['WAIT_FOR_EVENT', { eventName: 5 }, 'eventName must be a text'],
    ['CONDITION', { field: 'data.a', operator: 'like' }, 'Invalid operator: like'],
    ['CONDITION', { field: 'data.a', operator: 'equals' }, 'Operator "equals" requires a value'],
    ['CONDITION', { field: 'other', operator: 'exists' }, 'Unsupported field'],
    ['CONDITION', { mode: 'many' }, 'mode must be binary or multi'],
    ['CONDITION', { mode: 'multi', field: 'data.a', branches: [] }, 'branches must be 1 to 20'],
    ['CONDITION', { mode: 'multi', branches: [1] }, 'A branch must be an object'],
    ['CONDITION', { mode: 'multi', branches: [{ id: 'default', operator: 'exists' }] }, 'A branch needs an id of its own'],
    ['CONDITION', { mode: 'multi', branches: [TESTED, TESTED] }, 'Ids of branches must differ'],
    ['CONDITION', { mode: 'multi', branches: [{ id: 'a' }] }, 'A branch needs an operator'],
    ['WEBHOOK', { url: 'ftp://example.org' }, 'url must start with http:// or https://'],
    ['WEBHOOK', { url: '{{url}}' }, 'url must start with http:// or https://'],
    ['WEBHOOK', { method: 'TRACE' }, 'method must be one of GET, POST, PUT, PATCH, DELETE'],
    ['WEBHOOK', { headers: { 'a b': 'c' } }, 'headers must be names with texts'],
    ['WEBHOOK', { headers: { a: 'b\r\nc: d' } }, 'headers must be names with texts'],
    ['WEBHOOK', { body: 5 }, 'body must be a text or an object'],
    ['WEBHOOK', { failOnError: 'yes' }, 'failOnError must be a boolean'],
    ['UPDATE_CONTACT', { updates: 'x' }, 'updates must be an object'],
    ['UPDATE_CONTACT', { subscriptionAction: 'x' }, 'subscriptionAction must be one of none, subscribe, unsubscribe'],
    ['SEND_EMAIL', { recipient: 'x' }, 'recipient must be an object'],
    ['SEND_EMAIL', { recipient: { type: 'OTHER' } }, 'recipient.type must be CONTACT or CUSTOM'],
    ['SEND_EMAIL', { recipient: { type: 'CUSTOM' } }, 'recipient.customEmail is required for CUSTOM'],
    ['SEND_EMAIL', { recipient: { type: 'CUSTOM', customEmail: 'x' } }, 'recipient.customEmail must be an email address'],
    ['EXIT', { reason: 5 }, 'reason must be a text'],
    ['EXIT', { reason: 'x', more: 'x'.repeat(100_000) }, 'config may have 100000 characters at most'],
  ] as const)
    envelope(await post({ ...whole_, type, config }), 400, 'BAD_REQUEST', text);
  for (const type of ['SEND_EMAIL', 'DELAY', 'WAIT_FOR_EVENT', 'CONDITION', 'WEBHOOK', 'UPDATE_CONTACT'])
    is(await post({ ...whole_, type }), 201);
  const { steps } = await whole(id);
  // Each was linked from the one before.
  assert.equal(
    steps.map(({ outgoingTransitions }: any) => outgoingTransitions.length),
    [1, 1, 1, 1, 1, 1, 0],
  );
  const step = `/workflows/${id}/steps/${steps[2].id}`;
  assert.equal(is(await api.patch(step, { config: { amount: 2, unit: 'hours' } }), 200).config, { amount: 2, unit: 'hours' });
  envelope(await api.patch(step, { config: { amount: -1 } }), 400, 'BAD_REQUEST');
  envelope(await api.patch(`/workflows/${id}/steps/${randomUUID()}`, {}), 404, 'RESOURCE_NOT_FOUND', 'Workflow step not found');
  envelope(await api.delete(`/workflows/${id}/steps/${steps[0].id}`), 400, 'BAD_REQUEST');
  is(await api.delete(`/workflows/${id}/steps/${steps[2].id}?splice=true`), 204);
  assert.is((await whole(id)).steps.length, 6);
  is(await api.delete(`/workflows/${id}/steps/${steps[3].id}`), 204);
  assert.equal((await whole(id)).steps.length, 2);
});

async function fork(): Promise<Built> {
  const built = await workflow(api, 'x', {
    ask: { type: 'CONDITION', config: { field: 'data.a', operator: 'exists' } },
    delay: { type: 'DELAY', config: { amount: 1, unit: 'days' }, autoConnect: false },
    exit: { type: 'EXIT', autoConnect: false },
  });
  return built;
}

test('transitions: links and their refusals', async () => {
  const built = await fork();
  const made = await link(api, built, 'ask', 'delay', { branch: 'yes', priority: 2 });
  assert.equal([made.condition, made.branch, made.waitOutcome, made.priority], [{ branch: 'yes' }, 'yes', null, 2]);
  const refuse = async (text: string, a: string, b: string, more: object = {}) =>
    envelope(
      await api.post(`/workflows/${built.id}/transitions`, { fromStepId: built.steps[a], toStepId: built.steps[b], ...more }),
      400,
      'BAD_REQUEST',
      text,
    );
  await refuse('A step cannot be linked to itself', 'ask', 'ask');
  await refuse('Nothing can follow an EXIT step', 'exit', 'delay');
  await refuse('The transition would make a cycle', 'delay', 'ask');
  await link(api, built, 'delay', 'exit');
  await refuse('The step has a transition of this branch already', 'ask', 'exit', { branch: 'yes' });
  await refuse('A DELAY step can have one outgoing transition only', 'delay', 'exit');
  await refuse('Only WAIT_FOR_EVENT steps have outcomes', 'ask', 'exit', { waitOutcome: 'EVENT' });
  await refuse('waitOutcome must be EVENT or TIMEOUT', 'ask', 'exit', { waitOutcome: 'x' });
  await refuse('branch must be a short text', 'ask', 'exit', { branch: 5 });
  await refuse('priority must be an integer', 'ask', 'exit', { branch: 'no', priority: 0.5 });
  envelope(
    await api.post(`/workflows/${built.id}/transitions`, { fromStepId: built.steps['ask'], toStepId: randomUUID() }),
    404,
    'RESOURCE_NOT_FOUND',
    'One or both steps not found',
  );
  envelope(await api.delete(`/workflows/${built.id}/steps/${built.steps['ask']}?splice=true`), 400, 'BAD_REQUEST');
  is(await api.delete(`/workflows/${built.id}/transitions/${made.id}`), 204);
  envelope(await api.delete(`/workflows/${built.id}/transitions/${made.id}`), 404, 'RESOURCE_NOT_FOUND');
});

test('while executions are active: 409', async () => {
  const built = await workflow(api, 'x', { wait: WAIT, exit: { type: 'EXIT' } });
  const contactId = await person();
  const { id } = is(await api.post(`/workflows/${built.id}/executions`, { contactId }), 201);
  await reached(api, built.id, id, 'WAITING');
  const { transitions } = await whole(built.id);
  const refused = async (text: string, answer: Promise<Answer>) => envelope(await answer, 409, 'CONFLICT', text);
  const stepsPath = `/workflows/${built.id}/steps`;
  await refused('The trigger cannot change', api.patch(`/workflows/${built.id}`, { triggerType: 'MANUAL' }));
  await refused(
    'Config and template of a step cannot change',
    api.patch(`${stepsPath}/${built.steps['exit']}`, { config: { reason: 'other' } }),
  );
  is(await api.patch(`${stepsPath}/${built.steps['exit']}`, { name: 'End' }), 200);
  // What is sent as it stands is no change.
  is(await api.patch(`${stepsPath}/${built.steps['wait']}`, { position: { x: 5, y: 5 }, config: WAIT.config, templateId: null }), 200);
  await refused('Running executions depend on it', api.delete(`${stepsPath}/${built.steps['wait']}`));
  await refused('Running executions depend on it', api.delete(`/workflows/${built.id}/transitions/${transitions[1].id}`));
  await refused('A workflow cannot be deleted', api.delete(`/workflows/${built.id}`));
  is(await api.post(`/workflows/${built.id}/executions/cancel-all`), 200);
  is(await api.delete(`/workflows/${built.id}`), 204);
  envelope(await api.get(`/workflows/${built.id}`), 404, 'WORKFLOW_NOT_FOUND');
});

test('executions: refusals', async () => {
  const { id } = await create();
  const contactId = await person();
  envelope(await api.post(`/workflows/${id}/executions`, { contactId }), 400, 'BAD_REQUEST', 'Workflow is not enabled');
  is(await api.patch(`/workflows/${id}`, { enabled: true }), 200);
  envelope(await api.post(`/workflows/${id}/executions`, { contactId: randomUUID() }), 404, 'CONTACT_NOT_FOUND');
  envelope(await api.post(`/workflows/${id}/executions`, {}), 422, 'VALIDATION_ERROR');
  envelope(await api.get(`/workflows/${id}/executions/${randomUUID()}`), 404, 'RESOURCE_NOT_FOUND');
});

test('usage, fields, and the template a step needs', async () => {
  const [event, key] = [`e${randomUUID()}`, `k${randomUUID()}`];
  const template = is(await api.post('/templates', { name: 'T', subject: 's', body: 'b', from }), 201).id;
  const built = await workflow(api, event, {
    mail: { type: 'SEND_EMAIL', templateId: template },
    ask: { type: 'CONDITION', config: { field: `data.${key}`, operator: 'exists' } },
  });
  const [used] = is(await api.get(`/templates/${template}/usage`), 200).workflowSteps;
  assert.equal([used.id, used.workflowId], [built.steps['mail'], built.id]);
  assert.is(is(await api.get(`/events/${event}/usage`), 200).usedInWorkflows[0].id, built.id);
  assert.is(is(await api.get(`/contacts/fields/data.${key}/usage`), 200).usedInWorkflows[0].id, built.id);
  envelope(await api.delete(`/templates/${template}`), 409, 'CONFLICT');
  const { fields, typedFields, count } = is(await api.get('/workflows/fields'), 200);
  assert.equal([count, fields.length], [typedFields.length, typedFields.length]);
  assert.ok(fields.includes('contact.email') && fields.includes('contact.subscribed'));
});

test.run();
