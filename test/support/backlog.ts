/** One project's backlog of bulk mail beside another's transactional mail: who waits how long, who gets what share. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import mongoose from 'mongoose';
import type { Collection } from 'mongoose';
import type { Services } from '#local/services.ts';
import { UNTOUCHED } from '#services/delivery/domain/email.ts';
import { account, api } from './client.ts';
import { quantile } from './quantile.ts';
import type { SmtpSink } from './smtp.ts';
import type { OwnStack } from './stack.ts';
import { until } from './until.ts';

export interface BacklogRun {
  own: OwnStack;
  services: Services;
  sink: SmtpSink;
  /** Bulk mails of each of two projects. */
  backlog: number;
  seconds: number;
  /** Transactional mails a second of a third project. */
  perSecond: number;
}

export interface BacklogResult {
  /** Milliseconds from the request to the whole mail at the sink, of the transactional mails. */
  p50: number;
  p99: number;
  /** Transactional mails: asked for, answered with 200, arrived. */
  urgent: { asked: number; accepted: number; arrived: number };
  /** Bulk mails that arrived meanwhile, a project each. */
  bulk: [number, number];
  /** Mails that arrived a second, all together. */
  rate: number;
  /** Sentences about mails that the sink and the ledger do not agree on, or that came twice. */
  unaccounted: string[];
}

const PAGE = 2_000;
const WARM = 10;

interface Bulk {
  projectId: string;
  contactId: string;
  from: string;
}

/**
 * A row of bulk mail that is due, of no campaign. Of transactional class: nobody need be subscribed to it; that the contact is there is
 * enough.
 */
function bulkRow({ projectId, contactId, from }: Bulk, n: number, now: Date): object {
  return {
    _id: randomUUID(),
    projectId,
    contactId,
    to: `bulk-${n}@${projectId}.example`,
    toName: null,
    language: 'en',
    subject: 'News',
    body: `<p>${'news '.repeat(40)}</p>`,
    bodyHash: null,
    from,
    fromName: 'News',
    replyTo: from,
    headers: [],
    attachments: [],
    sourceType: 'CAMPAIGN',
    class: 'TRANSACTIONAL',
    templateId: null,
    campaignId: null,
    workflowExecutionId: null,
    workflowStepExecutionId: null,
    status: 'PENDING',
    priority: 10,
    dueAt: now,
    ...UNTOUCHED,
    trace: [{ at: now, to: 'PENDING', by: 'test' }],
    createdAt: now,
    updatedAt: now,
  };
}

/** Every mail that left by the ledger arrived, once; every other one waits there, and none is between. */
async function unaccounted(emails: Collection<any>, sink: SmtpSink): Promise<string[]> {
  const arrived = Map.groupBy(sink.taken, ({ to }) => to);
  const rows = await emails.find({}, { projection: { to: 1, status: 1, sentAt: 1 } }).toArray();
  const known = new Set(rows.map(({ to }) => to as string));
  return [
    ...rows.flatMap(({ to, status, sentAt }) => {
      const times = arrived.get(to)?.length ?? 0;
      return times === (sentAt ? 1 : 0) && status !== 'SENDING' ? [] : [`${to} is ${status} and arrived ${times} times`];
    }),
    ...[...arrived.keys()].filter((to) => !known.has(to)).map((to) => `${to} arrived and is in no ledger`),
  ];
}

/** Stops the services in the end: what is in the ledger then holds still. */
export async function runBacklog({ own, services, sink, backlog, seconds, perSecond }: BacklogRun): Promise<BacklogResult> {
  const { url } = services;
  const connection = await mongoose.createConnection(own.stack.urls.MONGODB_URI!).asPromise();
  const emails = connection.useDb(`${own.env['MONGODB_PREFIX']}delivery`).collection('emails');
  const bulkOf = async (): Promise<Bulk> => {
    const { project, domain } = await account(url);
    const { body } = await api(url, project.secret).post('/contacts', { email: 'reader@example.com' });
    return { projectId: project.id, contactId: body.id, from: `news@${domain}` };
  };
  const [one, two, urgent] = [await bulkOf(), await bulkOf(), await account(url)];
  for (let n = 0; n < backlog; n += PAGE) {
    const now = new Date();
    const rows = (bulk: Bulk) => Array.from({ length: Math.min(PAGE, backlog - n) }, (_, k) => bulkRow(bulk, n + k, now));
    // One after the other: the second project's backlog is younger, and must not wait for the first's.
    await emails.insertMany([...rows(one), ...rows(two)] as never, { ordered: false });
  }
  const client = api(url, urgent.project.secret);
  const from = `hello@${urgent.domain}`;
  const send = (to: string) => client.post('/v1/send', { to, from, subject: 'Code', body: '<p>Code</p>' });
  // A process answers its first requests slower than all others.
  for (let n = 0; n < WARM; n += 1) await send(`warm-${n}@example.com`);
  await until(() => sink.taken.filter(({ to }) => to.startsWith('warm-')).length === WARM, { within: 60_000, what: 'the first mails' });

  const asked = new Map<string, number>();
  let accepted = 0;
  const requests: Promise<void>[] = [];
  const begun = Date.now();
  for (let n = 0; n < seconds * perSecond; n += 1) {
    const to = `urgent-${n}@example.com`;
    asked.set(to, Date.now());
    requests.push(send(to).then(({ status }) => void (accepted += status === 200 ? 1 : 0)));
    await sleep(Math.max(0, begun + ((n + 1) * 1_000) / perSecond - Date.now()));
  }
  const ended = Date.now();
  await Promise.allSettled(requests);
  const urgentTaken = () => sink.taken.filter(({ to }) => asked.has(to));
  // What is missing shows in the counts.
  await until(() => urgentTaken().length >= accepted, { within: 30_000, every: 100 }).catch(() => undefined);
  await services.stop();
  const waits = urgentTaken()
    .map(({ to, at }) => at - asked.get(to)!)
    .sort((a, b) => a - b);
  const meanwhile = sink.taken.filter(({ at }) => at >= begun && at < ended);
  const ofProject = ({ projectId }: Bulk): number => meanwhile.filter(({ to }) => to.endsWith(`@${projectId}.example`)).length;
  const result = {
    p50: quantile(waits, 0.5, Infinity),
    p99: quantile(waits, 0.99, Infinity),
    urgent: { asked: asked.size, accepted, arrived: waits.length },
    bulk: [ofProject(one), ofProject(two)] as [number, number],
    rate: (meanwhile.length * 1_000) / (ended - begun),
    unaccounted: await unaccounted(emails, sink),
  };
  await connection.close();
  return result;
}
