/**
 * A seeded model of how a frozen page is sent: senders that die anywhere, pause, and give back what they have not handed over; mails that
 * are refused for now; leases that run out; spools that those on the same host can read; and a database that forgets on its restart what
 * no majority had. It goes by the same rules as the services (domain/page-progress.ts).
 */
import { doubtfulSlots, horizonFor, isFree, mayHandOver, restingHorizon, untouchedSlots } from '#services/delivery/domain/page-progress.ts';
import type { Note } from '#services/delivery/domain/page-progress.ts';
import type { Random } from './random.ts';

/** What a mutant does wrong. */
export interface Flaws {
  /** The horizon is written without waiting for a majority. */
  horizonUnsafe?: boolean;
  /** A slot is handed over before the horizon above it is on disk. */
  handsOverFirst?: boolean;
  /** A sender that takes a page goes by the page as it was read before, not as it was when it was taken. */
  staleSnapshot?: boolean;
  /** A note puts the horizon below slots that are still in flight. */
  forgetsInFlight?: boolean;
  /** The spool of the claim before is asked, whether or not that had settled the page. */
  asksFormer?: boolean;
  /** The spool is believed of slots that have rows. */
  ignoresRows?: boolean;
  /** A sender claims slots before it has settled those of the one before. */
  claimsUnsettled?: boolean;
  /** Rows are made of a former holder's slots although the lease may be over. */
  writesRowsLate?: boolean;
}

/** The mutants, which are to be found out. */
export const MUTANTS: readonly { what: string; flaws: Flaws; isRare?: true }[] = [
  { what: 'the horizon is written w:1', flaws: { horizonUnsafe: true } },
  { what: 'handed over before the horizon is on disk', flaws: { handsOverFirst: true } },
  // A page as it was before it was taken sends twice, or says two things of a mail.
  { what: 'taken over as the page was read, not as it was taken', flaws: { staleSnapshot: true }, isRare: true },
  { what: 'a note puts the horizon below what is in flight', flaws: { forgetsInFlight: true } },
  { what: 'the spool of whoever held the page last is asked, settled or not', flaws: { asksFormer: true } },
  { what: 'the spool is believed of slots that have rows', flaws: { ignoresRows: true } },
  { what: 'slots are claimed before those of the former holder are settled', flaws: { claimsUnsettled: true } },
  { what: 'rows are made of a former holder’s slots when the lease may be over', flaws: { writesRowsLate: true }, isRare: true },
];

type SpoolState = 'handed over' | 'kept' | 'accepted';

interface Page {
  owner: string | null;
  lease: number;
  horizon: number;
  notes: readonly Note[];
  /** The last claim that had settled the page. */
  settled: string | null;
  /** The writes that made it so. */
  writes: readonly number[];
}

const [SIZE, WINDOW, LEASE] = [6, 3, 12];
const HOSTS = 2;

const unaccounted = (notes: readonly Note[]): number[] => untouchedSlots({ notes, horizon: 0 }, SIZE);

/** What went wrong in one schedule; empty: nothing. */
export function runSchedule(random: Random, flaws: Flaws = {}): string[] {
  let [now, durable, page]: [number, Page, Page] = [0, fresh(), fresh()];
  let writes = 0;
  const handed = new Map<number, number>();
  /** Slots with rows of their own: true: refused for now, the row is sent in the end. */
  const rows = new Map<number, boolean>();
  /** Claim → what its process wrote into its spool. Who can read it: those on its host, once it has ended. */
  const spools = new Map<string, { host: number; entries: Map<number, SpoolState>; hasEnded: boolean }>();

  /**
   * One document's update, by whoever holds it; answers the document before, or null where it is not the holder's any more. A majority is
   * awaited: then no restart forgets it. What a restart forgot before that is written again.
   */
  function* write(owner: string | null, lease: number, change: Partial<Page>, unsafe = false): Generator<void, Page | null> {
    for (;;) {
      yield;
      if (page.owner !== owner || (lease >= 0 && page.lease !== lease)) return null;
      const [own, before] = [(writes += 1), page];
      page = { ...page, ...change, writes: [...page.writes, own] };
      if (unsafe) return before;
      yield;
      if (!page.writes.includes(own)) continue;
      durable = page;
      return before;
    }
  }

  /** Clocks are coarser than what happens: two leases may end alike. */
  const until = (): number => Math.floor(now) + LEASE;

  function* send(name: string, pauses: boolean): Generator<void, void> {
    yield;
    const found = page;
    if (!isFree(found.owner === null ? null : new Date(found.lease), new Date(now))) return;
    let lease = until();
    const taken = yield* write(found.owner, found.lease, { owner: name, lease });
    if (!taken) return;
    const state = flaws.staleSnapshot ? found : taken;
    let [notes, horizon]: [readonly Note[], number] = [state.notes, state.horizon];
    const { host, entries } = spools.get(name)!;
    const doubtful = doubtfulSlots(state);
    if (doubtful.length > 0) {
      const asked = spools.get((flaws.asksFormer ? found.owner : state.settled) ?? '');
      const isReadable = asked !== undefined && asked.host === host && asked.hasEnded;
      yield;
      const stateOf = (slot: number): SpoolState => {
        if (!isReadable || (rows.has(slot) && !flaws.ignoresRows)) return 'handed over';
        return asked.entries.get(slot) ?? 'kept';
      };
      const { 'handed over': odd = [], accepted = [] } = Object.groupBy(doubtful, stateOf);
      for (const slot of odd) {
        if (!mayHandOver(new Date(lease), new Date(now), LEASE) && !flaws.writesRowsLate) return;
        if (!rows.has(slot)) rows.set(slot, false);
        yield;
      }
      notes = [...notes, { plain: accepted, odd }];
      if (!(yield* write(name, -1, { notes, lease: (lease = until()) }))) return;
      if (!flaws.claimsUnsettled) {
        horizon = 0;
        if (!(yield* write(name, -1, { settled: name, horizon, lease: (lease = until()) }))) return;
      }
    }
    const settled = flaws.claimsUnsettled && doubtful.length > 0 ? {} : { settled: name };
    for (let slots = unaccounted(notes); slots.length > 0; slots = unaccounted(notes)) {
      const own = slots.slice(0, 1 + random.below(WINDOW));
      const isPaused = pauses && random.below(6) === 0;
      if (flaws.handsOverFirst) for (const slot of own) handed.set(slot, (handed.get(slot) ?? 0) + 1);
      lease = until();
      horizon = horizonFor(own, 'settled' in settled ? 0 : state.horizon);
      if (!(yield* write(name, -1, { ...settled, horizon, lease }, flaws.horizonUnsafe))) return;
      const inFlight = new Set(own);
      let plain: number[] = [];
      /** What became of it is on disk. */
      const end = (slot: number): void => {
        inFlight.delete(slot);
        entries.delete(slot);
      };
      for (const slot of own) {
        yield;
        if (isPaused && random.below(2) === 0) {
          inFlight.delete(slot);
          continue;
        }
        // What was taken so far is noted while others are in flight.
        if (plain.length > 0 && random.below(3) === 0) {
          notes = [...notes, { plain, odd: [] }];
          horizon = horizonFor(flaws.forgetsInFlight ? [] : inFlight, 0);
          if (!(yield* write(name, -1, { notes, horizon, lease: (lease = until()) }))) return;
          for (const one of plain) end(one);
          plain = [];
        }
        if (!mayHandOver(new Date(lease), new Date(now), LEASE)) return;
        entries.set(slot, 'handed over');
        if (random.below(6) === 0 && !flaws.handsOverFirst) {
          yield;
          entries.set(slot, 'kept');
          yield;
          if (!rows.has(slot)) rows.set(slot, true);
          yield;
          notes = [...notes, { plain: [], odd: [slot] }];
          if (!(yield* write(name, -1, { notes, horizon: horizonFor(inFlight, 0), lease: (lease = until()) }))) return;
          end(slot);
          continue;
        }
        if (!flaws.handsOverFirst) handed.set(slot, (handed.get(slot) ?? 0) + 1);
        yield;
        entries.set(slot, 'accepted');
        plain.push(slot);
      }
      notes = [...notes, { plain, odd: [] }];
      horizon = horizonFor(inFlight, 0);
      if (!(yield* write(name, -1, { notes, horizon, lease: (lease = until()) }))) return;
      for (const slot of plain) end(slot);
      if (isPaused) break;
    }
    // Nothing is in flight.
    yield* write(name, -1, { owner: null, lease: 0, horizon: restingHorizon(notes, SIZE) });
  }

  const senders = new Map<string, Generator<void, void>>();
  function begin(name: string, pauses = true): Generator<void, void> {
    spools.set(name, { host: random.below(HOSTS), entries: new Map(), hasEnded: false });
    return send(name, pauses);
  }
  function kill(name: string): void {
    senders.delete(name);
    spools.get(name)!.hasEnded = true;
  }

  for (let step = 0; step < 160; step += 1) {
    const choice = random.below(20);
    if (choice === 0) now += LEASE;
    else if (choice === 1) page = durable;
    else if (choice === 2 && senders.size < 3) senders.set(`s${step}`, begin(`s${step}`));
    else {
      const [name, sender] = [...senders][random.below(Math.max(1, senders.size))] ?? [];
      now += 0.2;
      if (sender && (choice === 3 || sender.next().done)) kill(name!);
    }
  }
  // In the end one sender is left alone.
  now += 2 * LEASE;
  page = durable;
  for (const name of senders.keys()) kill(name);
  for (const sender = begin('last', false); !sender.next().done;);

  const noted = page.notes.flatMap(({ plain }) => plain);
  const wrong: string[] = [];
  for (let slot = 0; slot < SIZE; slot += 1) {
    const times = (handed.get(slot) ?? 0) + (rows.get(slot) ? 1 : 0);
    const [isPlain, isOdd] = [noted.includes(slot), rows.has(slot)];
    if (times > 1) wrong.push(`slot ${slot} was handed over ${times} times`);
    if (times === 0 && !isOdd) wrong.push(`slot ${slot} was lost`);
    if (isPlain && isOdd) wrong.push(`slot ${slot} is in two states`);
    if (!isPlain && !isOdd) wrong.push(`slot ${slot} is in no state`);
  }
  return wrong;
}

function fresh(): Page {
  return { owner: null, lease: 0, horizon: 0, notes: [], settled: null, writes: [] };
}
