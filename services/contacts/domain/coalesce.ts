/** Coalesces upserts of one address that meet in one flush, in the order they came, into as few writes as may carry them. */
import { mergePatches } from './data.ts';
import type { DataPatch } from './data.ts';

/** What one upsert asks for. */
export interface UpsertIntent {
  patch: DataPatch;
  /** Explicit only. */
  subscribed?: boolean;
  /** Bytes the patch takes in the store. */
  bytes: number;
}

export interface CoalescedWrite<I extends UpsertIntent> {
  /** The first so many of the intents. */
  intents: I[];
  /** Their joint effect. */
  patch: DataPatch;
  /** The intent that speaks about the subscription, the first if several agree. */
  subscription?: I;
}

/**
 * The longest run from the front that one write can carry: its data fit in `maxBytes`, and it does not ask for both true and false,
 * since each flip is a change of its own with a fact of its own (contract 2.1 "Events").
 */
export function coalesce<I extends UpsertIntent>([first, ...rest]: [I, ...I[]], maxBytes: number): CoalescedWrite<I> {
  const write: CoalescedWrite<I> = { intents: [first], patch: first.patch };
  if (first.subscribed !== undefined) write.subscription = first;
  let bytes = first.bytes;
  for (const intent of rest) {
    bytes += intent.bytes;
    const contrary =
      intent.subscribed !== undefined && write.subscription !== undefined && write.subscription.subscribed !== intent.subscribed;
    if (contrary || bytes > maxBytes) break;
    write.intents.push(intent);
    write.patch = mergePatches(write.patch, intent.patch);
    if (intent.subscribed !== undefined) write.subscription ??= intent;
  }
  return write;
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
