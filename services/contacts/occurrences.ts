/**
 * When events last happened to a contact: all that conditions over events ask for, kept in the contact so that a filter reads one
 * collection. Later ones replace earlier ones, so writing one down twice, or late, does no harm.
 */
import type { AnyBulkWriteOperation } from 'mongoose';
import type { Consumer } from '#kit/facts/consumer.ts';
import { joinCalls } from '#kit/store/joiner.ts';
import { encodeKey } from '#kit/store/keys.ts';
import { EVERY_PROJECT } from '#kit/store/tenancy.ts';
import type { Catalogue } from './catalogue.ts';
import type { ContactModel, ContactRow } from './model.ts';

export interface Occurrence {
  projectId: string;
  contactId: string;
  name: string;
  at: Date;
  activity?: string | null | undefined;
  templateId?: string | null | undefined;
}

const PAGE = 5_000;

export type Occurrences = ReturnType<typeof makeOccurrences>;

function pathsOf({ name, activity, templateId }: Occurrence): string[] {
  const mail = activity ? [`mail.any.${activity}`, ...(templateId ? [`mail.${encodeKey(templateId)}.${activity}`] : [])] : [];
  return [`seen.${encodeKey(name)}`, ...mail];
}

/** One change a contact, whatever happened to it, and one operation for contacts to whom the same happened: mails that were marked together. */
function operations(occurrences: readonly Occurrence[]): AnyBulkWriteOperation<ContactRow>[] {
  const changes = [...Map.groupBy(occurrences, ({ projectId, contactId }) => `${projectId} ${contactId}`).values()].map((own) => {
    const { contactId, projectId } = own[0]!;
    const last: Record<string, Date> = {};
    for (const one of own) for (const path of pathsOf(one)) if (!last[path] || last[path] < one.at) last[path] = one.at;
    return { projectId, contactId, last };
  });
  return [...Map.groupBy(changes, ({ projectId, last }) => projectId + JSON.stringify(last)).values()].map((alike) => {
    const { projectId, last } = alike[0]!;
    return { updateMany: { filter: { projectId, _id: { $in: alike.map(({ contactId }) => contactId) } }, hint: { _id: 1 }, update: { $max: last } as never } };
  });
}

export function makeOccurrences(model: ContactModel, catalogue: Catalogue) {
  const write = joinCalls<Occurrence[], void>({
    async write(calls) {
      await model.bulkWrite(operations(calls.flat()), { ordered: false, timestamps: false, ...EVERY_PROJECT });
      return calls.map(() => undefined);
    },
  });

  /** Those of an event that was deleted after they happened, and when it was. */
  async function forgottenOf(occurrences: readonly Occurrence[]): Promise<Map<Occurrence, Date>> {
    const forgotten = await catalogue.forgotten([...new Set(occurrences.map(({ projectId }) => projectId))]);
    return new Map(occurrences.flatMap((one) => {
      const until = forgotten.get(one.projectId)?.[encodeKey(one.name)];
      return until && one.at <= until ? [[one, until] as const] : [];
    }));
  }

  return {
    /** On disk when it resolves; contacts that are gone are left out. */
    note: (occurrences: Occurrence[]): Promise<void> => (occurrences.length === 0 ? Promise.resolve() : write(occurrences)),

    /** Nobody has seen the event until then any more, even if it is told late. */
    async forget(projectId: string, name: string, until: Date): Promise<void> {
      const [key, path] = [encodeKey(name), `seen.${encodeKey(name)}`];
      await catalogue.forgetEvent(projectId, key, until);
      const those = { projectId, [path]: { $lte: until } };
      for (;;) {
        const rows = await model.aggregate<{ _id: string }>([{ $match: those }, { $limit: PAGE }, { $project: { _id: 1 } }]);
        if (rows.length === 0) return;
        await model.updateMany({ ...those, _id: { $in: rows.map(({ _id }) => _id) } }, { $unset: { [path]: 1 } } as never, { timestamps: false });
      }
    },

    /** Whoever tracks an event writes it down before answering; this is for those who died in between. */
    consumer: {
      name: 'contacts-occurrences',
      subjects: ['facts.*.events.tracked'],
      repeatable: true,
      async handle(facts) {
        const told = facts.flatMap(({ projectId, contactId, name, at }) => (contactId && at ? [{ projectId, contactId, name, at: new Date(at) }] : []));
        const before = await forgottenOf(told);
        const occurrences = told.filter((one) => !before.has(one));
        if (occurrences.length === 0) return;
        await model.bulkWrite(operations(occurrences), { ordered: false, timestamps: false, ...EVERY_PROJECT });
        // Forgotten while they were written.
        for (const [{ projectId, contactId, name }, until] of await forgottenOf(occurrences)) {
          const path = `seen.${encodeKey(name)}`;
          await model.updateOne({ projectId, _id: contactId, [path]: { $lte: until } }, { $unset: { [path]: 1 } } as never, { timestamps: false });
        }
      },
    } satisfies Consumer,
  };
}
