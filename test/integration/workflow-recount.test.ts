/** The recount of workflows' numbers: nothing to find after any traffic; what was written around the service is found and repaired. */
import { randomUUID } from 'node:crypto';
import mongoose from 'mongoose';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { recount } from '#test/posthorn.ts';
import { until } from '#test/until.ts';
import { is } from './answers.ts';
import { address, sender } from './tenant.ts';
import { workflow } from './workflow-graphs.ts';

const test = suite('workflow recount');
const { api, tracker, project, from } = await sender();
const connection = await mongoose.createConnection(process.env['MONGODB_URI']!).asPromise();
const collection = (name: string) =>
  connection.useDb(`${process.env['MONGODB_PREFIX']}workflows`, { useCache: true }).collection<{ _id: string }>(name);
test.after(() => connection.close());

const PEOPLE = 12;
const event = `e-${randomUUID()}`;
const mail = { name: 'T', subject: 'S', body: '<p>B</p>', from, type: 'TRANSACTIONAL' };
const { id: templateId } = is(await api.post('/templates', mail), 201);
const { id, steps } = await workflow(api, event, {
  ask: { type: 'CONDITION', config: { field: 'event.n', operator: 'lessThan', value: 6 } },
  mail: { type: 'SEND_EMAIL', templateId, autoConnect: false },
});
is(await api.post(`/workflows/${id}/transitions`, { fromStepId: steps['ask'], toStepId: steps['mail'], branch: 'yes' }), 201);
await Promise.all(
  Array.from({ length: PEOPLE }, (_, n) => tracker.post('/v1/track', { event, email: address(), data: { n } }).then((one) => is(one, 200))),
);
const total = async (): Promise<number> => is(await api.get(`/workflows/${id}/executions?status=COMPLETED`), 200).total;
const sent = async (): Promise<number> =>
  is(await api.get(`/workflows/${id}/stats`), 200).steps.find(({ stepId }: any) => stepId === steps['mail']).emails.sent;
await until(async () => (await total()) === PEOPLE && (await sent()) === 6, { within: 40_000, what: 'all ends and mails' });

test('nothing to find after executions and mails, counted or not', async () => {
  assert.equal(await recount('workflows', [project.id]), { code: 0, lines: [] });
  const uncounted = { projectId: project.id, uncounted: { $exists: true } } as object;
  const left = async (): Promise<number> =>
    (await collection('executions').countDocuments(uncounted)) + (await collection('mails').countDocuments(uncounted));
  await until(async () => (await left()) === 0, { within: 20_000, what: 'all to be counted' });
  assert.equal(await recount('workflows', [project.id]), { code: 0, lines: [] });
});

test('what was written around the service is found and repaired', async () => {
  const completed = JSON.stringify([null, 'COMPLETED', null]);
  await collection('counts').updateOne({ _id: `${id}:${completed}` }, { $inc: { count: 5 } } as object);
  await collection('executions').updateOne({ projectId: project.id } as object, { $set: { status: 'FAILED' } } as object);
  const lines = [
    { service: 'workflows', workflowId: id, stepId: null, what: 'COMPLETED', branch: null, kept: PEOPLE + 5, counted: PEOPLE - 1 },
    { service: 'workflows', workflowId: id, stepId: null, what: 'FAILED', branch: null, kept: 0, counted: 1 },
    { service: 'workflows', workflowId: id, of: 'executions', notes: 1 },
  ];
  assert.equal(await recount('workflows', [project.id]), { code: 1, lines });
  assert.is(await total(), PEOPLE + 5);
  assert.equal(await recount('workflows', [project.id, '--repair']), { code: 0, lines });
  assert.equal([await total(), await recount('workflows', [project.id])], [PEOPLE - 1, { code: 0, lines: [] }]);
});

test('a page of the list, however deep, walks one index as far as the page and reads the page’s documents only', async () => {
  const where = { projectId: project.id, workflowId: id };
  for (const filter of [where, { ...where, status: 'COMPLETED' }]) {
    const plan = await collection('executions')
      .find(filter as object, { projection: { _id: 1 } })
      .sort({ createdAt: -1, _id: -1 })
      .skip(5)
      .limit(4)
      .explain('executionStats');
    const { totalKeysExamined, totalDocsExamined } = plan['executionStats'];
    assert.equal([totalKeysExamined, totalDocsExamined], [9, 0]);
    assert.not.match(JSON.stringify(plan['queryPlanner'].winningPlan), /SORT|COLLSCAN/);
  }
  const all: string[] = is(await api.get(`/workflows/${id}/executions?pageSize=100`), 200).data.map((one: any) => one.id);
  const second: string[] = is(await api.get(`/workflows/${id}/executions?pageSize=5&page=2`), 200).data.map((one: any) => one.id);
  assert.equal(second, all.slice(5, 10));
});

test.run();
