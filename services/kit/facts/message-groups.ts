/** Messages of a consumer grouped so that their facts act together, and what is wrong with some. */
import type { JsMsg } from 'nats';
import type { Fact } from '#proto/events/v1/fact.ts';
import { eventsIn } from './joint-fact.ts';

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

/** How many events the facts of a message stand for. */
export const eventsOf = ({ facts }: Entry): number => facts.reduce((sum, fact) => sum + eventsIn(fact), 0);

/** Messages of so many events as act together well, one at least. @param atOnce as far as messages may be parted */
export function groupsOf(entries: readonly Entry[], atOnce: number): Entry[][] {
  const groups: Entry[][] = [];
  let room = 0;
  for (const entry of entries) {
    const events = eventsOf(entry);
    room -= events;
    if (room < 0) {
      groups.push([]);
      room = atOnce - events;
    }
    groups.at(-1)!.push(entry);
  }
  return groups;
}
