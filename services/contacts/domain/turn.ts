/** Upserts of one address that meet in one flush, in the order they came. */
import { mergePatches } from './data.ts';
import type { DataPatch } from './data.ts';

export interface Wish {
  patch: DataPatch;
  /** Explicit only. */
  subscribed?: boolean;
  /** Bytes the patch takes in the store. */
  bytes: number;
}

export interface Turn<W extends Wish> {
  /** The first so many of the wishes. */
  wishes: W[];
  /** Their joint effect. */
  patch: DataPatch;
  /** The wish that speaks about the subscription, the first if several agree. */
  says?: W;
}

/**
 * The longest run from the front that one write can carry: its data fit in `maxBytes`, and it does not say both true and false,
 * since each flip is a change of its own with a fact of its own (decisions 2.1 "Events").
 */
export function nextTurn<W extends Wish>([first, ...rest]: [W, ...W[]], maxBytes: number): Turn<W> {
  const turn: Turn<W> = { wishes: [first], patch: first.patch };
  if (first.subscribed !== undefined) turn.says = first;
  let bytes = first.bytes;
  for (const wish of rest) {
    bytes += wish.bytes;
    const contrary = wish.subscribed !== undefined && turn.says !== undefined && turn.says.subscribed !== wish.subscribed;
    if (contrary || bytes > maxBytes) break;
    turn.wishes.push(wish);
    turn.patch = mergePatches(turn.patch, wish.patch);
    if (wish.subscribed !== undefined) turn.says ??= wish;
  }
  return turn;
}

/** Positions of the list in rounds: an address named several times by one call is dealt with once a round, in order. */
export function rounds(emails: readonly string[]): number[][] {
  const seen = new Map<string, number>();
  const result: number[][] = [];
  emails.forEach((email, index) => {
    const round = seen.get(email) ?? 0;
    seen.set(email, round + 1);
    (result[round] ??= []).push(index);
  });
  return result;
}
