/**
 * How mail fares by the domain of its recipients (contract 4.9 "Analytics"): mails accepted in a stretch of time, whole UTC days, by what
 * has become of them. What was counted of a day is kept, and counted anew behind the questions: a day's figures are seconds old while mail
 * leaves, a minute to some hours later on. Nothing is paid when mail is sent.
 */
import type { Model } from 'mongoose';
import { countLasts } from '#kit/limits/long-counts.ts';
import { DAY_MS, ANALYTICS_DAYS, windowOf } from '#kit/time-window.ts';
import type { Window } from '#kit/time-window.ts';
import type { DeliverabilityRequest, DomainFigures } from '#proto/delivery/v1/delivery.ts';
import type { BounceClass } from '../domain/bounce-class.ts';
import { bounceClassOf, ENHANCED_CODE } from '../domain/bounce-class.ts';
import type { EmailRow } from '../domain/email.ts';
import type { DayFigures, DeliverabilityRow } from '../model.ts';
import type { CampaignMailDomains } from './campaign-mails.ts';

export interface DeliverabilityParts {
  emails: Model<EmailRow>;
  kept: Model<DeliverabilityRow>;
  /** Campaign mails that have no row. */
  campaignMails: CampaignMailDomains;
  clock: () => Date;
}

export interface Deliverability {
  /** Most mails first. */
  list(projectId: string, request: DeliverabilityRequest): Promise<DomainFigures[]>;
}

/** Domains kept of a day; what is behind them is under ''. */
const MOST_DOMAINS = 1_000;
const HOUR_MS = 3_600_000;
/** How old a count may be before it is made anew, by the age of its day. */
const LASTS: readonly { olderThanMs: number; lastsMs: number }[] = [
  { olderThanMs: 8 * DAY_MS, lastsMs: 6 * HOUR_MS },
  { olderThanMs: 3 * DAY_MS, lastsMs: HOUR_MS / 6 },
  { olderThanMs: DAY_MS, lastsMs: 60_000 },
];
/** A count that took less is waited for. */
const SHORT_MS = 100;

const has = (field: string) => ({ $cond: [{ $gt: [`$${field}`, null] }, 1, 0] });

interface Grouped extends Omit<DayFigures, 'domain' | 'bounced'> {
  _id: { domain: string; subject: string | null };
  bounces: number;
  notedSent: number;
  notedDelivered: number;
}

/** Sums by domain, most mails first. */
function sum(figures: readonly DayFigures[]): DayFigures[] {
  const totals = new Map<string, DayFigures>();
  for (const { domain, sent, delivered, bounced, deferred, complaints } of figures) {
    const total = totals.get(domain) ?? { domain, sent: 0, delivered: 0, bounced: {}, deferred: 0, complaints: 0 };
    total.sent += sent;
    total.delivered += delivered;
    total.deferred += deferred;
    total.complaints += complaints;
    for (const [reason, count] of Object.entries(bounced) as [BounceClass, number][])
      total.bounced[reason] = (total.bounced[reason] ?? 0) + count;
    totals.set(domain, total);
  }
  return [...totals.values()].toSorted((a, b) => b.sent - a.sent || (a.domain < b.domain ? -1 : 1));
}

export function createDeliverability({ emails, kept, campaignMails, clock }: DeliverabilityParts): Deliverability {
  const underWay = new Map<string, Promise<DayFigures[]>>();

  /** One scan over the rows of a day, and one over its pages. A row beats the page: what its slot was noted as goes. */
  async function scan(projectId: string, { start, end }: Window): Promise<DayFigures[]> {
    const [rows, slots] = await Promise.all([
      emails.aggregate<Grouped>([
        { $match: { projectId, createdAt: { $gte: new Date(start), $lt: new Date(end) }, sourceType: { $ne: 'INBOUND' } } },
        {
          $group: {
            _id: {
              domain: { $toLower: { $last: { $split: ['$to', '@'] } } },
              subject: {
                $cond: [
                  { $gt: ['$bouncedAt', null] },
                  { $first: { $ifNull: [{ $getField: { field: 'captures', input: found('$error') } }, []] } },
                  null,
                ],
              },
            },
            sent: { $sum: has('sentAt') },
            delivered: { $sum: has('deliveredAt') },
            bounces: { $sum: has('bouncedAt') },
            deferred: { $sum: { $cond: [{ $or: [{ $gt: ['$attempt', 1] }, waitsAgain] }, 1, 0] } },
            complaints: { $sum: has('complainedAt') },
            notedSent: { $sum: has('noted') },
            notedDelivered: { $sum: { $cond: [{ $eq: ['$noted', 'DELIVERED'] }, 1, 0] } },
          },
        },
      ]),
      campaignMails(projectId, { start, end }),
    ]);
    const ofRows = rows.map(({ _id: { domain, subject }, sent, delivered, bounces, deferred, complaints, notedSent, notedDelivered }) => ({
      domain,
      sent: sent - notedSent,
      delivered: delivered - notedDelivered,
      bounced: bounces === 0 ? {} : { [bounceClassOf(subject)]: bounces },
      deferred,
      complaints,
    }));
    const ofSlots = [...slots].map(([domain, totals]) => ({ domain, ...totals, bounced: {}, deferred: 0, complaints: 0 }));
    return sum([...ofRows, ...ofSlots]).filter(
      ({ sent, bounced, deferred }) => sent > 0 || deferred > 0 || Object.keys(bounced).length > 0,
    );
  }

  const idOf = (projectId: string, day: number) => `${projectId}:${day}`;

  async function count(projectId: string, day: number): Promise<DayFigures[]> {
    const began = clock().getTime();
    const all = await scan(projectId, { start: day, end: day + DAY_MS });
    const others = all.slice(MOST_DOMAINS).map((figures) => ({ ...figures, domain: '' }));
    const domains = [...all.slice(0, MOST_DOMAINS), ...sum(others)];
    const now = clock();
    await kept.updateOne(
      { _id: idOf(projectId, day), projectId },
      { $set: { domains, countedAt: now, tookMs: now.getTime() - began } },
      { upsert: true },
    );
    return domains;
  }

  /** Counts once for all who ask meanwhile. */
  function recount(projectId: string, day: number): Promise<DayFigures[]> {
    const id = idOf(projectId, day);
    const running = underWay.get(id);
    if (running) return running;
    const counting = count(projectId, day).finally(() => underWay.delete(id));
    underWay.set(id, counting);
    return counting;
  }

  function isFresh({ countedAt, tookMs }: DeliverabilityRow, day: number): boolean {
    const now = clock().getTime();
    const lasts = LASTS.find(({ olderThanMs }) => now - day > olderThanMs + DAY_MS)?.lastsMs ?? 0;
    return now - countedAt.getTime() < Math.max(lasts, countLasts(tookMs));
  }

  async function figuresOf(projectId: string, day: number, known: DeliverabilityRow | undefined): Promise<DayFigures[]> {
    if (known && isFresh(known, day)) return known.domains;
    const counting = recount(projectId, day);
    if (!known || known.tookMs < SHORT_MS) return await counting;
    counting.catch(() => undefined);
    return known.domains;
  }

  return {
    async list(projectId, { limit, startDate, endDate }) {
      const { start, end } = windowOf({ startDate, endDate }, clock().getTime(), ANALYTICS_DAYS);
      const days = daysBetween(Math.floor(start / DAY_MS), Math.floor(end / DAY_MS));
      const found = await kept.find({ projectId, _id: { $in: days.map((day) => idOf(projectId, day)) } }).lean<DeliverabilityRow[]>();
      const knownOf = new Map(found.map((row) => [row._id, row]));
      const figures: DayFigures[][] = [];
      // One after the other: days that nobody asked about before may be long scans.
      for (const day of days) figures.push(await figuresOf(projectId, day, knownOf.get(idOf(projectId, day))));
      return sum(figures.flat())
        .slice(0, limit)
        .map(({ domain, ...of }) => ({ domain: domain || undefined, ...of }));
    },
  };
}

/** An attempt was made, and another is to come. */
const waitsAgain = { $and: [{ $eq: ['$status', 'PENDING'] }, { $gt: ['$attempt', 0] }] };
const found = (field: string) => ({ $regexFind: { input: { $ifNull: [field, ''] }, regex: ENHANCED_CODE } });
const daysBetween = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => (first + index) * DAY_MS);
