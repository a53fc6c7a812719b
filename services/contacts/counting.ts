/**
 * Counts what writes have noted in their contacts (`domain/tally.ts`): in the background, and for a project before it is asked about
 * its fields or totals. A transaction moves the catalogue, tells of the changes and takes the notes out: each once, whoever is killed.
 */
import { Alarm } from '#kit/facts/alarm.ts';
import { joinCalls } from '#kit/store/joiner.ts';
import { acrossProjects } from '#kit/store/tenancy.ts';
import type { Log } from '#kit/telemetry/log.ts';
import type { Catalogue, Desk } from './catalogue.ts';
import { notedChange } from './domain/change.ts';
import { countedOf, sightingsOf } from './domain/tally.ts';
import { TALLY_INDEX } from './model.ts';
import type { ContactModel, ContactRow } from './model.ts';

interface Parts {
  contacts: ContactModel;
  catalogue: Catalogue;
  clock: () => Date;
  log: Log;
}

type Noted = Pick<ContactRow, '_id' | 'projectId'> & { bytes: number };

export type Counting = ReturnType<typeof makeCounting>;

/** Contacts in one transaction. */
const PAGE = 500;
const PAGE_BYTES = 32 * 1_048_576;
/** Writes of a busy moment are counted together. */
const REST_MS = 1_000;
const TROUBLE_MS = 5_000;
/** A page that keeps meeting writes of others is tried in parts: contacts that change all the time must not hold up the rest. */
const TRIES = 3;

const FIELDS = { projectId: 1, email: 1, subscribed: 1, data: 1, tally: 1, block: 1, createdAt: 1, updatedAt: 1 } as const;
const NOTE = { projectId: 1, bytes: { $bsonSize: '$$ROOT' } } as const;

/**
 * Counts the notes of these contacts and takes them out, as part of a transaction. Whoever changes contacts in a transaction of the
 * catalogue does this first, and then counts its own change. Answers how many had a note.
 */
export async function countNoted(contacts: ContactModel, { session, tally, book, tell }: Desk, ids: readonly string[], projectIds: readonly string[], now: Date): Promise<number> {
  const noted = { _id: { $in: ids }, projectId: { $in: projectIds }, tally: { $exists: true } };
  const rows = await acrossProjects(contacts.find(noted as object, FIELDS, { session })).lean<ContactRow[]>();
  const byBlock = new Map<number, string[]>();
  for (const row of rows) {
    const { _id, projectId, email, block, tally: note } = row;
    tally.moved(projectId, countedOf(row), row, sightingsOf(row), now);
    tell(row, notedChange(note));
    const moved = note?.email !== undefined && note.email !== email;
    if (moved && block !== undefined) book.remove(projectId, note.email!, block);
    const place = block === undefined || moved ? book.place(projectId, email) : block;
    const members = byBlock.get(place);
    if (members) members.push(_id);
    else byBlock.set(place, [_id]);
  }
  for (const [block, members] of byBlock) {
    const own = { _id: { $in: members }, projectId: { $in: projectIds } };
    await acrossProjects(contacts.updateMany(own as object, { $set: { block }, $unset: { tally: 1 } }, { session, timestamps: false }));
  }
  return rows.length;
}

export function makeCounting({ contacts, catalogue, clock, log }: Parts) {
  const alarm = new Alarm();
  let stopping = false;
  let running: Promise<void> = Promise.resolve();

  /** The notes left longest ago. */
  async function page(projectIds?: string[]): Promise<Noted[]> {
    const filter = { tally: { $exists: true }, ...(projectIds ? { projectId: { $in: projectIds } } : {}) };
    const rows = await acrossProjects(contacts.find(filter, NOTE)).hint(TALLY_INDEX[1].name).sort({ 'tally.at': 1 }).limit(PAGE).lean<Noted[]>();
    return rows;
  }

  async function count(notes: Noted[]): Promise<void> {
    if (notes.length === 0) return;
    try {
      await catalogue.commit(notes.map(({ projectId }) => projectId), (desk) => countNoted(contacts, desk, notes.map(({ _id }) => _id), [...new Set(notes.map(({ projectId }) => projectId))], clock()), notes.length > 1 ? TRIES : undefined);
    } catch (error) {
      if (notes.length === 1 || !catalogue.isContended(error)) throw error;
      const size = Math.ceil(notes.length / 8);
      for (let at = 0; at < notes.length; at += size) await count(notes.slice(at, at + size));
    }
  }

  /** Counts one page; answers whether there may be more. */
  async function round(projectIds?: string[]): Promise<boolean> {
    const notes = await page(projectIds);
    let bytes = 0;
    const fitting = notes.filter((note, index) => (bytes += note.bytes) <= PAGE_BYTES || index === 0);
    await count(fitting);
    return notes.length === PAGE || fitting.length < notes.length;
  }

  const settle = joinCalls<string, true>({
    write: async (projectIds) => {
      while (await round([...new Set(projectIds)]));
      return projectIds.map(() => true);
    },
  });

  async function run(): Promise<void> {
    while (!stopping) {
      try {
        const more = await round();
        await alarm.sleep(more ? 0 : REST_MS);
      } catch (error) {
        log.warn({ error: (error as Error).message }, 'contacts wait to be counted');
        await alarm.sleep(TROUBLE_MS);
      }
    }
  }

  return {
    /** Resolves when all that was written to the project's contacts before the call is counted. */
    async settle(projectId: string): Promise<void> {
      await settle(projectId);
    },

    start(): void {
      running = run();
    },

    async stop(): Promise<void> {
      stopping = true;
      alarm.ring();
      await running;
    },
  };
}
