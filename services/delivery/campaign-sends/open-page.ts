/**
 * The slots of a page that this process holds: claims them by moving the horizon, and writes down what became of them by notes. What ended
 * waits a moment for more, and leaves with the next claim.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createBatcher } from '#kit/store/batcher.ts';
import { failpoint } from '#kit/failpoint.ts';
import type { HeldPage, AcceptedSlot } from '../dispatch/dispatch.ts';
import { accountedSlots, horizonFor, restingHorizon } from '../domain/page-progress.ts';
import type { Note } from '../domain/page-progress.ts';
import type { NotedPage } from './early-rows.ts';
import type { PageFacts } from './page-facts.ts';
import type { PageHold } from './page-hold.ts';
import type { ProgressRow, StoredNote } from './page-model.ts';
import { packSlots, slotMail, slotRow } from './slots.ts';
import type { OpenedPage } from './slots.ts';

export interface OpenPageParts {
  hold: PageHold;
  opened: OpenedPage;
  /** As it was when this process took it over, what a former sender left accounted for. */
  state: Pick<ProgressRow, 'horizon' | 'published'> & { notes: readonly Note[] };
  processId: string;
  id: () => string;
  clock: () => Date;
  facts: PageFacts;
  /** Some that were taken are on disk, or never will be: the page was lost. */
  noted: (taken: readonly AcceptedSlot[], isLost: boolean) => void;
  /** It is being left, and nothing more will be noted. */
  drained: () => void;
}

interface Ended {
  slot: number;
  /** The provider's words; null: the slot has a row of its own. */
  reply: string | null;
  delivered: boolean;
}

/** An end that somebody waits for; null: what is in flight, and what was taken meanwhile, is written as it is now. */
type Change = Ended | null;

export interface OpenPage extends Omit<HeldPage, 'record' | 'traceparent' | 'since'> {
  readonly opened: OpenedPage;
  readonly isLost: boolean;
  /** Slots that are neither accounted for nor in flight. */
  untried(): number[];
  isUntried(slot: number): boolean;
  /**
   * Those of the slots that may be handed over now: the horizon above them is on disk. They are the page's next untried ones: what is
   * asked for behind another that is untried is not claimed, since the horizon would be above that one too. Throws PageLost.
   */
  claim(slots: readonly number[]): Promise<number[]>;
  /** What was taken or given back is written down now, together with what other pages write in this moment. */
  noteNow(): void;
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
  /**
   * Resolves when nothing is in flight any more and what ended is on disk, in rows that reports made of its slots too; nothing is claimed
   * behind it. The page stays this process's until the facts of its notes are in the outbox: then it is left to whoever wants it, and
   * `left` resolves.
   */
  release(): Promise<{ left: Promise<void> }>;
}

const RETRY_MS = 100;
const DRAIN_MS = 20;
/** How long what ended waits for more while other slots are under way. */
const GATHER_MS = 200;

export function createOpenPage({ hold, opened, state, processId, id, clock, facts, noted, drained }: OpenPageParts): OpenPage {
  const { size } = opened.page;
  const { owner } = hold;
  const known = accountedSlots(state.notes);
  const inFlight = new Map<number, Date>();
  /** Of those in flight, the slots whose end is not known yet. */
  let unanswered = 0;
  let { published } = state;
  /** Accepted by the provider, to be written down with the next write. */
  let taken: AcceptedSlot[] = [];
  let gathering: NodeJS.Timeout | undefined;
  /** The horizon on disk is above slots that are not in flight any more. */
  let hasGivenBack = false;
  /** They have rows since freezing. */
  const failed = new Set(opened.mails.flatMap(({ error }, slot) => (error === undefined ? [] : [slot])));
  let isSettled = false;
  /** Notes whose facts are not in the outbox yet. */
  const unpublished = new Set<StoredNote>();
  let publishing: Promise<unknown> = Promise.resolve();

  const isUntried = (slot: number): boolean => !known.has(slot) && !inFlight.has(slot) && !failed.has(slot);
  const untried = (): number[] => Array.from({ length: size }, (_, slot) => slot).filter(isUntried);

  /** How many slots below a horizon would be in doubt, were this process gone after this write. */
  function doubtfulBelow(horizon: number, ended: readonly Ended[]): number {
    const named = new Set(ended.map(({ slot }) => slot));
    let count = 0;
    for (let slot = 0; slot < horizon; slot += 1) if (!known.has(slot) && !named.has(slot) && !failed.has(slot)) count += 1;
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

  /** Again and again, as long as the page is held. */
  async function persist(write: (noted: NotedPage) => Promise<void>, note: StoredNote): Promise<void> {
    while (!hold.isLost) {
      try {
        return await write({ opened, note });
      } catch {
        await sleep(RETRY_MS);
      }
    }
  }

  /** Counted in the order of the notes: the next holder publishes all behind the count. */
  function publishNote(note: StoredNote): void {
    unpublished.add(note);
    publishing = Promise.all([publishing, persist(facts.publish, note)]).then(() => {
      if (hold.isLost) return;
      unpublished.delete(note);
      published += 1;
    });
  }

  async function flush(changes: Change[]): Promise<void> {
    const at = clock();
    const next = horizonFor(inFlight.keys(), isSettled ? 0 : state.horizon);
    hasGivenBack = false;
    const own = changes.filter((change) => change !== null);
    const leaving = taken;
    taken = [];
    clearTimeout(gathering);
    gathering = undefined;
    const ended: readonly Ended[] = own.length === 0 ? leaving : [...own, ...leaving];
    const note = ended.length > 0 ? stored(ended, at) : undefined;
    const sent = ended.filter(({ reply }) => reply !== null).length;
    const update = {
      $set: { horizon: next, doubtful: doubtfulBelow(next, ended), published, ...(isSettled ? { settled: owner } : {}) },
      ...(note ? { $push: { notes: note }, $inc: { ended: ended.length, sent, delivered: note.delivered ? sent : 0 } } : {}),
    };
    try {
      await hold.write(update, note?.id);
    } catch (error) {
      if (leaving.length > 0) noted(leaving, true);
      throw error;
    }
    if (!note) return;
    for (const { slot } of ended) {
      known.add(slot);
      inFlight.delete(slot);
    }
    failpoint('delivery recorded');
    publishNote(note);
    if (leaving.length > 0) noted(leaving, false);
  }

  const change = createBatcher<Change, void>({
    max: size,
    // One at a time: what ends meanwhile makes the next note larger, and a mail costs less the more there are.
    lanes: 1,
    waitMs: (one) => (one && unanswered > 0 ? GATHER_MS : 0),
    write: async (changes) => {
      await flush(changes);
      return changes.map(() => undefined);
    },
  });

  async function leave(): Promise<void> {
    await publishing;
    if (hold.isLost) return;
    // Below the horizon all is accounted for again.
    const resting = restingHorizon([{ plain: [...known], odd: [...failed] }], size);
    await hold.leave({ horizon: resting, doubtful: 0, published });
  }

  /** Writes a note of what was taken; `onNoted` is called when it is written, or lost. */
  const write = (): void => void change(null).catch(() => undefined);

  return {
    opened,
    owner,
    get isLost() {
      return hold.isLost;
    },
    isUntried,
    untried,
    async claim(slots) {
      const asked = new Set(slots);
      const all = untried();
      const gap = all.findIndex((slot) => !asked.has(slot));
      const free = gap < 0 ? all : all.slice(0, gap);
      if (free.length === 0) return free;
      const at = clock();
      for (const slot of free) inFlight.set(slot, at);
      unanswered += free.length;
      await change(null);
      return free;
    },
    id: opened.page._id,
    emailId: (slot) => opened.ids[slot]!,
    mail: (slot) => slotMail(opened, slot),
    row(slot) {
      const row = slotRow(opened, slot);
      const at = inFlight.get(slot) ?? clock();
      return { ...row, status: 'SENDING', attempt: 1, claim: owner, trace: [...row.trace, { at, to: 'SENDING', by: processId }] };
    },
    taken(one) {
      unanswered -= 1;
      taken.push(one);
      if (unanswered === 0 || taken.length >= size) write();
      else gathering ??= setTimeout(write, GATHER_MS);
    },
    noteNow() {
      if (taken.length > 0 || hasGivenBack) write();
    },
    mayHandOver: hold.mayHandOver,
    giveBack(slot) {
      if (!inFlight.delete(slot)) return;
      unanswered -= 1;
      hasGivenBack = true;
    },
    end(ended) {
      if (inFlight.has(ended.slot)) unanswered -= 1;
      return change(ended);
    },
    async settled(atOnce) {
      isSettled = true;
      if (atOnce) await change(null);
    },
    get isDue() {
      return hold.isDue;
    },
    renew: () => change(null).catch(() => undefined),
    renewed: hold.renewed,
    async release() {
      while (inFlight.size > 0 && !hold.isLost) await sleep(DRAIN_MS);
      drained();
      // Else they count both as rows and as slots until their facts are written.
      await Promise.all([...unpublished].map((note) => persist(facts.complete, note)));
      return { left: leave() };
    },
  };
}
