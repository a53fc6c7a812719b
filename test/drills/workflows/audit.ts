/**
 * Executions that have ended, held against the sink, the webhook's server, contacts, the ledger, the timeline, Temporal and the numbers.
 */
import { Client, Connection } from '@temporalio/client';
import type { Findings } from '#test/findings.ts';
import { wrongSentEvents } from '#test/sent-events.ts';
import { until } from '#test/until.ts';
import { executionId } from '#temporal/lifecycle.ts';
import { recount } from '../../../services/workflows/recount.ts';
import { workflowsModels } from '../../../services/workflows/model.ts';
import type { ExecutionDoc } from '../../../services/workflows/model.ts';
import { GOES_ON, callsWebhook } from './graph.ts';
import type { Drilled } from './graph.ts';
import type { Setup } from './setup.ts';

export interface Expected {
  workflow: Drilled;
  /** Contacts, each with one execution. */
  contacts: readonly { id: string; n: number }[];
  /** Ids of mails whose outcome may be unknown. */
  inFlight: ReadonlySet<string>;
}

interface MailRow {
  _id: string;
  to: string;
  status: string;
  workflowExecutionId: string;
}

const SHOWN = 10;

const runOf = ({ runs }: ExecutionDoc, stepId: string) => runs.find((run) => run.stepId === stepId);

/** Nobody lost, nobody twice, all at their end. */
function auditExecutions(findings: Findings, executions: readonly ExecutionDoc[], { contacts }: Expected): void {
  const byContact = Map.groupBy(executions, ({ contactId }) => contactId);
  const stuck = executions.filter(({ status }) => status !== 'COMPLETED');
  for (const { _id, status, exitReason, runs } of stuck.slice(0, SHOWN)) console.log(`    ${_id} ${status} ${exitReason} ${runs.length}`);
  findings.expect('contacts without an execution', contacts.filter(({ id }) => !byContact.has(id)).length, 0);
  findings.expect('contacts with more than one', [...byContact.values()].filter(({ length }) => length > 1).length, 0);
  findings.expect('executions that are not COMPLETED', stuck.length, 0);
}

async function auditMails({ sink, mongo, prefix, projectId }: Setup, findings: Findings, { contacts, inFlight }: Expected): Promise<void> {
  const emails = mongo.useDb(`${prefix}delivery`, { useCache: true }).collection<MailRow>('emails');
  const rows = await emails.find({ projectId } as object, { projection: { to: 1, status: 1, workflowExecutionId: 1 } }).toArray();
  const arrived = Map.groupBy(sink.taken, ({ to }) => to);
  const unknown = rows.filter(({ status }) => status === 'UNKNOWN');
  const missing = rows.filter(({ to }) => !arrived.has(to));
  const lost = missing.filter(({ status }) => status !== 'UNKNOWN');
  for (const { to, status } of missing.slice(0, SHOWN)) console.log(`    did not arrive: ${to}, ${status}`);
  const repeated = [...arrived.values()].filter(({ length }) => length > 1).length;
  findings.row('The mails', {
    executions: contacts.length,
    rows: rows.length,
    arrived: arrived.size,
    unknown: unknown.length,
    'in flight at the kills': inFlight.size,
    lost: lost.length,
    repeated,
  });
  findings.expect(
    'mails, and executions they are of',
    [rows.length, new Set(rows.map((row) => row.workflowExecutionId)).size],
    [contacts.length, contacts.length],
  );
  findings.expect('mails that neither arrived nor are UNKNOWN', lost.length, 0);
  findings.expect('addresses with more than one mail', repeated, 0);
  findings.expect('UNKNOWN mails that no killed process had in flight', unknown.filter(({ _id }) => !inFlight.has(_id)).length, 0);
  const wrong = await wrongSentEvents(mongo, prefix, { projectId });
  for (const line of wrong.slice(0, SHOWN)) console.log(`    ${line}`);
  findings.expect('mails of which the timeline has not what the ledger has', wrong.length, 0);
}

/** Each changed once: its subscription flipped once, whoever repeated the step. */
async function auditContacts({ mongo, prefix, projectId }: Setup, findings: Findings, { contacts }: Expected): Promise<void> {
  const rows = await mongo
    .useDb(`${prefix}contacts`, { useCache: true })
    .collection<{ _id: string; email: string; subscribed: boolean; data: { began?: string } }>('contacts')
    .find({ projectId } as object)
    .toArray();
  const changed = new Map(rows.map((row) => [row._id, row]));
  const wrong = contacts.filter(({ id, n }) => changed.get(id)?.data.began !== String(n) || !changed.get(id)?.subscribed);
  findings.expect('contacts that are not as their execution left them', wrong.length, 0);
  const events = mongo.useDb(`${prefix}events`, { useCache: true }).collection<{ contactId: string }>('events');
  const flips = await events.find({ projectId, name: 'contact.subscribed' } as object).toArray();
  const times = Map.groupBy(flips, ({ contactId }) => contactId);
  findings.expect(
    'contacts whose subscription did not flip exactly once',
    contacts.filter(({ id }) => times.get(id)?.length !== 1).length,
    0,
  );
}

function auditWebhooks({ called }: Setup, findings: Findings, executions: readonly ExecutionDoc[], expected: Expected): void {
  const byExecution = Map.groupBy(called, ({ body }) => JSON.parse(body).execution.id as string);
  const number = new Map(expected.contacts.map(({ id, n }) => [id, n]));
  const calling = executions.filter(({ contactId }) => callsWebhook(number.get(contactId)!));
  const differing = [...byExecution.values()].filter((calls) => new Set(calls.map(({ key, body }) => `${key} ${body}`)).size > 1);
  findings.row('The webhooks', {
    due: calling.length,
    called: called.length,
    'called again': called.length - byExecution.size,
  });
  findings.expect('webhooks never called', calling.filter(({ _id }) => !byExecution.has(_id)).length, 0);
  findings.expect('webhooks called that were not due', byExecution.size - calling.filter(({ _id }) => byExecution.has(_id)).length, 0);
  findings.expect('webhooks whose calls differ in key or body', differing.length, 0);
}

/** An event that came in time ended the wait, by the timeline's own times. */
async function auditWaits(
  { mongo, prefix, projectId }: Setup,
  findings: Findings,
  executions: readonly ExecutionDoc[],
  { workflow }: Expected,
) {
  const events = mongo.useDb(`${prefix}events`, { useCache: true }).collection<{ contactId: string; createdAt: Date }>('events');
  const came = Map.groupBy(await events.find({ projectId, name: GOES_ON } as object).toArray(), ({ contactId }) => contactId);
  const wrong = executions.filter((execution) => {
    const wait = runOf(execution, workflow.steps.wait);
    if (!wait?.scheduledFor) return true;
    const inTime = (came.get(execution.contactId) ?? []).some(
      ({ createdAt }) => createdAt >= wait.startedAt && createdAt <= wait.scheduledFor!,
    );
    return inTime !== (wait.branch === 'EVENT') || execution.exitReason !== (inTime ? 'came' : 'late');
  });
  for (const execution of wrong.slice(0, SHOWN)) {
    const wait = runOf(execution, workflow.steps.wait);
    const times = (came.get(execution.contactId) ?? []).map(({ createdAt }) => createdAt.toISOString());
    console.log(
      `    ${execution._id}: waited ${wait?.startedAt.toISOString()} to ${wait?.scheduledFor?.toISOString()}, ${wait?.branch}, ` +
        `came ${times.join()}`,
    );
  }
  findings.expect('waits that did not end as the timeline says', wrong.length, 0);
}

/** Every execution has one workflow there that completed, and none is open. */
async function auditTemporal({ own }: Setup, findings: Findings, executions: readonly ExecutionDoc[]): Promise<void> {
  const connection = await Connection.connect({ address: own.env['TEMPORAL_ADDRESS']! });
  try {
    const client = new Client({ connection });
    const states = new Map<string, string>();
    const look = async (): Promise<boolean> => {
      for await (const { workflowId, status } of client.workflow.list({ query: "WorkflowType='runExecution'" }))
        states.set(workflowId, status.name);
      return executions.every(({ _id }) => states.get(executionId(_id)) === 'COMPLETED');
    };
    await until(look, { within: 60_000, every: 1_000 }).catch(() => undefined);
    const open = executions.filter(({ _id }) => states.get(executionId(_id)) !== 'COMPLETED');
    findings.expect('executions that Temporal does not have as completed', open.length, 0);
    findings.expect('workflows of Temporal that are no execution', states.size - executions.length, 0);
  } finally {
    await connection.close();
  }
}

/** Kept numbers equal a count of everything, and are what the API shows. */
async function auditNumbers(setup: Setup, findings: Findings, { workflow, contacts }: Expected): Promise<void> {
  const { mongo, prefix, projectId, asked } = setup;
  const models = workflowsModels(mongo.useDb(`${prefix}workflows`, { useCache: true }));
  const isCounted = async (): Promise<boolean> =>
    (await models.executions.countDocuments({ projectId, uncounted: { $exists: true } })) +
      (await models.mails.countDocuments({ projectId, uncounted: { $exists: true } })) ===
    0;
  await until(isCounted, { within: 60_000, every: 300, what: 'all to be counted' });
  findings.expect('kept numbers that differ from a count of all executions and mails', await recount(models, projectId, false), []);
  const { total } = await asked('GET', `/workflows/${workflow.id}/executions?status=COMPLETED`);
  const { steps } = await asked('GET', `/workflows/${workflow.id}/stats`);
  findings.expect(
    'completed by the list, entered by the first and last wait of the stats',
    [total, steps[0].entered, steps.find(({ stepId }: any) => stepId === workflow.steps.wait).completed],
    [contacts.length, contacts.length, contacts.length],
  );
}

export async function audit(setup: Setup, findings: Findings, expected: Expected): Promise<void> {
  const { mongo, prefix, projectId } = setup;
  const executions = await workflowsModels(mongo.useDb(`${prefix}workflows`, { useCache: true }))
    .executions.find({ projectId })
    .lean<ExecutionDoc[]>();
  auditExecutions(findings, executions, expected);
  await auditMails(setup, findings, expected);
  await auditContacts(setup, findings, expected);
  auditWebhooks(setup, findings, executions, expected);
  await auditWaits(setup, findings, executions, expected);
  await auditTemporal(setup, findings, executions);
  await auditNumbers(setup, findings, expected);
}
