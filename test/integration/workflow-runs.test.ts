/** Executions over HTTP (contract 2.8, 3.4, 4.8, 6). */
import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Client, Connection } from '@temporalio/client';
import { executionId } from '#temporal/lifecycle.ts';
import { until } from '#test/until.ts';
import { factsDrained } from '#test/facts-drained.ts';
import { envelope, is, keys } from './answers.ts';
import { mails } from './inbox-mail.ts';
import { address, sender } from './tenant.ts';
import { execution, hook, link, reached, workflow } from './workflow-graphs.ts';

const test = suite('workflow runs');
const { api, tracker, from } = await sender();
const server = await hook();

const person = async (data: object = {}) => is(await api.post('/contacts', { email: address(), data }), 201);
const template = async (more: object = {}) =>
  is(
    await api.post('/templates', {
      name: 'T',
      subject: 'Hi {{name}}',
      body: '<p>{{event.plan}} {{plan}}</p>',
      from,
      type: 'TRANSACTIONAL',
      ...more,
    }),
    201,
  ).id as string;
const track = async (event: string, email: string, data: object = {}) =>
  is(await tracker.post('/v1/track', { event, email, data }), 200).data;
const started = async (workflowId: string): Promise<any> => is(await api.get(`/workflows/${workflowId}/executions`), 200).data[0];
const start = async (workflowId: string, contactId: string, context?: object) =>
  is(await api.post(`/workflows/${workflowId}/executions`, { contactId, context }), 201);

test('an event starts a mail: the execution is there before the answer', async () => {
  const [event, email] = [`e-${randomUUID()}`, address()];
  const { id, steps } = await workflow(api, event, {
    mail: { type: 'SEND_EMAIL', templateId: await template() },
    exit: { type: 'EXIT', config: { reason: 'done' } },
  });
  const { contact } = await track(event, email, { plan: 'pro', name: 'Ada' });
  const begun = await started(id);
  assert.is(begun?.contactId, contact);
  assert.equal(begun.contact, { id: contact, email });
  const run = await reached(api, id, begun.id, 'COMPLETED');
  assert.is(run.exitReason, 'done');
  assert.ok(run.completedAt);
  const [, mail, exit] = run.stepExecutions;
  assert.equal([mail.stepId, mail.status, exit.stepId, exit.status], [steps['mail'], 'COMPLETED', steps['exit'], 'COMPLETED']);
  keys(mail.output, 'emailId', 'sentAt', 'recipientType', 'recipientEmail');
  assert.equal([mail.output.recipientType, mail.output.recipientEmail], ['CONTACT', email]);
  const [got] = await mails(email);
  assert.equal([got.subject, got.html.includes('pro pro')], ['Hi Ada', true]);
  const row = is(await api.get(`/emails/${mail.output.emailId}`), 200);
  assert.equal([row.sourceType, row.workflowExecutionId, row.workflowStepExecutionId], ['WORKFLOW', begun.id, mail.id]);
  assert.is(run.workflowSnapshot.steps.length, 3);
  assert.is(run.workflow.id, id);
});

test('an unsubscribed contact gets no marketing mail, and the workflow goes on', async () => {
  const { id: contactId } = is(await api.post('/contacts', { email: address(), subscribed: false }), 201);
  const { id } = await workflow(api, 'x', {
    mail: { type: 'SEND_EMAIL', templateId: await template({ type: 'MARKETING' }) },
    update: { type: 'UPDATE_CONTACT', config: { updates: { seen: '{{name ?? "nobody"}}' } } },
  });
  const run = await reached(api, id, (await start(id, contactId, { name: 'Bob' })).id, 'COMPLETED');
  const [, mail] = run.stepExecutions;
  assert.equal([mail.status, mail.output.skipped, mail.output.reason], ['SKIPPED', true, 'Contact is unsubscribed']);
  assert.is(is(await api.get(`/emails/${mail.output.emailId}`), 200).status, 'FAILED');
  assert.equal(is(await api.get(`/contacts/${contactId}`), 200).data, { seen: 'Bob' });
});

test('CUSTOM recipients', async () => {
  const { id: contactId } = await person();
  const to = address('boss');
  const config = { recipient: { type: 'CUSTOM', customEmail: to } };
  const { id } = await workflow(api, 'x', { mail: { type: 'SEND_EMAIL', config, templateId: await template() } });
  const run = await reached(api, id, (await start(id, contactId)).id, 'COMPLETED');
  assert.is(run.stepExecutions[1].output.recipientEmail, to);
  assert.is((await mails(to)).length, 1);
});

test('DELAY: waits, shows until when, and ends at once with nothing behind it', async () => {
  const { id: contactId } = await person();
  const { id } = await workflow(api, 'x', {
    delay: { type: 'DELAY', config: { amount: 0.03, unit: 'minutes' } },
    last: { type: 'DELAY', config: { amount: 365, unit: 'days' } },
  });
  const waiting = await reached(api, id, (await start(id, contactId)).id, 'WAITING');
  const [, delay] = waiting.stepExecutions;
  assert.equal([delay.status, delay.output.resumeAt], ['WAITING', delay.scheduledFor]);
  assert.equal(waiting.currentStep.name, 'delay');
  const done = await reached(api, id, waiting.id, 'COMPLETED');
  assert.equal(
    done.stepExecutions.map(({ status }: any) => status),
    ['COMPLETED', 'COMPLETED', 'COMPLETED'],
  );
  assert.is(done.stepExecutions[2].output.delayAmount, 365);
});

test('WAIT_FOR_EVENT: the event of this contact goes on, its data in the context', async () => {
  const [event, one, other] = [`bought-${randomUUID()}`, await person(), await person()];
  const built = await workflow(api, 'x', {
    wait: { type: 'WAIT_FOR_EVENT', config: { eventName: event, timeout: 3_600 } },
    yes: { type: 'EXIT', config: { reason: 'came' }, autoConnect: false },
    no: { type: 'EXIT', config: { reason: 'late' }, autoConnect: false },
  });
  await link(api, built, 'wait', 'yes', { waitOutcome: 'EVENT' });
  await link(api, built, 'wait', 'no', { waitOutcome: 'TIMEOUT' });
  const { id } = await start(built.id, one.id, { plan: 'free', kept: 1 });
  await reached(api, built.id, id, 'WAITING');
  await track(event, other.email);
  await track(event, one.email, { plan: 'pro' });
  const run = await reached(api, built.id, id, 'COMPLETED');
  assert.equal([run.exitReason, run.context], ['came', { plan: 'pro', kept: 1 }]);
  const { receivedAt, ...output } = run.stepExecutions[1].output;
  assert.equal(output, { waitOutcome: 'EVENT', eventReceived: true, eventName: event, eventData: { plan: 'pro' } });
  assert.ok(receivedAt);
});

test('WAIT_FOR_EVENT: what an event takes on is known to Temporal too: the next wait ends in time, and its workflow ends', async () => {
  const [event, contact] = [`bought-${randomUUID()}`, await person()];
  const built = await workflow(api, 'x', {
    wait: { type: 'WAIT_FOR_EVENT', config: { eventName: event } },
    pause: { type: 'DELAY', config: { amount: 0.02, unit: 'minutes' } },
    exit: { type: 'EXIT', config: { reason: 'paused' } },
  });
  const { id } = await start(built.id, contact.id);
  await reached(api, built.id, id, 'WAITING');
  await track(event, contact.email);
  const run = await reached(api, built.id, id, 'COMPLETED');
  const [, wait, pause] = run.stepExecutions;
  assert.equal([run.exitReason, wait.output.waitOutcome, pause.status], ['paused', 'EVENT', 'COMPLETED']);
  const connection = await Connection.connect({ address: process.env['TEMPORAL_ADDRESS']! });
  const handle = new Client({ connection }).workflow.getHandle(executionId(id));
  const hasEnded = async (): Promise<boolean> => (await handle.describe()).status.name === 'COMPLETED';
  await until(hasEnded, { within: 20_000, every: 100, what: 'the end of its workflow' });
  await connection.close();
});

test('WAIT_FOR_EVENT: the timeout', async () => {
  const built = await workflow(api, 'x', { wait: { type: 'WAIT_FOR_EVENT', config: { eventName: 'never', timeout: 1 } } });
  const run = await reached(api, built.id, (await start(built.id, (await person()).id)).id, 'COMPLETED');
  assert.equal(run.stepExecutions[1].output, { waitOutcome: 'TIMEOUT', timedOut: true, eventName: 'never' });
});

test('CONDITION: binary and multi', async () => {
  const built = await workflow(api, 'x', {
    ask: { type: 'CONDITION', config: { field: 'data.age', operator: 'greaterThan', value: '17' } },
    adult: { type: 'CONDITION', config: {}, autoConnect: false },
    minor: { type: 'EXIT', config: { reason: 'minor' }, autoConnect: false },
    vip: { type: 'EXIT', config: { reason: 'vip' }, autoConnect: false },
    rest: { type: 'EXIT', config: { reason: 'rest' }, autoConnect: false },
  });
  const multi = { mode: 'multi', field: 'event.tier', branches: [{ id: 'b1', name: 'VIP', operator: 'equals', value: 1 }] };
  is(await api.patch(`/workflows/${built.id}/steps/${built.steps['adult']}`, { config: multi }), 200);
  await link(api, built, 'ask', 'adult', { branch: 'yes' });
  await link(api, built, 'ask', 'minor', { condition: { branch: 'no' } });
  await link(api, built, 'adult', 'vip', { branch: 'b1' });
  await link(api, built, 'adult', 'rest', { branch: 'default' });
  const ends = async (age: unknown, tier: unknown) =>
    (await reached(api, built.id, (await start(built.id, (await person({ age })).id, { tier })).id, 'COMPLETED')).exitReason;
  assert.equal([await ends(18, 1), await ends(18, '1'), await ends(17, 1), await ends(undefined, 1)], ['vip', 'rest', 'minor', 'minor']);
});

test('WEBHOOK: templated, with a key of its own; what it answers is the output', async () => {
  const contact = await person({ name: 'Ada' });
  const config = { url: `${server.url}/hook/{{name}}`, headers: { 'X-Plan': '{{event.plan}}' } };
  const { id } = await workflow(api, 'x', { hook: { type: 'WEBHOOK', config } });
  server.asked.length = 0;
  const run = await reached(api, id, (await start(id, contact.id, { plan: 'pro' })).id, 'COMPLETED');
  const [, step] = run.stepExecutions;
  assert.equal(step.output, { url: `${server.url}/hook/Ada`, method: 'POST', statusCode: 200, success: true, response: { ok: true } });
  const [asked] = server.asked;
  assert.equal([asked!.path, asked!.headers['x-plan'], asked!.headers['idempotency-key']], ['/hook/Ada', 'pro', step.id]);
  const { execution: posted, ...body } = JSON.parse(asked!.body);
  assert.is(posted.id, run.id);
  assert.equal(body, {
    contact: { email: contact.email, subscribed: true, data: { name: 'Ada' } },
    workflow: { id, name: run.workflow.name },
    event: { plan: 'pro' },
  });
});

test('WEBHOOK: failures, redirects, blocked addresses', async () => {
  const runOf = async (config: object, status: string) => {
    const { id } = await workflow(api, 'x', { hook: { type: 'WEBHOOK', config } });
    return await reached(api, id, (await start(id, (await person()).id)).id, status);
  };
  server.answers.push({ status: 500, text: 'no' });
  assert.equal((await runOf({ url: server.url }, 'COMPLETED')).stepExecutions[1].output.success, false);
  server.asked.length = 0;
  server.answers.push({ status: 500 }, { status: 500 }, { status: 500 });
  const failed = await runOf({ url: server.url, failOnError: true }, 'FAILED');
  assert.equal([failed.stepExecutions[1].status, failed.exitReason, server.asked.length], ['FAILED', 'Webhook answered 500', 3]);
  assert.is(new Set(server.asked.map(({ headers }) => headers['idempotency-key'])).size, 1);
  server.answers.push({ status: 302, location: '/there' });
  assert.is((await runOf({ url: server.url }, 'COMPLETED')).stepExecutions[1].output.statusCode, 200);
  server.answers.push(...Array.from({ length: 6 }, () => ({ status: 302, location: '/again' })));
  assert.match((await runOf({ url: server.url }, 'FAILED')).exitReason, 'redirects');
  for (const url of [
    'http://10.0.0.1/',
    'http://169.254.169.254/latest',
    'http://[::1]/',
    'http://2130706434/',
    'http://[::ffff:10.0.0.1]/',
  ])
    assert.match((await runOf({ url }, 'FAILED')).exitReason, 'not called');
  server.answers.push({ status: 302, location: 'http://169.254.169.254/' });
  assert.match((await runOf({ url: server.url }, 'FAILED')).exitReason, 'not called');
  server.answers.push({ status: 200, text: 'x'.repeat(50_000) });
  assert.is((await runOf({ url: server.url }, 'COMPLETED')).stepExecutions[1].output.response.length, 10_240);
});

test('steps without what they need fail; a retry goes on from there', async () => {
  const built = await workflow(api, 'x', { mail: { type: 'SEND_EMAIL' } });
  const contact = await person();
  const run = await reached(api, built.id, (await start(built.id, contact.id)).id, 'FAILED');
  assert.equal([run.exitReason, run.stepExecutions[1].status], ['SEND_EMAIL has no template', 'FAILED']);
  for (const type of ['UPDATE_CONTACT', 'WAIT_FOR_EVENT', 'CONDITION', 'DELAY', 'WEBHOOK']) {
    const other = await workflow(api, 'x', { step: { type } });
    const { stepExecutions } = await reached(api, other.id, (await start(other.id, contact.id)).id, 'FAILED');
    assert.is(stepExecutions[1].status, 'FAILED', type);
  }
  const hooked = await workflow(api, 'x', { hook: { type: 'WEBHOOK', config: { url: server.url, failOnError: true } } });
  server.answers.push({ status: 500 }, { status: 500 }, { status: 500 });
  const { id } = await reached(api, hooked.id, (await start(hooked.id, contact.id)).id, 'FAILED');
  is(await api.post(`/workflows/${hooked.id}/executions/${id}/retry`), 200);
  await reached(api, hooked.id, id, 'COMPLETED');
  envelope(await api.post(`/workflows/${hooked.id}/executions/${id}/retry`), 400, 'BAD_REQUEST');
});

test('the rule of re-entry', async () => {
  const [event, contact] = [`e-${randomUUID()}`, await person()];
  const once = await workflow(api, event, { wait: { type: 'WAIT_FOR_EVENT', config: { eventName: 'never' } } });
  const again = await workflow(api, event, { exit: { type: 'EXIT' } }, { allowReentry: true });
  for (let time = 0; time < 3; time += 1) {
    await track(event, contact.email);
    const latest = await started(again.id);
    await reached(api, again.id, latest.id, 'COMPLETED');
  }
  const totals = async (id: string) => is(await api.get(`/workflows/${id}/executions`), 200).total;
  assert.equal([await totals(once.id), await totals(again.id)], [1, 3]);
  envelope(await api.post(`/workflows/${once.id}/executions`, { contactId: contact.id }), 409, 'CONFLICT');
  // Each fact comes a second time, from JetStream, and starts nothing.
  await factsDrained();
  assert.equal([await totals(once.id), await totals(again.id)], [1, 3]);
});

test('cancel, cancel all', async () => {
  const built = await workflow(api, 'x', { wait: { type: 'WAIT_FOR_EVENT', config: { eventName: 'never' } } });
  const runs = [];
  for (let count = 0; count < 3; count += 1) runs.push(await start(built.id, (await person()).id));
  const [first] = runs;
  await reached(api, built.id, first.id, 'WAITING');
  const path = `/workflows/${built.id}/executions/${first.id}`;
  const cancelled = is(await api.delete(path), 200);
  assert.equal([cancelled.status, cancelled.exitReason], ['CANCELLED', 'Cancelled by user']);
  envelope(await api.delete(path), 400, 'BAD_REQUEST');
  assert.equal(is(await api.post(`/workflows/${built.id}/executions/cancel-all`), 200), { cancelled: 2 });
  const all = is(await api.get(`/workflows/${built.id}/executions?status=CANCELLED`), 200);
  assert.equal([all.total, all.executions.length], [3, 3]);
  assert.is((await execution(api, built.id, runs[1].id)).exitReason, 'Cancelled by user (bulk cancel)');
  assert.equal(is(await api.post(`/workflows/${built.id}/executions/cancel-all`), 200), { cancelled: 0 });
});

test('a deleted contact ends its executions, by whatever it was deleted', async () => {
  const built = await workflow(api, 'x', { wait: { type: 'WAIT_FOR_EVENT', config: { eventName: 'never' } } });
  const people = [await person(), await person(), await person()];
  const runs = [];
  for (const { id } of people) runs.push(await start(built.id, id));
  for (const { id } of runs) await reached(api, built.id, id, 'WAITING');
  const [one, two] = people;
  is(await api.delete(`/contacts/${one.id}`), 204);
  is(await api.post('/contacts/bulk-delete', { contactIds: [two.id] }), 202);
  for (const { id } of runs.slice(0, 2)) assert.is((await reached(api, built.id, id, 'CANCELLED')).exitReason, 'Contact deleted');
  assert.is((await execution(api, built.id, runs[2].id)).status, 'WAITING');
});

test('what contacts publish beside the events of the contract starts nothing', async () => {
  const built = await workflow(api, 'contact.created', { exit: { type: 'EXIT' } });
  const { email } = await person();
  await track('something-else', email);
  await factsDrained();
  assert.is(is(await api.get(`/workflows/${built.id}/executions`), 200).total, 0);
  // A tracked event may have the name.
  await track('contact.created', email);
  assert.is(is(await api.get(`/workflows/${built.id}/executions`), 200).total, 1);
});

test('system events start workflows', async () => {
  const built = await workflow(api, 'contact.unsubscribed', { exit: { type: 'EXIT' } });
  const contact = await person();
  is(await api.patch(`/contacts/${contact.id}`, { subscribed: false }), 200);
  const { id } = await until(() => started(built.id), { within: 20_000 });
  await reached(api, built.id, id, 'COMPLETED');
});

test('stats and simulation', async () => {
  const [event, contact] = [`e-${randomUUID()}`, await person({ plan: 'pro', name: 'Ada' })];
  const built = await workflow(api, event, {
    ask: { type: 'CONDITION', config: { field: 'data.plan', operator: 'equals', value: 'pro' } },
    mail: { type: 'SEND_EMAIL', templateId: await template(), autoConnect: false },
    wait: { type: 'WAIT_FOR_EVENT', config: { eventName: 'e', timeout: 60 } },
    hook: { type: 'WEBHOOK', config: { url: `${server.url}/{{name}}` } },
  });
  await link(api, built, 'ask', 'mail', { branch: 'yes' });
  server.asked.length = 0;
  const outcomes = { [built.steps['wait']!]: 'TIMEOUT' };
  const { path, ended } = is(
    await api.post(`/workflows/${built.id}/simulate`, { contactId: contact.id, event: { plan: 'x' }, outcomes }),
    200,
  );
  assert.equal(
    path.map(({ type }: any) => type),
    ['TRIGGER', 'CONDITION', 'SEND_EMAIL', 'WAIT_FOR_EVENT', 'WEBHOOK'],
  );
  assert.equal([ended, path[2].output.email.subject, path[3].output.waitOutcome], ['COMPLETED', 'Hi Ada', 'TIMEOUT']);
  assert.is(path[4].output.request.url, `${server.url}/Ada`);
  assert.is(Date.parse(path[4].at) - Date.parse(path[3].at), 60_000);
  assert.equal([server.asked.length, is(await api.get(`/workflows/${built.id}/executions`), 200).total], [0, 0]);
  await track(event, contact.email);
  await reached(api, built.id, (await started(built.id)).id, 'WAITING');
  const { steps } = is(await api.get(`/workflows/${built.id}/stats`), 200);
  const of = (name: string) => steps.find(({ stepId }: any) => stepId === built.steps[name]);
  assert.equal([of('ask').branches, of('wait').waiting, of('hook').entered], [{ yes: 1 }, 1, 0]);
  await until(
    async () => {
      const now = is(await api.get(`/workflows/${built.id}/stats`), 200);
      return now.steps.find(({ stepId }: any) => stepId === built.steps['mail']).emails.sent === 1;
    },
    { within: 20_000 },
  );
});

test.after(() => server.stop());
test.run();
