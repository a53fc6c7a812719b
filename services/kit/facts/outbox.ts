/**
 * Facts are committed with the change that causes them: in the same document, in the same write. The relay publishes them and
 * takes them out. So a fact is published if and only if its change happened, without a transaction on the hot path.
 */
import mongoose from 'mongoose';
import type { Model } from 'mongoose';
import type { Fact } from '#proto/events/v1/fact.ts';
import { encodeKeys } from '../store/keys.ts';
import { traceparent as activeTrace } from '../telemetry/trace.ts';

/** A fact as it waits in a document. */
export interface PendingFact extends Fact {
  /** The subject's last part when the name is free text. */
  kind?: string;
  /** W3C trace context of the call that caused it; of a joint fact, of those that did. */
  traceparent?: string | readonly string[];
}

/** The field of `tenantSchema(…, { outbox: true })`. Absent when nothing waits, and not read unless asked for. */
export const OUTBOX_FIELD = {
  outbox: { type: [mongoose.Schema.Types.Mixed], default: undefined, select: false },
} as const;

/** Only documents with pending facts are in this index, so it stays as small as the backlog. */
export const OUTBOX_INDEX = [
  { 'outbox.at': 1 },
  { name: 'outbox', partialFilterExpression: { outbox: { $exists: true } } },
] as const satisfies readonly [object, object];

/**
 * A fact ready for a document's outbox: its free-form data with names the store accepts, and the trace it belongs to.
 * @param kind see `subjectOf`
 */
export function pending(fact: Fact, kind?: string): PendingFact {
  const traceparent = activeTrace();
  return {
    ...fact,
    data: fact.data && encodeKeys(fact.data),
    ...(kind ? { kind } : {}),
    ...(traceparent ? { traceparent } : {}),
  };
}

const listeners = new Map<string, Set<() => void>>();

const keyOf = (model: Model<any>): string => `${model.db.name}.${model.collection.collectionName}`;

/** Says that facts were just written, so that this process's relay need not wait for its next look. Losing it is harmless. */
export function outboxHint(model: Model<any>): void {
  listeners.get(keyOf(model))?.forEach((wake) => wake());
}

/** Calls `wake` at each hint for the model; answers how to stop that. */
export function onOutboxHint(model: Model<any>, wake: () => void): () => void {
  const key = keyOf(model);
  const set = listeners.get(key) ?? new Set();
  listeners.set(key, set.add(wake));
  return () => void set.delete(wake);
}
