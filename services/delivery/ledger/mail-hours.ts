/**
 * Mails that left, permanent bounces and complaints of a project by the hour, counted from all its mail at one moment of the database: what
 * accounts holds its kept counts against. Reads every row and page of the project.
 */
import type { ClientSession, Model } from 'mongoose';
import type { MailHour } from '#proto/delivery/v1/delivery.ts';
import { SIMULATOR } from '../domain/email-fact.ts';
import type { EmailRow } from '../domain/email.ts';
import type { CampaignMailHours } from './campaign-mails.ts';

export interface MailHoursParts {
  emails: Model<EmailRow>;
  campaignMails: CampaignMailHours;
}

/** Hours from `since` on, and all of them in one that has no beginning. */
export type MailHours = (projectId: string, since: Date) => Promise<MailHour[]>;

type Kind = 'total' | 'bounces' | 'complaints';

const REPORTED_STATES: Readonly<Record<Kind, readonly string[]>> = {
  total: ['SENT', 'DELIVERED', 'BOUNCED', 'COMPLAINED'],
  bounces: ['BOUNCED'],
  complaints: ['COMPLAINED'],
};

/** When it is said to have happened, but not later than it was reported: a provider's clock may be ahead. */
function timeOf(kind: Kind, stated: unknown): object {
  const steps = { $filter: { input: '$trace', as: 'step', cond: { $in: ['$$step.to', REPORTED_STATES[kind]] } } };
  const time = { $min: [stated, { $getField: { field: 'at', input: { $first: steps } } }] };
  return { kind, at: { $cond: [{ $gt: [stated, null] }, time, null] } };
}

const BOUNCED = { $cond: [{ $eq: [{ $type: '$permanentBounceAt' }, 'missing'] }, '$bouncedAt', '$permanentBounceAt'] };

export function createMailHours({ emails, campaignMails }: MailHoursParts): MailHours {
  async function ofRows(projectId: string, session: ClientSession) {
    return await emails.aggregate<{ _id: { kind: Kind; hour: Date }; mails: number }>(
      [
        { $match: { projectId, sourceType: { $ne: 'INBOUND' }, to: { $not: SIMULATOR } } },
        { $project: { of: [timeOf('total', '$sentAt'), timeOf('bounces', BOUNCED), timeOf('complaints', '$complainedAt')] } },
        { $unwind: '$of' },
        { $match: { 'of.at': { $ne: null } } },
        { $group: { _id: { kind: '$of.kind', hour: { $dateTrunc: { date: '$of.at', unit: 'hour' } } }, mails: { $sum: 1 } } },
      ],
      { session, allowDiskUse: true },
    );
  }

  return async (projectId, since) => {
    const session = await emails.db.startSession({ snapshot: true });
    try {
      const [all, hours]: [MailHour, Map<number, MailHour>] = [{ total: 0, bounces: 0, complaints: 0 }, new Map()];
      const add = (hour: number, kind: Kind, mails: number): void => {
        all[kind] += mails;
        if (hour < since.getTime()) return;
        const one = hours.get(hour) ?? { hour: new Date(hour).toISOString(), total: 0, bounces: 0, complaints: 0 };
        one[kind] += mails;
        hours.set(hour, one);
      };
      // One after the other: a session has one operation at a time.
      for (const { _id, mails } of await ofRows(projectId, session)) add(_id.hour.getTime(), _id.kind, mails);
      for (const [hour, mails] of await campaignMails(projectId, session)) add(hour, 'total', mails);
      return [all, ...hours.values()];
    } finally {
      await session.endSession();
    }
  };
}
