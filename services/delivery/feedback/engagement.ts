/** Writes down opens and clicks: counters, first times, status and facts, in one change of the row (contract "Send pipeline: Counts"). */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Model } from 'mongoose';
import { writesOf } from '#kit/store/bulk-write.ts';
import { pending } from '#kit/facts/outbox.ts';
import type { PendingFact } from '#kit/facts/outbox.ts';
import { createBatcher } from '#kit/store/batcher.ts';
import type { EmailRow } from '../domain/email.ts';
import { emailFact } from '../domain/email-fact.ts';
import { BURST, BURST_MS, LINK_MAX, LINKS_MAX, machineOf } from '../domain/machines.ts';
import type { Visit } from '../domain/machines.ts';
import { FIELDS, givingWayTo } from '../domain/tracking.ts';
import type { CampaignMails, CountTransition } from '../ledger/ledger.ts';

export interface Hit extends Omit<Visit, 'sinceSentMs'> {
  projectId: string;
  emailId: string;
  at: Date;
  /** Where a click led. */
  link: string | null;
}

export interface EngagementRecorderParts {
  model: Model<EmailRow>;
  /** Mails of campaigns, which have rows of their own only for what happens to them alone. */
  slots: CampaignMails;
  processId: string;
  id: () => string;
  countTransition: CountTransition;
  /** Wakes the relay: facts were written. */
  hint: () => void;
}

export type EngagementRecorder = (hit: Hit) => Promise<void>;

/**
 * A mail may be opened before its acceptance is written down: that is waited for, so that the status of the two is the later one, but not
 * longer than who opened it waits for the picture.
 */
const OUTCOME_RETRY_MS = 50;
const OUTCOME_TRIES = 40;

const KNOWN = {
  subject: 1,
  from: 1,
  fromName: 1,
  templateId: 1,
  campaignId: 1,
  sourceType: 1,
  contactId: 1,
  status: 1,
  sentAt: 1,
  to: 1,
  attachments: 1,
} as const;
type Known = Pick<EmailRow, '_id' | keyof typeof KNOWN>;

/** An expression of the database: the rule that says that a machine did it, or null. */
type Machine = string | null | object;

const zeroIfAbsent = (field: string) => ({ $ifNull: [`$${field}`, 0] });
const one = (machine: Machine) =>
  typeof machine === 'object' && machine !== null ? { $cond: [{ $eq: [machine, null] }, 1, 0] } : +!machine;

/** By which rule each hit is a machine's. Whether the first click follows close upon another link only the row itself can say. */
function machinesOf({ sentAt }: Known, hits: readonly Hit[]): Machine[] {
  return hits.map((hit, index): Machine => {
    const rule = machineOf({ ...hit, sinceSentMs: sentAt ? hit.at.getTime() - sentAt.getTime() : -1 });
    if (rule !== null || hit.kind === 'open') return rule;
    const before = hits[index - 1];
    if (before) return before.link !== hit.link && hit.at.getTime() - before.at.getTime() < BURST_MS ? BURST.id : null;
    const isOther = { $ne: ['$lastClick.link', { $literal: linkOf(hit) }] };
    const isClose = { $gt: ['$lastClick.at', new Date(hit.at.getTime() - BURST_MS)] };
    return { $cond: [{ $and: [isOther, isClose] }, BURST.id, null] };
  });
}

const linkOf = ({ link }: Hit): string => (link ?? '').slice(0, LINK_MAX);

/** What the row keeps of its links: those it has with more clicks, and new ones behind them. */
function followed(hits: readonly Hit[], machines: readonly Machine[]): object {
  const known = { $ifNull: ['$links', []] };
  const clicks = [...Map.groupBy(hits.keys(), (index) => linkOf(hits[index]!))].map(([link, own]) => ({
    link,
    clicks: own.length,
    humanClicks: { $add: own.map((index) => one(machines[index]!)) },
  }));
  type Field = 'clicks' | 'humanClicks';
  const addend = (field: Field) =>
    clicks.reduce<unknown>((rest, click) => ({ $cond: [{ $eq: ['$$this.link', { $literal: click.link }] }, click[field], rest] }), 0);
  const more = (field: Field) => ({ $add: [`$$this.${field}`, addend(field)] });
  const raised = { $map: { input: known, in: { link: '$$this.link', clicks: more('clicks'), humanClicks: more('humanClicks') } } };
  const fresh = clicks.map(({ link, ...counts }) => ({
    $cond: [{ $in: [{ $literal: link }, { $ifNull: ['$links.link', []] }] }, [], [{ link: { $literal: link }, ...counts }]],
  }));
  return { $slice: [{ $concatArrays: [raised, ...fresh] }, LINKS_MAX] };
}

/**
 * One update for all hits of a kind on one row. The counters are the database's at that moment, so that each fact's number and
 * "first" are right however many processes count at once.
 */
function changeOf(row: Known, hits: readonly Hit[], { id, processId }: Pick<EngagementRecorderParts, 'id' | 'processId'>): object[] {
  const [first] = hits as [Hit];
  const { count, human, fact, firstAt, isFirst, status } = FIELDS[first.kind];
  const [counted, countedHuman] = [zeroIfAbsent(count), zeroIfAbsent(human)];
  const machines = machinesOf(row, hits);
  const people = machines.map(one);
  // What a mail counts is said where it was sent alone.
  const { to: _to, attachments: _attachments, ...plain } = row;
  const factOf = (name: string, { at, of = plain, own }: { at: Date; of?: object; own: Record<string, unknown> }): PendingFact =>
    pending({
      ...emailFact(name, of as EmailRow, own),
      id: id(),
      projectId: first.projectId,
      at: at.toISOString(),
      contactId: row.contactId,
      emailId: row._id,
    });
  const facts = hits.map(({ at, link }, index) => {
    const engagementFact = factOf(fact, { at, own: { ...(link === null ? {} : { link }), [firstAt]: at.toISOString() } });
    const isHuman = { $eq: [people[index]!, 1] };
    const exact = {
      [count]: { $add: [counted, index + 1] },
      [isFirst]: index === 0 ? { $eq: [counted, 0] } : { $literal: false },
      human: isHuman,
      isFirstHuman: { $and: [isHuman, { $eq: [{ $add: [countedHuman, ...people.slice(0, index)] }, 0] }] },
      machine: machines[index]!,
    };
    return { $mergeObjects: [{ $literal: engagementFact }, { data: { $mergeObjects: [{ $literal: engagementFact.data }, exact] } }] };
  });
  const advances = { $in: ['$status', givingWayTo(status)] };
  // The provider's answer was lost: that it is read says that it was sent, too.
  const unheard = { $and: [{ $eq: ['$status', 'UNKNOWN'] }, { $not: [{ $gt: ['$sentAt', null] }] }] };
  const sent = factOf('email.sent', { at: first.at, of: row, own: { sentAt: first.at.toISOString() } });
  const step = { $literal: { at: first.at, to: status, by: processId } };
  const last = hits.at(-1)!;
  const click = { links: followed(hits, machines), lastClick: { $literal: { link: linkOf(last), at: last.at } } };
  return [
    {
      $set: {
        [count]: { $add: [counted, hits.length] },
        [human]: { $add: [countedHuman, ...people] },
        ...(first.kind === 'click' ? click : {}),
        [firstAt]: { $ifNull: [`$${firstAt}`, first.at] },
        sentAt: { $cond: [unheard, first.at, '$sentAt'] },
        status: { $cond: [advances, status, '$status'] },
        // A mail of unknown outcome that is read did arrive: nothing is left to do.
        dueAt: { $cond: [advances, '$$REMOVE', '$dueAt'] },
        trace: { $concatArrays: [{ $ifNull: ['$trace', []] }, { $cond: [advances, [step], []] }] },
        outbox: { $concatArrays: [{ $ifNull: ['$outbox', []] }, { $cond: [unheard, [{ $literal: sent }], []] }, facts] },
        updatedAt: first.at,
      },
    },
  ];
}

export function createEngagementRecorder({
  model,
  slots,
  processId,
  id,
  countTransition,
  hint,
}: EngagementRecorderParts): EngagementRecorder {
  async function rowsOf(hits: readonly Hit[]): Promise<Map<string, Known>> {
    const projects = Map.groupBy(hits, ({ projectId }) => projectId);
    const found = await Promise.all(
      [...projects].map(([projectId, own]) =>
        model.find({ projectId, _id: { $in: [...new Set(own.map(({ emailId }) => emailId))] } }, KNOWN).lean<Known[]>(),
      ),
    );
    return new Map(found.flat().map((row) => [row._id, row]));
  }

  /** Rows of all that have or can be given one; campaign mails whose acceptance is not written down yet are as they stand. */
  async function knownOf(hits: readonly (Hit & { last: boolean })[]): Promise<Map<string, Known>> {
    const rows = await rowsOf(hits);
    const others = hits.filter(({ emailId }) => !rows.has(emailId));
    if (others.length === 0) return rows;
    const ids = [...new Set(others.map(({ emailId }) => emailId))];
    await slots.materialise(ids);
    const late = others.filter(({ last }) => last);
    if (late.length > 0) await slots.materialiseInFlight([...new Set(late.map(({ emailId }) => emailId))]);
    const made = await rowsOf(others);
    const standing = (await slots.find(ids)).filter(({ _id, projectId }) =>
      others.some((hit) => hit.emailId === _id && hit.projectId === projectId),
    );
    return new Map([...standing.filter(({ status }) => status === 'SENDING').map((row) => [row._id, row] as const), ...rows, ...made]);
  }

  /** False for a hit whose row is still being handed over. */
  const record = createBatcher<Hit & { last: boolean }, boolean>({
    write: async (hits) => {
      const rows = await knownOf(hits);
      const ready = hits.map(({ emailId, last }) => last || rows.get(emailId)?.status !== 'SENDING');
      const groups = Map.groupBy(
        hits.filter(({ emailId }, index) => ready[index] && rows.has(emailId)),
        ({ kind, emailId }) => `${kind} ${emailId}`,
      );
      if (groups.size > 0) {
        await model.bulkWrite(
          writesOf(
            [...groups.values()].map((own) => {
              const { emailId, projectId } = own[0]!;
              return { updateOne: { filter: { _id: emailId, projectId }, update: changeOf(rows.get(emailId)!, own, { id, processId }) } };
            }),
          ),
          { ordered: false },
        );
        for (const own of groups.values()) {
          const { emailId, kind } = own[0]!;
          const [row, { status }] = [rows.get(emailId)!, FIELDS[kind]];
          if (givingWayTo(status).includes(row.status)) countTransition(row, status);
        }
        hint();
      }
      return ready;
    },
  });

  /** Rows that are gone count nothing. */
  return async (hit) => {
    for (let attempt = 1; ; attempt += 1) {
      if (await record({ ...hit, last: attempt === OUTCOME_TRIES })) return;
      await sleep(OUTCOME_RETRY_MS);
    }
  };
}
