/**
 * Counts what writes have left in their contacts (`domain/pending-count.ts`): in the background, and for a project before it is asked
 * about its fields or totals. A transaction moves the catalogue, publishes the changes and takes the deltas out: each once, whoever is
 * killed.
 */
import { createSleeper } from '#kit/sleeper.ts';
import { createBatcher } from '#kit/store/batcher.ts';
import { isDatabaseDown } from '#kit/store/fault.ts';
import { acrossProjects } from '#kit/store/tenancy.ts';
import type { Log } from '#kit/telemetry/log.ts';
import { PENDING_INDEX } from '../model.ts';
import type { ContactModel, ContactRow } from '../model.ts';
import type { Catalogue } from './catalogue.ts';
import { isContended } from './unit-of-work.ts';

interface Parts {
  contacts: ContactModel;
  catalogue: Catalogue;
  clock: () => Date;
  log: Log;
}

type Uncounted = Pick<ContactRow, '_id' | 'projectId'> & { bytes: number };

export interface PendingCounts {
  /** Resolves when all that was written to the project's contacts before the call is counted. */
  settle(projectId: string): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

/** Contacts in one transaction. */
const PAGE = 500;
const PAGE_BYTES = 32 * 1_048_576;
/** Writes of a busy moment are counted together. */
const REST_MS = 1_000;
const RETRY_MS = 5_000;
const FAILING_MS = 30_000;
/** A page that keeps meeting writes of others is tried in parts: contacts that change all the time must not hold up the rest. */
const TRIES = 3;

const UNCOUNTED = { projectId: 1, bytes: { $bsonSize: '$$ROOT' } } as const;

export function createPendingCounts({ contacts, catalogue, clock, log }: Parts): PendingCounts {
  const sleeper = createSleeper();
  /** Projects whose contacts cannot be counted, and until when they are left alone. */
  const failing = new Map<string, number>();
  let stopping = false;
  let running: Promise<void> = Promise.resolve();

  /** Those that wait longest. */
  function page(projectIds: object): Promise<Uncounted[]> {
    return acrossProjects(contacts.find({ tally: { $exists: true }, ...projectIds }, UNCOUNTED))
      .hint(PENDING_INDEX[1].name)
      .sort({ 'tally.at': 1 })
      .limit(PAGE)
      .lean<Uncounted[]>()
      .exec();
  }

  async function count(found: Uncounted[]): Promise<void> {
    if (found.length === 0) return;
    const ids = found.map(({ _id }) => _id);
    try {
      await catalogue.commit(
        found.map(({ projectId }) => projectId),
        (unit) => unit.countPending(ids, clock()),
        found.length > 1 ? TRIES : undefined,
      );
    } catch (error) {
      if (found.length === 1 || !isContended(error)) throw error;
      const size = Math.ceil(found.length / 8);
      for (let at = 0; at < found.length; at += size) await count(found.slice(at, at + size));
    }
  }

  /** A page that fails as a whole is counted project by project; those that fail then are left alone for a while. */
  async function countApart(found: Uncounted[]): Promise<void> {
    try {
      await count(found);
    } catch (error) {
      if (isDatabaseDown(error)) throw error;
      for (const [projectId, own] of Map.groupBy(found, (one) => one.projectId)) await countOne(projectId, own);
    }
  }

  async function countOne(projectId: string, found: Uncounted[]): Promise<void> {
    try {
      await count(found);
    } catch (error) {
      if (isDatabaseDown(error)) throw error;
      failing.set(projectId, clock().getTime() + FAILING_MS);
      log.warn({ projectId, error: (error as Error).message }, 'contacts of a project cannot be counted');
    }
  }

  /** Counts one page; answers whether there may be more. */
  async function round(projectIds: object, countPage: (found: Uncounted[]) => Promise<void>): Promise<boolean> {
    const found = await page(projectIds);
    let bytes = 0;
    const fitting = found.filter((one, index) => (bytes += one.bytes) <= PAGE_BYTES || index === 0);
    await countPage(fitting);
    return found.length === PAGE || fitting.length < found.length;
  }

  function roundOfAll(): Promise<boolean> {
    for (const [projectId, until] of failing) if (until <= clock().getTime()) failing.delete(projectId);
    return round(failing.size > 0 ? { projectId: { $nin: [...failing.keys()] } } : {}, countApart);
  }

  async function countProjects(projectIds: string[]): Promise<void> {
    while (await round({ projectId: { $in: projectIds } }, count));
  }

  const settleTogether = createBatcher<string, true>({
    async write(projectIds) {
      const distinct = [...new Set(projectIds)];
      try {
        await countProjects(distinct);
        return projectIds.map(() => true);
      } catch (error) {
        if (distinct.length === 1 || isDatabaseDown(error)) throw error;
      }
      // Whoever asks about another project has nothing to do with the one that fails.
      const outcomes = new Map<string, true | Error>();
      for (const projectId of distinct) {
        const outcome = countProjects([projectId]).then(
          () => true as const,
          (error: Error) => error,
        );
        outcomes.set(projectId, await outcome);
      }
      return projectIds.map((projectId) => outcomes.get(projectId)!);
    },
  });

  async function run(): Promise<void> {
    while (!stopping) {
      try {
        const more = await roundOfAll();
        await sleeper.sleep(more ? 0 : REST_MS);
      } catch (error) {
        log.warn({ error: (error as Error).message }, 'contacts wait to be counted');
        await sleeper.sleep(RETRY_MS);
      }
    }
  }

  async function settle(projectId: string): Promise<void> {
    await settleTogether(projectId);
  }

  function start(): void {
    running = run();
  }

  async function stop(): Promise<void> {
    stopping = true;
    sleeper.wake();
    await running;
  }

  return { settle, start, stop };
}
