/**
 * When events last happened to a contact: all that conditions over events ask for, kept in the contact so that a filter reads one
 * collection. Later times replace earlier ones, so recording one twice, or late, does no harm.
 */
import type { Consumer } from '#kit/facts/consumer.ts';
import { bulkWrite, updateOf } from '#kit/store/bulk-write.ts';
import type { Write } from '#kit/store/bulk-write.ts';
import { createBatcher } from '#kit/store/batcher.ts';
import { encodeKey } from '#kit/store/keys.ts';
import type { Catalogue } from '../fields/fields.ts';
import type { ContactModel } from '../model.ts';

export interface EventTime {
  projectId: string;
  contactId: string;
  name: string;
  at: Date;
  activity?: string | null | undefined;
  templateId?: string | null | undefined;
  /** A person did it: of opens and clicks. */
  human?: boolean | null | undefined;
}

export interface LastEventTimes {
  /** On disk when it resolves; contacts that are gone are left out. */
  record(times: EventTime[]): Promise<void>;
  /** Nobody has seen the event until then any more, even if it is recorded late. */
  forget(projectId: string, name: string, until: Date): Promise<void>;
  /** Whoever tracks an event records it before answering; this is for those who died in between. */
  consumer: Consumer;
}

const PAGE = 5_000;

function pathsOf({ name, activity, templateId, human }: EventTime): string[] {
  const mails = activity ? ['any', ...(templateId ? [encodeKey(templateId)] : [])] : [];
  const mail = mails.flatMap((of) => [`mail.${of}.${activity}`, ...(human ? [`mail.${of}.${activity}ByHuman`] : [])]);
  return [`seen.${encodeKey(name)}`, ...mail];
}

/** One change a contact, whatever happened to it, and one write for contacts to whom the same happened: mails recorded together. */
function writesOf(times: readonly EventTime[]): Write[] {
  const changes = [...Map.groupBy(times, ({ projectId, contactId }) => `${projectId} ${contactId}`).values()].map((own) => {
    const { contactId, projectId } = own[0]!;
    const last: Record<string, Date> = {};
    for (const one of own) for (const path of pathsOf(one)) if (!last[path] || last[path] < one.at) last[path] = one.at;
    return { projectId, contactId, last };
  });
  return [...Map.groupBy(changes, ({ projectId, last }) => projectId + JSON.stringify(last)).values()].map((alike) => {
    const { projectId, last } = alike[0]!;
    const filter = { projectId, _id: { $in: alike.map(({ contactId }) => contactId) } };
    return { updateMany: { filter, hint: { _id: 1 }, update: { $max: last } } };
  });
}

export function createLastEventTimes(contacts: ContactModel, catalogue: Catalogue): LastEventTimes {
  const write = createBatcher<EventTime[], void>({
    async write(calls) {
      await bulkWrite(contacts, writesOf(calls.flat()), { everyProject: true });
      return calls.map(() => undefined);
    },
  });

  /** Those of an event that was deleted after they happened, and when it was. */
  async function forgottenOf(times: readonly EventTime[]): Promise<Map<EventTime, Date>> {
    const forgotten = await catalogue.forgotten([...new Set(times.map(({ projectId }) => projectId))]);
    return new Map(
      times.flatMap((one) => {
        const until = forgotten.get(one.projectId)?.[encodeKey(one.name)];
        return until && one.at <= until ? [[one, until] as const] : [];
      }),
    );
  }

  async function record(times: EventTime[]): Promise<void> {
    if (times.length > 0) await write(times);
  }

  async function forget(projectId: string, name: string, until: Date): Promise<void> {
    const [key, path] = [encodeKey(name), `seen.${encodeKey(name)}`];
    await catalogue.forgetEvent(projectId, key, until);
    const those = { projectId, [path]: { $lte: until } };
    for (;;) {
      const rows = await contacts.aggregate<{ _id: string }>([{ $match: those }, { $limit: PAGE }, { $project: { _id: 1 } }]);
      if (rows.length === 0) return;
      const page = { ...those, _id: { $in: rows.map(({ _id }) => _id) } };
      await contacts.updateMany(page, updateOf({ $unset: { [path]: 1 } }), { timestamps: false });
    }
  }

  async function recordUnlessForgotten(times: EventTime[]): Promise<void> {
    const before = await forgottenOf(times);
    const kept = times.filter((one) => !before.has(one));
    if (kept.length === 0) return;
    await bulkWrite(contacts, writesOf(kept), { everyProject: true });
    // Forgotten while they were written.
    for (const [{ projectId, contactId, name }, until] of await forgottenOf(kept)) {
      const path = `seen.${encodeKey(name)}`;
      const those = { projectId, _id: contactId, [path]: { $lte: until } };
      await contacts.updateOne(those, updateOf({ $unset: { [path]: 1 } }), { timestamps: false });
    }
  }

  const consumer: Consumer = {
    // The name of a durable consumer outlives this process.
    name: 'contacts-occurrences',
    subjects: ['facts.*.events.tracked'],
    repeatable: true,
    async handle(facts) {
      const times = facts.flatMap(({ projectId, contactId, name, at }) =>
        contactId && at ? [{ projectId, contactId, name, at: new Date(at) }] : [],
      );
      await recordUnlessForgotten(times);
    },
  };

  return { record, forget, consumer };
}
