/** Messages of a consumer grouped so that their facts act together, and what is wrong with some. */
import type { JsMsg } from 'nats';
import type { Fact } from '#proto/events/v1/fact.ts';

/** Facts that act together, as far as messages may be parted. */
const FACTS_AT_ONCE = 400;

export interface Entry {
  message: JsMsg;
  facts: Fact[];
}

/** A fact of a message that cannot be acted on, or a message that holds none. */
export interface Failure {
  /** Its place in the message. */
  part: number;
  data: Uint8Array;
  error: unknown;
}

/** Nobody's fault: the messages come again. */
export class GivenBack extends Error {
  readonly delayMs: number;

  constructor(delayMs: number) {
    super('given back');
    this.delayMs = delayMs;
  }
}

/** Messages of so many facts as act together well, one at least. */
export function groupsOf(entries: readonly Entry[]): Entry[][] {
  const groups: Entry[][] = [];
  let room = 0;
  for (const entry of entries) {
    room -= entry.facts.length;
    if (room < 0) {
      groups.push([]);
      room = FACTS_AT_ONCE - entry.facts.length;
    }
    groups.at(-1)!.push(entry);
  }
  return groups;
}
