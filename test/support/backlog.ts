/** One project's backlog of bulk mail beside another's transactional mail: who waits how long, who gets what share. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import mongoose from 'mongoose';
import { account, api } from './client.ts';
import type { TestAccount } from './client.ts';
import type { OwnStack } from './stack.ts';

export interface BacklogRun {
  /** Bulk mails of each of two projects. */
  backlog: number;
  seconds: number;
  /** Transactional mails a second of a third project. */
  perSecond: number;
}

export interface BacklogResult {
  /** Milliseconds from acceptance to the mark, of the transactional mails. */
  p50: number;
  p99: number;
  urgent: number;
  /** Bulk mails that left meanwhile, a project each. */
  bulk: [number, number];
  /** Mails that left a second, all together. */
  rate: number;
}

const PAGE = 2_000;
const WARM = 10;

/** A row of bulk mail that is due, of no mailing. Of transactional class: nobody need be subscribed to it; that the contact is there is enough. */
function bulkRow(projectId: string, contactId: string, from: string, n: number, now: Date): object {
  return {
    _id: randomUUID(), projectId, contactId, to: `bulk-${n}@example.com`, toName: null, language: 'en', subject: 'News', body: `<p>${'news '.repeat(40)}</p>`, bodyHash: null, from, fromName: 'News',
    replyTo: from, headers: [], attachments: [], sourceType: 'CAMPAIGN', class: 'TRANSACTIONAL', templateId: null, campaignId: null, workflowExecutionId: null, workflowStepExecutionId: null, status: 'PENDING',
    priority: 10, dueAt: now, attempt: 0, sentAt: null, deliveredAt: null, openedAt: null, clickedAt: null, bouncedAt: null, complainedAt: null, opens: 0, clicks: 0, error: null,
    trace: [{ at: now, to: 'PENDING', by: 'test' }], createdAt: now, updatedAt: now,
  };
}

const at = (sorted: number[], share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Infinity;

export async function runBacklog(own: OwnStack, url: string, { backlog, seconds, perSecond }: BacklogRun): Promise<BacklogResult> {
  const connection = await mongoose.createConnection(own.stack.urls.MONGODB_URI!).asPromise();
  const emails = connection.useDb(`${own.env['MONGODB_PREFIX']}delivery`).collection('emails');
  const [one, two, urgent] = [await account(url), await account(url), await account(url)];
  const [reader, other] = await Promise.all([one, two].map(async ({ project }): Promise<string> => (await api(url, project.secret).post('/contacts', { email: 'reader@example.com' })).body.id)) as [string, string];
  for (let n = 0; n < backlog; n += PAGE) {
    const now = new Date();
    const rows = ({ project, domain }: TestAccount, contactId: string) => Array.from({ length: Math.min(PAGE, backlog - n) }, (_, k) => bulkRow(project.id, contactId, `news@${domain}`, n + k, now));
    // One after the other: the second project's backlog is younger, and must not wait for the first's.
    await emails.insertMany([...rows(one, reader), ...rows(two, other)] as never, { ordered: false });
  }
  const left = (projectId: string, since: Date) => emails.countDocuments({ projectId, sentAt: { $gte: since } });
  const client = api(url, urgent.project.secret);
  const send = (n: number) => client.post('/v1/send', { to: `urgent-${n}@example.com`, from: `hello@${urgent.domain}`, subject: 'Code', body: '<p>Code</p>' });
  // A process answers its first requests slower than all others.
  for (let n = 0; n < WARM; n += 1) await send(n);
  await sleep(2_000);
  const since = new Date();
  for (let n = 0; n < seconds * perSecond; n += 1) {
    void send(n).catch(() => undefined);
    await sleep(Math.max(0, since.getTime() + ((n + 1) * 1_000) / perSecond - Date.now()));
  }
  const bulk = await Promise.all([left(one.project.id, since), left(two.project.id, since)]);
  const elapsed = (Date.now() - since.getTime()) / 1_000;
  await sleep(2_000);
  const sent = await emails.find({ projectId: urgent.project.id, createdAt: { $gte: since } }, { projection: { createdAt: 1, sentAt: 1 } }).toArray();
  const waits = sent.map(({ createdAt, sentAt }) => (sentAt ? Number(sentAt) - Number(createdAt) : Infinity)).sort((a, b) => a - b);
  await connection.close();
  return { p50: at(waits, 0.5), p99: at(waits, 0.99), urgent: waits.length, bulk: bulk as [number, number], rate: (bulk[0]! + bulk[1]! + waits.length) / elapsed };
}
