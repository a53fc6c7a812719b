/** Facts as they travel: one a message, or the facts of a batch that share a subject together in one. */
import { headers } from 'nats';
import type { JetStreamClient, JsMsg } from 'nats';
import type { Fact } from '#proto/events/v1/fact.ts';
import { derivedId } from '../derived-id.ts';
import { decodeKeys } from '../store/keys.ts';
import type { PendingFact } from './outbox.ts';
import { subjectOf } from './subject.ts';

/** What the relay publishes. */
export interface Message {
  subject: string;
  /** The same for the same facts, so that JetStream drops what is published twice. */
  id: string;
  /** JSON: a fact, or an array of facts, joint ones among them (joint-fact.ts). */
  payload: string;
  /** Ids of the facts in it. */
  facts: string[];
  /** The traces they belong to, each once, as far as headers take them. */
  traces: string[];
  /** The fact was too large for the bus and is published with `data: {}`: the row that it is about holds the data. */
  omitted: boolean;
}

/** Most facts in one message, and most bytes of several: a consumer holds some hundred messages ahead. */
const FACTS_MAX = 200;
const BYTES_MAX = 256 * 1_024;
/** Headers are a part of NATS's payload limit. */
const TRACES_MAX = 32;

interface Written {
  fact: PendingFact;
  json: string;
}

const jsonOf = ({ kind: _kind, traceparent: _traceparent, ...fact }: PendingFact): string =>
  JSON.stringify({ ...fact, data: fact.data && decodeKeys(fact.data) });

function messageOf(subject: string, own: readonly Written[], payloadMax: number): Message {
  const [{ fact, json }] = own as [Written];
  const facts = own.map((one) => one.fact.id);
  const traces = [...new Set(own.flatMap((one) => one.fact.traceparent ?? []))].slice(0, TRACES_MAX);
  const common = { subject, facts, traces };
  if (own.length > 1) return { ...common, id: derivedId(facts.join()), payload: `[${own.map((one) => one.json).join()}]`, omitted: false };
  if (Buffer.byteLength(json) <= payloadMax) return { ...common, id: fact.id, payload: json, omitted: false };
  return { ...common, id: fact.id, payload: jsonOf({ ...fact, data: {} }), omitted: true };
}

/** Resolves once JetStream has stored it, or has had it before. */
export async function publishMessage(
  js: JetStreamClient,
  { subject, id, payload, traces, omitted }: Omit<Message, 'facts'>,
): Promise<void> {
  const described = headers();
  for (const trace of traces) described.append('traceparent', trace);
  if (omitted) described.set('Posthorn-Data', 'omitted');
  await js.publish(subject, payload, { msgID: id, headers: described });
}

/** One message a fact. @param payloadMax bytes that the bus takes */
export function loneMessages(service: string, facts: readonly PendingFact[], payloadMax: number): Message[] {
  return facts.map((fact) => messageOf(subjectOf(service, fact, fact.kind), [{ fact, json: jsonOf(fact) }], payloadMax));
}

/** As few messages as carry all the facts. Which ones follows from the facts alone: whoever publishes the batch publishes the same. */
export function joinedMessages(service: string, facts: readonly PendingFact[], payloadMax: number): Message[] {
  const subjects = Map.groupBy(facts, (fact) => subjectOf(service, fact, fact.kind));
  return [...subjects].flatMap(([subject, same]) => {
    const messages: Message[] = [];
    let [own, bytes]: [Written[], number] = [[], 0];
    for (const fact of same) {
      const json = jsonOf(fact);
      const size = Buffer.byteLength(json) + 1;
      if (own.length > 0 && (own.length === FACTS_MAX || bytes + size > Math.min(BYTES_MAX, payloadMax))) {
        messages.push(messageOf(subject, own, payloadMax));
        [own, bytes] = [[], 0];
      }
      own.push({ fact, json });
      bytes += size;
    }
    return [...messages, messageOf(subject, own, payloadMax)];
  });
}

/** The facts of a message. Throws when it holds none. */
export function factsIn(message: Pick<JsMsg, 'json'>): Fact[] {
  const facts = [message.json<Fact | Fact[]>()].flat();
  if (facts.length === 0 || facts.some((fact) => typeof fact?.id !== 'string' || fact.id === '')) throw new TypeError('not a fact');
  return facts;
}
