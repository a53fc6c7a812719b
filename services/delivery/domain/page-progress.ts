/**
 * How far one frozen page of a campaign has come (decision record 25): which of its slots are accounted for, which may have left without
 * anybody's saying so, where the horizon has to be. Pure: the sender, the recovery and the model in the tests all go by it.
 *
 * A slot is accounted for when a note names it: as plain (accepted), or as odd (it has a row of its own). The horizon is on disk before a
 * slot below it is handed over, so what is unaccounted above it has certainly not left, and what is unaccounted below it may have.
 */

/** What became of some slots, in one write. */
export interface Note {
  /** Accepted by the provider. */
  plain: readonly number[];
  /** Each with a row of its own, which was written before the note. */
  odd: readonly number[];
}

export interface Progress {
  /** Only slots below it may be handed over. */
  horizon: number;
  notes: readonly Note[];
}

/** Slots of which it is written down what became of them. */
export function accountedSlots(notes: readonly Note[]): Set<number> {
  return new Set(notes.flatMap(({ plain, odd }) => [...plain, ...odd]));
}

function unaccounted(notes: readonly Note[], from: number, to: number): number[] {
  const known = accountedSlots(notes);
  const slots: number[] = [];
  for (let slot = from; slot < to; slot += 1) if (!known.has(slot)) slots.push(slot);
  return slots;
}

/** Slots that may have left under a sender that is gone: their mails are of unknown outcome, and never sent again by themselves. */
export function doubtfulSlots({ horizon, notes }: Progress): number[] {
  return unaccounted(notes, 0, horizon);
}

/** Slots that have certainly not left. @param size slots of the page */
export function untouchedSlots({ horizon, notes }: Progress, size: number): number[] {
  return unaccounted(notes, horizon, size);
}

/**
 * Where the horizon has to be on disk while these slots are in flight. What was given back is above it again, as far as nothing in flight
 * is behind it. @param floor below which a former holder's slots are not accounted for yet
 */
export function horizonFor(inFlight: Iterable<number>, floor: number): number {
  let horizon = floor;
  for (const slot of inFlight) horizon = Math.max(horizon, slot + 1);
  return horizon;
}

/** Where its owner may put the horizon while nothing is in flight: below it all is accounted for. @param size slots of the page */
export function restingHorizon(notes: readonly Note[], size: number): number {
  return unaccounted(notes, 0, size)[0] ?? size;
}

/** Whether somebody else may take a page over. @param lease until when its owner holds it; null: nobody does */
export function isFree(lease: Date | null, now: Date): boolean {
  return lease === null || lease <= now;
}

/** Whether its owner may still hand a slot over: not so late that another may hold the page before the reply is there. */
export function mayHandOver(lease: Date, now: Date, leaseMs: number): boolean {
  return lease.getTime() - now.getTime() > leaseMs / 3;
}
