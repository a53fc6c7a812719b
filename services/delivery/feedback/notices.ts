/**
 * Writes down what providers and mail servers report (contract "Provider notifications"): each notice once, each request whole or not at
 * all.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientSession, Model } from 'mongoose';
import { filterOf, writesOf } from '#kit/store/bulk-write.ts';
import type { Update } from '#kit/store/bulk-write.ts';
import { pending } from '#kit/facts/outbox.ts';
import type { PendingFact } from '#kit/facts/outbox.ts';
import { fault, notFound } from '#kit/errors.ts';
import { acrossProjects } from '#kit/store/tenancy.ts';
import type { EmailRow, Step } from '../domain/email.ts';
import { messageIdOf } from '../domain/email.ts';
import type { InboundMessage } from '../domain/inbound-message.ts';
import type { Report } from '../domain/report.ts';
import type { Status } from '../domain/states.ts';
import { effectOf } from '../domain/report.ts';
import type { InboundMail } from './inbound-mail.ts';
import type { NoticeRow } from '../model.ts';
import type { CampaignMails, CountTransition } from '../ledger/ledger.ts';
import { createReceipts } from './receipts.ts';

export interface Reference {
  emailId?: string | null | undefined;
  messageId?: string | null | undefined;
}

/** One notice under its replay key. */
export type Reported = { key: string } & ({ about: Reference; report: Report } | { mail: InboundMessage });
type About = Extract<Reported, { report: Report }>;
type Came = Extract<Reported, { mail: InboundMessage }>;

export interface NoticeRecorderParts {
  model: Model<EmailRow>;
  slots: CampaignMails;
  keys: Model<NoticeRow>;
  inboundMail: InboundMail;
  /** How long a notice is known again, in ms. */
  retentionMs: number;
  processId: string;
  id: () => string;
  clock: () => Date;
  countTransition: CountTransition;
  /** Wakes the relay: facts were written. */
  hint: () => void;
}

export interface NoticeRecorder {
  /** Faults RESOURCE_NOT_FOUND for an unknown mail. */
  check(about: Reference): Promise<void>;
  /**
   * Answers whether all of it was known before. Faults: BAD_REQUEST when a notice names no mail, RESOURCE_NOT_FOUND for an unknown one,
   * SERVICE_UNAVAILABLE while a copy is in flight; then nothing happened, and it may be sent again.
   */
  record(reported: readonly Reported[]): Promise<{
    duplicate: boolean;
  }>;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const KNOWN = { body: 0, headers: 0 };
/** A report may be quicker than the acceptance it follows: that is waited for, so that the ledger holds both. */
const OUTCOME_RETRY_MS = 50;
const OUTCOME_TRIES = 40;

const bare = (messageId: string) => messageId.trim().replace(/^<|>$/g, '');

export function createNoticeRecorder({
  model,
  slots,
  keys,
  inboundMail,
  retentionMs,
  processId,
  id,
  clock,
  countTransition,
  hint,
}: NoticeRecorderParts): NoticeRecorder {
  const once = createReceipts(keys, retentionMs, clock);

  type Sight = Pick<EmailRow, '_id' | 'projectId' | 'from' | 'messageId' | 'status' | 'sourceType'> & { rowless?: boolean };
  const find = (filter: Readonly<Record<string, unknown>>) =>
    acrossProjects(model.find(filterOf(filter), { projectId: 1, from: 1, messageId: 1, status: 1, sourceType: 1 })).lean<Sight[]>();

  /** Rows by what names them; inbound mail is nobody's to report on. Faults RESOURCE_NOT_FOUND when one is missing. */
  async function rowsOf(items: readonly About[], isLast = false): Promise<Map<About, Sight>> {
    const asked = items.map((item) => ({
      item,
      emailId: item.about.emailId?.trim().toLowerCase(),
      messageId: item.about.messageId ? bare(item.about.messageId) : undefined,
    }));
    if (asked.some(({ emailId, messageId }) => !emailId && !messageId)) throw fault('BAD_REQUEST', { message: 'The notice names no mail' });
    const ids = asked
      .map(({ emailId, messageId }) => emailId ?? messageId!.slice(0, messageId!.lastIndexOf('@')))
      .filter((text) => UUID.test(text));
    const messageIds = asked.flatMap(({ emailId, messageId }) => (emailId ? [] : [messageId!]));
    const [byId, byMessage] = await Promise.all([
      ids.length > 0 ? find({ _id: { $in: ids } }) : [],
      messageIds.length > 0 ? find({ messageId: { $in: messageIds } }) : [],
    ]);
    const known = [
      ...byId,
      ...byMessage,
      ...(await slotsOf(
        ids.filter((one) => !byId.some(({ _id }) => _id === one)),
        isLast,
      )),
    ].filter(({ sourceType }) => sourceType !== 'INBOUND');
    const [rowOf, rowNamed] = [new Map(known.map((row) => [row._id, row])), new Map(known.map((row) => [messageIdOf(row), row]))];
    return new Map(
      asked.map(({ item, emailId, messageId }) => {
        const row = emailId ? rowOf.get(emailId) : rowNamed.get(messageId!);
        if (!row)
          throw notFound('RESOURCE_NOT_FOUND', { resource: 'Email', id: emailId ?? messageId! }, 'The notice is about an unknown mail');
        return [item, row];
      }),
    );
  }

  /** Campaign mails are given rows; those whose acceptance is not written down yet are as they stand. */
  async function slotsOf(ids: readonly string[], isLast: boolean): Promise<Sight[]> {
    if (ids.length === 0) return [];
    await slots.materialise(ids);
    if (isLast) await slots.materialiseInFlight(ids);
    const made = await find({ _id: { $in: ids } });
    const standing = (await slots.find(ids)).filter(({ _id }) => !made.some((row) => row._id === _id));
    return [...made, ...standing.map((row) => ({ ...row, rowless: true }))];
  }

  async function settledRows(items: readonly About[]): Promise<Map<About, Sight>> {
    for (let attempt = 1; ; attempt += 1) {
      const rows = await rowsOf(items, attempt === OUTCOME_TRIES);
      const isRowless = [...rows.values()].some(({ rowless }) => rowless);
      // Nothing says that it may have left: who reports comes again.
      if (attempt === OUTCOME_TRIES && isRowless) throw fault('SERVICE_UNAVAILABLE', { message: 'The mail has not been handed over' });
      if (attempt === OUTCOME_TRIES || ![...rows.values()].some(({ status }) => status === 'SENDING')) return rows;
      await sleep(OUTCOME_RETRY_MS);
    }
  }

  /** All reports about one row, in their order, as one change of it. */
  function changeOf(row: EmailRow, reports: readonly Report[], now: Date): { status: Status; update: Update } {
    const [steps, facts]: [Step[], PendingFact[]] = [[], []];
    let [set, over]: [Partial<EmailRow>, boolean] = [{}, false];
    for (const report of reports) {
      const effect = effectOf({ ...row, ...set, trace: [...row.trace, ...steps] }, report, { now, by: processId });
      set = { ...set, ...effect.set };
      over ||= effect.countTransition;
      steps.push(...effect.steps);
      facts.push(
        ...effect.facts.map(({ name, data }) =>
          pending({
            id: id(),
            projectId: row.projectId,
            name,
            at: now.toISOString(),
            contactId: row.contactId || null,
            emailId: row._id,
            data,
          }),
        ),
      );
    }
    return {
      status: set.status ?? row.status,
      update: {
        $set: { ...set, updatedAt: now },
        ...(over ? { $unset: { dueAt: 1 } } : {}),
        $push: { outbox: { $each: facts }, ...(steps.length > 0 ? { trace: { $each: steps } } : {}) },
      },
    };
  }

  async function writeReports(sights: ReadonlyMap<About, Sight>, session: ClientSession): Promise<void> {
    if (sights.size === 0) return;
    const now = clock();
    const own = Map.groupBy(sights.keys(), (item) => sights.get(item)!._id);
    const rows = await acrossProjects(model.find({ _id: { $in: [...own.keys()] } }, KNOWN).session(session)).lean<EmailRow[]>();
    const changes = rows.map((row) => ({
      row,
      ...changeOf(
        row,
        own.get(row._id)!.map(({ report }) => report),
        now,
      ),
    }));
    await model.bulkWrite(
      writesOf(changes.map(({ row: { _id, projectId }, update }) => ({ updateOne: { filter: { _id, projectId }, update } }))),
      { session, ordered: false },
    );
    for (const { row, status } of changes) if (status !== row.status) countTransition(row, status);
  }

  return {
    async check(about: Reference): Promise<void> {
      await rowsOf([{ key: '', about, report: { kind: 'delivery', at: clock() } }]);
    },

    async record(reported: readonly Reported[]): Promise<{ duplicate: boolean }> {
      const unseen = await once.unseen([...new Set(reported.map(({ key }) => key))]);
      if (unseen.size === 0) return { duplicate: reported.length > 0 };
      const items = [
        ...new Map(
          reported
            .filter(({ key }) => unseen.has(key))
            .toReversed()
            .map((item) => [item.key, item]),
        ).values(),
      ].toReversed();
      await once.once([...unseen], async () => {
        const sights = await settledRows(items.filter((item): item is About => 'report' in item));
        const inserts = (
          await Promise.all(items.filter((item): item is Came => 'mail' in item).map(({ key, mail }) => inboundMail(key, mail)))
        ).flat();
        return async (session) => {
          await writeReports(sights, session);
          // A mail that comes again after its key was forgotten has its row already.
          const operations = inserts.map(({ _id, projectId, ...row }) => ({
            updateOne: { filter: { _id, projectId }, update: { $setOnInsert: row }, upsert: true },
          }));
          if (operations.length > 0)
            countTransition(
              { sourceType: 'INBOUND' },
              'RECEIVED',
              (await model.bulkWrite(writesOf(operations), { session, ordered: false })).upsertedCount,
            );
        };
      });
      hint();
      return { duplicate: false };
    },
  };
}
