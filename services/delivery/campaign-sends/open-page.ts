/**
 * A page that this process holds: claims its slots by raising the horizon, writes down what became of them by notes, keeps its lease. Every
 * change is one update that only the holder's name lets through; once that fails the page is lost, and nothing more is handed over.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createBatcher } from '#kit/store/batcher.ts';
import { failpoint } from '#kit/failpoint.ts';
import type { EmailRow } from '../domain/email.ts';
import { accountedSlots, horizonFor, mayHandOver, restingHorizon } from '../domain/page-progress.ts';
import type { Note } from '../domain/page-progress.ts';
import type { PageModels, ProgressRow, StoredNote } from './page-model.ts';
import type { PublishNote } from './page-facts.ts';
import { packSlots, slotRow } from './slots.ts';
import type { OpenedPage } from './slots.ts';

export interface OpenPageParts {
  progress: PageModels['progress'];
  opened: OpenedPage;
  /** As it was when this process took it over, what a former sender left accounted for. */
  state: Pick<ProgressRow, 'horizon' | 'published'> & { notes: readonly Note[] };
  /** Names this claim. */
  owner: string;
  /** Until when it holds, as written. */
  lease: Date;
  leaseMs: number;
  processId: string;
  id: () => string;
  clock: () => Date;
  publish: PublishNote;
}

/** The page is somebody else's by now, or gone. */
export class PageLost extends Error {}

interface Ended {
  slot: number;
  /** The provider's words; null: the slot has a row of its own. */
  reply: string | null;
  delivered: boolean;
}

type Change = { claimed: readonly number[] } | Ended;

export interface OpenPage {
  readonly opened: OpenedPage;
  readonly owner: string;
  readonly isLost: boolean;
  /** Slots that are neither accounted for nor in flight. */
  untried(): number[];
  isUntried(slot: number): boolean;
  /** Rows of the slots that may be handed over now: the horizon above them is on disk. Throws PageLost. */
  claim(slots: readonly number[]): Promise<EmailRow[]>;
  /** Whether a claimed slot may still be handed over. */
  mayHandOver(): boolean;
  /** Was claimed and not handed over: as if it had never been claimed. */
  giveBack(slot: number): void;
  /** Written down when it answers. Throws PageLost. */
  end(ended: Ended): Promise<void>;
  /** What former holders may have handed over is accounted for. @param atOnce on disk when it answers, else with the next write */
  settled(atOnce: boolean): Promise<void>;
  /** Whether no write prolonged the lease lately. */
  readonly isDue: boolean;
  /** Prolongs the lease by a write of its own. */
  renew(): Promise<void>;
  /** Its lease was prolonged together with others'. */
  renewed(until: Date): void;
  /** Waits for what is in flight, then leaves the page to whoever wants it. Answers whether every slot is accounted for. */
  release(): Promise<boolean>;
}

const DURABLE = { writeConcern: { w: 'majority', j: true } } as const;
const RETRY_MS = 100;
const DRAIN_MS = 20;

export function createOpenPage(parts: OpenPageParts): OpenPage {
  const { progress, opened, owner, leaseMs, processId, id, clock, publish } = parts;
  const { _id, size } = opened.page;
  const known = accountedSlots(parts.state.notes);
  const inFlight = new Map<number, Date>();
  let { horizon, published } = parts.state;
  let { lease } = parts;
  /** They have rows since freezing. */
  const failed = new Set(opened.mails.flatMap(({ error }, slot) => (error === undefined ? [] : [slot])));
  let [isLost, isSettled] = [false, false];
  let publishing: Promise<void> = Promise.resolve();

  const isUntried = (slot: number): boolean => !known.has(slot) && !inFlight.has(slot) && !failed.has(slot);

  /** True: written. False: the page is somebody else's. Tried again as long as the lease lasts. */
  async function write(update: object, noteId?: string): Promise<boolean> {
    // Below mongoose, and so below the tenancy lock: a page is named by its id and its holder.
    const { collection } = progress;
    const own = { _id: _id as never, owner };
    for (;;) {
      try {
        const filter = noteId ? { ...own, 'notes.id': { $ne: noteId } } : own;
        if ((await collection.updateOne(filter, update, DURABLE)).matchedCount === 1) return true;
        return noteId !== undefined && (await collection.countDocuments({ ...own, 'notes.id': noteId })) === 1;
      } catch (error) {
        if (clock() >= lease) throw error;
        await sleep(RETRY_MS);
      }
    }
  }

  /** How many slots below a horizon would be in doubt, were this process gone after this write. */
  function doubtfulBelow(raised: number, ended: readonly Ended[]): number {
    const named = new Set(ended.map(({ slot }) => slot));
    let count = 0;
    for (let slot = 0; slot < raised; slot += 1) if (!known.has(slot) && !named.has(slot) && !failed.has(slot)) count += 1;
    return count;
  }

  function stored(ended: readonly Ended[], at: Date): StoredNote {
    const plain = ended.filter(({ reply }) => reply !== null);
    const replies = plain.map(({ reply }) => reply!.replaceAll('\n', ' '));
    return {
      id: id(),
      at,
      from: ended.map(({ slot }) => inFlight.get(slot) ?? at).reduce((first, one) => (one < first ? one : first), at),
      by: processId,
      delivered: plain[0]?.delivered ?? false,
      plain: packSlots(plain.map(({ slot }) => slot)),
      odd: packSlots(ended.filter(({ reply }) => reply === null).map(({ slot }) => slot)),
      replies: new Set(replies).size === 1 ? replies[0]! : replies.join('\n'),
    };
  }

  function publishNote(note: StoredNote): void {
    publishing = publishing.then(async () => {
      while (!isLost) {
        try {
          await publish(note, opened);
          published += 1;
          return;
        } catch {
          await sleep(RETRY_MS);
        }
      }
    });
  }

  async function flush(changes: Change[]): Promise<void> {
    const at = clock();
    const raised = horizonFor(
      changes.flatMap((change) => ('claimed' in change ? change.claimed : [])),
      horizon,
    );
    const ended = changes.filter((change): change is Ended => 'slot' in change);
    const note = ended.length > 0 ? stored(ended, at) : undefined;
    const sent = ended.filter(({ reply }) => reply !== null).length;
    const until = new Date(at.getTime() + leaseMs);
    const update = {
      $set: { horizon: raised, doubtful: doubtfulBelow(raised, ended), published, ...(isSettled ? { settled: owner } : {}) },
      // Another write may have prolonged it further.
      $max: { lease: until },
      ...(note ? { $push: { notes: note }, $inc: { ended: ended.length, sent, delivered: note.delivered ? sent : 0 } } : {}),
    };
    if (isLost || !(await write(update, note?.id).catch(() => false))) {
      isLost = true;
      throw new PageLost('the page is held by another process');
    }
    horizon = raised;
    if (until > lease) lease = until;
    if (!note) return;
    for (const { slot } of ended) {
      known.add(slot);
      inFlight.delete(slot);
    }
    failpoint('delivery marked');
    publishNote(note);
  }

  const change = createBatcher<Change, void>({
    max: size,
    // One at a time: what ends meanwhile makes the next note larger, and a mail costs less the more there are.
    lanes: 1,
    write: async (changes) => {
      await flush(changes);
      return changes.map(() => undefined);
    },
  });

  return {
    opened,
    owner,
    get isLost() {
      return isLost;
    },
    isUntried,
    untried() {
      return Array.from({ length: size }, (_, slot) => slot).filter(isUntried);
    },
    async claim(slots) {
      const free = slots.filter(isUntried);
      const at = clock();
      for (const slot of free) inFlight.set(slot, at);
      await change({ claimed: free });
      return free.map((slot) => {
        const row = slotRow(opened, slot);
        return { ...row, status: 'SENDING', attempt: 1, claim: owner, trace: [...row.trace, { at, to: 'SENDING', by: processId }] };
      });
    },
    mayHandOver: () => !isLost && mayHandOver(lease, clock(), leaseMs),
    giveBack: (slot) => void inFlight.delete(slot),
    end: (ended) => change(ended),
    async settled(atOnce) {
      isSettled = true;
      if (atOnce) await change({ claimed: [] });
    },
    get isDue() {
      return !isLost && lease.getTime() - clock().getTime() < leaseMs * 0.75;
    },
    renew: () => change({ claimed: [] }).catch(() => undefined),
    renewed(until) {
      if (until > lease) lease = until;
    },
    async release() {
      while (inFlight.size > 0 && !isLost) await sleep(DRAIN_MS);
      await publishing;
      if (isLost) return false;
      // Below the horizon all is accounted for again.
      const resting = restingHorizon([{ plain: [...known], odd: [...failed] }], size);
      await write({ $set: { owner: null, horizon: resting, doubtful: 0, published }, $unset: { lease: 1 } }).catch(() => false);
      isLost = true;
      return this.untried().length === 0;
    },
  };
}
