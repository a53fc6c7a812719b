/** Holds mails that were asked for against the sink's own record and against the ledger. */
import type { Connection } from 'mongoose';
import type { Sent } from './idempotent-client.ts';
import type { SmtpSink } from './smtp.ts';
import { until } from './until.ts';

export interface SentMail {
  mails: number;
  /** Answered with 5xx; they may have left, once. */
  refused: number;
  notArrived: number;
  /** Neither arrived nor UNKNOWN. */
  lost: number;
  repeated: number;
  /** Those whose outcome was unknown at some time. */
  unknown: number;
  /** Each a promise that was broken. */
  broken: string[];
}

interface Row {
  _id: string;
  to: string;
  status: string;
  dueAt?: Date;
  trace: { to: string }[];
}

export interface AuditedMails {
  mails: readonly Sent[];
  /** Ids of rows that a killed process had in flight, or whose provider never said what became of them. */
  mayBeUnknown: (row: { _id: string; to: string }) => boolean;
}

export interface SentMailAudit {
  /** Waits until every row is at its end, or for so long; what is missing shows in the audit. */
  settled(within: number): Promise<void>;
  audit(group: AuditedMails): Promise<SentMail>;
}

/** @param delivery delivery's database */
export function createSentMailAudit(delivery: Connection, projectId: string, sink: SmtpSink): SentMailAudit {
  const emails = delivery.collection<Row>('emails');

  async function settled(within: number): Promise<void> {
    const open = { projectId, dueAt: { $exists: true } };
    await until(async () => (await emails.countDocuments(open as never)) === 0, { within, every: 300 }).catch(() => undefined);
  }

  /** What is wrong with one mail, by what is known of it. */
  function judge(
    { to, marketing, answered }: Sent,
    own: readonly Row[],
    times: number,
    mayBeUnknown: AuditedMails['mayBeUnknown'],
  ): string[] {
    const wasUnknown = own.some(({ trace }) => trace.some((step) => step.to === 'UNKNOWN'));
    const broken: string[] = [];
    if (own.length > 1 || (own.length === 0 && answered === 'taken')) broken.push(`${to} has ${own.length} rows`);
    if (times === 0 && own[0]?.status !== 'UNKNOWN' && (answered === 'taken' || own.length > 0))
      broken.push(`${to} is lost: ${own[0]?.status}`);
    if (times > 1 && (marketing || !wasUnknown || times > 2))
      broken.push(`${to} (${marketing ? 'marketing' : 'transactional'}) came ${times} times`);
    if (wasUnknown && !own.some(mayBeUnknown)) broken.push(`${to} was UNKNOWN, and no killed process had it in flight`);
    return broken;
  }

  async function audit({ mails, mayBeUnknown }: AuditedMails): Promise<SentMail> {
    const asked = { projectId, to: { $in: mails.map(({ to }) => to) } };
    const found = await emails.find(asked as never, { projection: { to: 1, status: 1, trace: 1 } }).toArray();
    const rows = Map.groupBy(found, ({ to }) => to);
    const arrived = Map.groupBy(sink.taken, ({ to }) => to);
    const result: SentMail = { mails: mails.length, refused: 0, notArrived: 0, lost: 0, repeated: 0, unknown: 0, broken: [] };
    for (const mail of mails) {
      const [own, times] = [rows.get(mail.to) ?? [], arrived.get(mail.to)?.length ?? 0];
      const broken = judge(mail, own, times, mayBeUnknown);
      result.broken.push(...broken);
      if (mail.answered !== 'taken') result.refused += 1;
      if (times === 0 && own.length > 0) result.notArrived += 1;
      if (broken.some((line) => line.includes(' is lost'))) result.lost += 1;
      if (times > 1) result.repeated += 1;
      if (own.some(({ trace }) => trace.some((step) => step.to === 'UNKNOWN'))) result.unknown += 1;
    }
    return result;
  }

  return { settled, audit };
}
