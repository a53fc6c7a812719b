/**
 * The end of a custom field. Its row in the catalogue says that it is going, so it is out of every list at once, and where the walk over the
 * contacts stands, so the walk goes on whoever is killed. A page's contacts, their counts and the walk's place are one transaction.
 */
import { makeSweeper } from '#kit/sweeper.ts';
import type { Log } from '#kit/telemetry/log.ts';
import { acrossProjects } from '#kit/store/tenancy.ts';
import { fieldId, livingOf } from './catalogue.ts';
import type { Catalogue } from './catalogue.ts';
import { countNoted } from './counting.ts';
import type { Counting } from './counting.ts';
import { UPDATED } from './domain/change.ts';
import type { Dying, FieldRow } from './field-model.ts';
import type { ContactModel, ContactRow } from './model.ts';

interface Parts {
  model: ContactModel;
  catalogue: Catalogue;
  counting: Counting;
  clock: () => Date;
  log: Log;
}

interface Found {
  _id: string;
  createdAt: Date;
  has: boolean;
}

/** Contacts looked at in one transaction. */
const PAGE = 1_000;
/** Whoever asks waits that long at most for the end. */
const PATIENCE_MS = 4_000;
/** A walk nobody has moved for that long is anybody's. */
const LEASE_MS = 15_000;
const BATCH = 20;

export type FieldEnds = ReturnType<typeof makeFieldEnds>;

/** Behind the last contact looked at, up to the last that was there when the deletion was asked for. */
function ahead({ at, until }: Dying): object {
  return at ? { createdAt: { $gte: at.createdAt, $lte: until }, $or: [{ createdAt: { $gt: at.createdAt } }, { _id: { $gt: at.id } }] } : { createdAt: { $lte: until } };
}

export function makeFieldEnds({ model, catalogue, counting, clock, log }: Parts) {
  let stopping = false;
  const lease = (): Date => new Date(clock().getTime() + LEASE_MS);
  const own = (projectId: string, key: string) => ({ _id: fieldId(projectId, key), projectId });

  /** Answers how many contacts have it; 0 also when it is going already. */
  function begin(projectId: string, key: string, until: Date): Promise<number> {
    return catalogue.commit([projectId], async ({ session }) => {
      const row = await catalogue.field(projectId, key, session);
      if (!row || (row.dying && livingOf(row) === 0)) return 0;
      if (row.count === 0) {
        await catalogue.model.deleteOne(own(projectId, key), { session });
        return 0;
      }
      // The type ends with the field: the next value seen brings its own.
      await catalogue.model.updateOne(own(projectId, key), { $set: { dying: { until, left: row.count, due: lease() } satisfies Dying }, $unset: { type: 1, since: 1 } }, { session });
      return row.count;
    });
  }

  /** Answers how many had the field, and whether there may be more. */
  function page(projectId: string, key: string): Promise<{ removed: number; more: boolean }> {
    const path = `data.${key}`;
    return catalogue.commit([projectId], async (desk) => {
      const { session, tally, tell } = desk;
      const dying = (await catalogue.field(projectId, key, session))?.dying;
      if (!dying) return { removed: 0, more: false };
      const rows = await model.find({ projectId, ...ahead(dying) }, { createdAt: 1, has: { $ne: [{ $type: `$${path}` }, 'missing'] } }, { session })
        .sort({ createdAt: 1, _id: 1 }).limit(PAGE).lean<Found[]>();
      const ids = rows.filter(({ has }) => has).map(({ _id }) => _id);
      const now = clock();
      await countNoted(model, desk, ids, [projectId], now);
      const having = { projectId, _id: { $in: ids } };
      const held = ids.length === 0 ? [] : await model.find(having, { projectId: 1, subscribed: 1, data: 1, createdAt: 1 }, { session }).lean<ContactRow[]>();
      if (ids.length > 0) await model.updateMany(having, { $unset: { [path]: 1 }, $max: { updatedAt: now } } as never, { session, timestamps: false });
      for (const row of held) {
        const { [key]: _, ...data } = row.data;
        tally.moved(projectId, row, { ...row, data }, [], now);
        tell({ ...row, updatedAt: now }, UPDATED);
      }
      const last = rows.at(-1);
      const at = last ? { at: { createdAt: last.createdAt, id: last._id } } : {};
      await catalogue.model.updateOne(own(projectId, key), { $set: { dying: { ...dying, ...at, left: Math.max(0, dying.left - held.length), due: lease() } } }, { session });
      return { removed: held.length, more: rows.length === PAGE };
    });
  }

  /** Forgets the key; what was written into it since stays. */
  async function finish(projectId: string, key: string): Promise<void> {
    await counting.settle(projectId);
    await catalogue.commit([projectId], async ({ session }) => {
      const row = await catalogue.field(projectId, key, session);
      if (row?.count === 0) await catalogue.model.deleteOne(own(projectId, key), { session });
      else await catalogue.model.updateOne(own(projectId, key), { $unset: { dying: 1 } }, { session });
    });
  }

  /** Goes on until it is over, or time is. */
  async function goOn(projectId: string, key: string): Promise<{ removed: number; over: boolean }> {
    const enough = clock().getTime() + PATIENCE_MS;
    let removed = 0;
    for (let more = true; more;) {
      if (stopping || clock().getTime() >= enough) {
        await catalogue.model.updateOne({ ...own(projectId, key), dying: { $exists: true } }, { $set: { 'dying.due': clock() } });
        return { removed, over: false };
      }
      const done = await page(projectId, key);
      removed += done.removed;
      more = done.more;
    }
    await finish(projectId, key);
    return { removed, over: true };
  }

  const sweeper = makeSweeper(async () => {
    const rows = await acrossProjects(catalogue.model.find({ 'dying.due': { $lte: clock() } } as object, { projectId: 1, key: 1, dying: 1 })).sort({ 'dying.due': 1 }).limit(BATCH).lean<FieldRow[]>();
    for (const { projectId, key, dying } of rows) {
      const mine = await catalogue.model.updateOne({ ...own(projectId, key), 'dying.due': dying!.due } as object, { $set: { 'dying.due': lease() } });
      if (mine.matchedCount > 0 && !(await goOn(projectId, key)).over && !stopping) sweeper.hint();
    }
  }, 'deletions of fields', log);

  return {
    /**
     * Removes a custom field (encoded name) from every contact. It is not listed any more at once; with some ten thousand contacts all
     * have lost it when this answers, with more the rest follows. Answers how many contacts change.
     */
    async remove(projectId: string, key: string, now: Date): Promise<number> {
      await counting.settle(projectId);
      const having = await begin(projectId, key, now);
      const { removed, over } = having === 0 ? { removed: 0, over: true } : await goOn(projectId, key);
      if (over) return removed;
      sweeper.hint();
      return Math.max(having, removed);
    },

    start: sweeper.start,

    async stop(): Promise<void> {
      stopping = true;
      await sweeper.stop();
    },
  };
}
