/**
 * Counts what writes have noted in their contacts (`domain/tally.ts`): in the background, and for a project before it is asked about
 * its fields or totals. A transaction moves the catalogue and takes the notes out, so each is counted once, whoever is killed.
 */
import type { ClientSession } from 'mongoose';
import { Alarm } from '#kit/facts/alarm.ts';
import { joinCalls } from '#kit/store/joiner.ts';
import { acrossProjects } from '#kit/store/tenancy.ts';
import type { Log } from '#kit/telemetry/log.ts';
import type { Catalogue } from './catalogue.ts';
import { countedOf, sightingsOf } from './domain/tally.ts';
import type { Tally } from './domain/tally.ts';
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

const FIELDS = { projectId: 1, subscribed: 1, data: 1, tally: 1 } as const;
const NOTE = { projectId: 1, bytes: { $bsonSize: '$$ROOT' } } as const;

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

  async function countIn(session: ClientSession, tally: Tally, notes: Noted[]): Promise<void> {
    const own = { _id: { $in: notes.map(({ _id }) => _id) }, projectId: { $in: [...new Set(notes.map(({ projectId }) => projectId))] }, tally: { $exists: true } };
    const rows = await acrossProjects(contacts.find(own, FIELDS, { session })).lean<ContactRow[]>();
    if (rows.length === 0) return;
    await acrossProjects(contacts.updateMany({ ...own, _id: { $in: rows.map(({ _id }) => _id) } }, { $unset: { tally: 1 } }, { session, timestamps: false }));
    const now = clock();
    for (const row of rows) tally.moved(row.projectId, countedOf(row), row, sightingsOf(row), now);
  }

  async function count(notes: Noted[]): Promise<void> {
    if (notes.length === 0) return;
    try {
      await catalogue.commit(notes.map(({ projectId }) => projectId), (session, tally) => countIn(session, tally, notes), notes.length > 1 ? TRIES : undefined);
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
