/** What a request's `data` does to a contact's custom fields (contract 2.1 "Custom field rules"). */
import { fault } from '#kit/errors.ts';

/** Silently removed from any payload. */
export const RESERVED: ReadonlySet<string> = new Set([
  'id',
  'posthorn_id',
  'posthorn_email',
  'email',
  'unsubscribeUrl',
  'subscribeUrl',
  'manageUrl',
]);

/** Changes to custom fields. Names are literal: `a.b`, `$where` and `__proto__` are names like any other. */
export interface DataPatch {
  readonly set: ReadonlyMap<string, unknown>;
  readonly unset: ReadonlySet<string>;
}

export interface DataReading extends DataPatch {
  /** Values for this send or track only, never stored. */
  readonly once: ReadonlyMap<string, unknown>;
}

export const NO_CHANGE: DataPatch = Object.freeze({ set: new Map<string, unknown>(), unset: new Set<string>() });

interface Wrapper {
  value: unknown;
  persistent: boolean;
}

/** An object with `value` and a boolean `persistent`; any other object is a value itself. */
function isWrapper(value: unknown): value is Wrapper {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return false;
  return Object.hasOwn(value, 'value') && Object.hasOwn(value, 'persistent') && typeof (value as Wrapper).persistent === 'boolean';
}

/** Null deletes, an empty text is ignored, a wrapper stands for its value, anything else is stored as sent. */
export function readData(data: Readonly<Record<string, unknown>> | null | undefined): DataReading {
  const set = new Map<string, unknown>();
  const unset = new Set<string>();
  const once = new Map<string, unknown>();
  for (const [key, sent] of Object.entries(data ?? {})) {
    if (RESERVED.has(key)) continue;
    const value = isWrapper(sent) ? sent.value : sent;
    if (value === '' || value === undefined) continue;
    if (isWrapper(sent) && !sent.persistent) once.set(key, value);
    else if (value === null) unset.add(key);
    else set.set(key, value);
  }
  return { set, unset, once };
}

/** Both patches, one after the other. */
export function mergePatches(first: DataPatch, second: DataPatch): DataPatch {
  const set = new Map(first.set);
  const unset = new Set(first.unset);
  for (const [key, value] of second.set) {
    set.set(key, value);
    unset.delete(key);
  }
  for (const key of second.unset) {
    unset.add(key);
    set.delete(key);
  }
  return { set, unset };
}

export function changesNothing({ set, unset }: DataPatch): boolean {
  return set.size === 0 && unset.size === 0;
}

/** Contract 2.1 "locale": faults BAD_REQUEST unless it is a text, to be deleted, or not given. */
export function checkLocale({ set, once }: DataReading): void {
  const locale = set.get('locale') ?? once.get('locale') ?? '';
  if (typeof locale !== 'string') throw fault('BAD_REQUEST', { message: 'Locale must be a string' });
}
