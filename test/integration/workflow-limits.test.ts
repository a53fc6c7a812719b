/** Workflows at their limits, and beside servers and events that mean ill (contract 4.8, 6 "WEBHOOK step"). */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import mongoose from 'mongoose';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { until } from '#test/until.ts';
import { envelope, is } from './answers.ts';
import { address, person as owner, sender, tenant } from './tenant.ts';
import { reached, workflow } from './workflow-graphs.ts';
import type { StepSpec } from './workflow-graphs.ts';

const test = suite('workflow limits');
const { api, tracker } = await sender();
const WAIT: StepSpec = { type: 'WAIT_FOR_EVENT', config: { eventName: 'never' } };

const person = async (): Promise<string> => is(await api.post('/contacts', { email: address() }), 201).id;
const start = async (workflowId: string, contactId: string, context?: object) =>
  is(await api.post(`/workflows/${workflowId}/executions`, { contactId, context }), 201);

/** The WEBHOOK step's execution once the server was called. */
async function called(listener: RequestListener, status: string): Promise<{ exitReason: string; output: any }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const { id } = await workflow(api, 'x', { hook: { type: 'WEBHOOK', config: { url } } });
    const run = await reached(api, id, (await start(id, await person())).id, status);
    return { exitReason: run.exitReason, output: run.stepExecutions[1].output };
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test('a webhook that hangs fails the step after three attempts, and holds nobody up', async () => {
  let asked = 0;
  const hanging = called(() => void (asked += 1), 'FAILED');
  await until(() => asked > 0, { within: 20_000, what: 'the first attempt' });
  const { id } = await workflow(api, 'x', { exit: { type: 'EXIT' } });
  await reached(api, id, (await start(id, await person())).id, 'COMPLETED');
  assert.is(asked, 1);
  assert.equal([(await hanging).exitReason, asked], ['Webhook did not answer in time', 3]);
});

test('a webhook that answers 10 GB slowly is read as far as the first 10 kB', async () => {
  let written = 0;
  const { output } = await called((request, response) => {
    response.writeHead(200, { 'content-length': String(10 * 2 ** 30) });
    const beat = setInterval(() => void ((written += 2_048), response.write(Buffer.alloc(2_048, 'x'))), 50);
    request.socket.on('close', () => clearInterval(beat));
  }, 'COMPLETED');
  assert.equal([output.statusCode, output.response.length], [200, 10_240]);
  assert.ok(written < 1_000_000, `${written} bytes were taken`);
});

test('an event of 1 MB starts its workflow; executions take along no more than 900,000 characters', async () => {
  const event = `large-${randomUUID()}`;
  const { id } = await workflow(api, event, {
    ask: { type: 'CONDITION', config: { field: 'event.text', operator: 'exists' } },
  });
  for (const [length, branch] of [
    [1_000_000, 'no'],
    [800_000, 'yes'],
  ] as const) {
    const email = address();
    const data = { text: { value: 'x'.repeat(length), persistent: false } };
    is(await tracker.post('/v1/track', { event, email, data }), 200);
    const [begun] = is(await api.get(`/workflows/${id}/executions`), 200).data;
    const run = await reached(api, id, begun.id, 'COMPLETED');
    assert.is(run.stepExecutions[1].output.branch, branch, `${length} characters`);
  }
  const large = { contactId: await person(), context: { text: 'x'.repeat(1_000_000) } };
  envelope(await api.post(`/workflows/${id}/executions`, large), 400, 'BAD_REQUEST', 'The context may have 900000 characters at most');
});

test('a graph of 200 steps, no more, runs to its end', async () => {
  const updates = Object.fromEntries(
    Array.from({ length: 198 }, (_, n): [string, StepSpec] => [`u${n}`, { type: 'UPDATE_CONTACT', config: { updates: { at: n } } }]),
  );
  const { id } = await workflow(api, 'x', { ...updates, exit: { type: 'EXIT' } });
  const more = { type: 'EXIT', name: 'e', position: { x: 0, y: 0 }, config: {} };
  envelope(await api.post(`/workflows/${id}/steps`, more), 400, 'BAD_REQUEST', 'A workflow may have 200 steps at most');
  const run = await reached(api, id, (await start(id, await person())).id, 'COMPLETED');
  assert.is(run.stepExecutions.length, 200);
});

test('a project that is disabled ends its executions', async () => {
  const own = await tenant(await owner());
  const { id } = await workflow(own.api, 'x', { wait: WAIT });
  const contactId = is(await own.api.post('/contacts', { email: address() }), 201).id;
  const run = is(await own.api.post(`/workflows/${id}/executions`, { contactId }), 201);
  await reached(own.api, id, run.id, 'WAITING');
  const mongo = await mongoose.createConnection(process.env['MONGODB_URI']!).asPromise();
  const projects = mongo.useDb(`${process.env['MONGODB_PREFIX']}accounts`).collection<{ _id: string }>('projects');
  const executions = mongo
    .useDb(`${process.env['MONGODB_PREFIX']}workflows`)
    .collection<{ _id: string; status: string; exitReason: string }>('executions');
  try {
    await projects.updateOne({ _id: own.project.id }, { $set: { disabled: true, disabledReason: 'MANUAL' } });
    const ended = await until(() => executions.findOne({ _id: run.id, status: 'CANCELLED' }), { within: 30_000, what: 'the end' });
    assert.is(ended.exitReason, 'Project disabled');
  } finally {
    await mongo.close();
  }
});

test('a project that is deleted leaves nothing behind', async () => {
  const own = await tenant();
  const { id } = await workflow(own.api, 'x', { wait: WAIT });
  const contactId = is(await own.api.post('/contacts', { email: address() }), 201).id;
  const run = is(await own.api.post(`/workflows/${id}/executions`, { contactId }), 201);
  await reached(own.api, id, run.id, 'WAITING');
  is(await own.owner.session.delete(`/users/@me/projects/${own.project.id}`), 200);
  const mongo = await mongoose.createConnection(process.env['MONGODB_URI']!).asPromise();
  const database = mongo.useDb(`${process.env['MONGODB_PREFIX']}workflows`);
  try {
    for (const name of ['executions', 'workflows', 'snapshots', 'counts', 'mails'])
      await until(async () => (await database.collection(name).countDocuments({ projectId: own.project.id })) === 0, {
        within: 60_000,
        every: 200,
        what: `no ${name}`,
      });
  } finally {
    await mongo.close();
  }
});

test.run();
