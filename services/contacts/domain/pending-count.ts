/**
 * Pending count deltas: what the field catalogue has yet to learn of a contact. A write leaves in the contact how it stood when the
 * catalogue last counted it; the difference to how it stands is counted later, once, however many writes lie between.
 */
import { typeOf } from './field.ts';
import type { FieldType } from './field.ts';
import { placeOf, valueId } from './values.ts';
import type { ValueDelta } from './values.ts';

/** What is counted of a contact. */
export interface CountedState {
  subscribed: boolean;
  /** Under encoded names. */
  data: Readonly<Record<string, unknown>>;
}

/** Stored in the contact as `tally`, named as in the first release: contacts hold it across an upgrade. */
export interface PendingCount {
  /** Of the first write that is not counted. */
  at: Date;
  /** The contact itself is not counted. */
  isNew?: boolean;
  /** As counted, if it was changed since. */
  subscribed?: boolean;
  /** As counted, if it was changed since. */
  email?: string;
  /** Fields written since, by encoded name: the value before, or `Appeared`. */
  was?: Readonly<Record<string, unknown>>;
  /** Writes since then that changed the address or a field, the creation not among them. */
  changes?: number;
}

/** A field that the contact did not have: the type of its first value, and when it came. No stored value can look like this. */
export interface Appeared {
  [APPEARED]: FieldType;
  at: Date;
}

/** `encodeKey` writes no such name. */
export const APPEARED = '%new';

export type WithPendingCount = CountedState & { tally?: PendingCount };

export interface FirstValue {
  key: string;
  type: FieldType;
  at: Date;
}

export const isAppeared = (value: unknown): value is Appeared =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, APPEARED);

/** The contact as the catalogue counted it; null when it did not. */
export function countedState({ subscribed, data, tally }: WithPendingCount): CountedState | null {
  if (!tally) return { subscribed, data };
  if (tally.isNew) return null;
  const before = { ...data, ...tally.was };
  for (const [key, value] of Object.entries(before)) if (isAppeared(value)) delete before[key];
  return { subscribed: tally.subscribed ?? subscribed, data: before };
}

/** Values that were the first of their field on this contact since it was counted, those that went again included. */
export function firstValuesOf({ data, tally }: WithPendingCount): FirstValue[] {
  if (!tally) return [];
  const { at, was = {}, isNew } = tally;
  const written = Object.entries(was).flatMap(([key, value]): FirstValue[] => {
    if (isAppeared(value)) return [{ key, type: value[APPEARED], at: value.at }];
    return isNew ? [{ key, type: typeOf(value), at }] : [];
  });
  const untouched = isNew
    ? Object.entries(data)
        .filter(([key]) => !Object.hasOwn(was, key))
        .map(([key, value]) => ({ key, type: typeOf(value), at }))
    : [];
  return [...written, ...untouched];
}

/** What happens to one field of a project. */
export interface FieldDelta {
  /** Contacts that have it now less those that had it. */
  delta: number;
  /** Of the earliest value seen. */
  type?: FieldType;
  since?: Date;
  values: Map<string, ValueDelta>;
}

export interface ProjectDeltas {
  contacts: number;
  subscribed: number;
  fields: Map<string, FieldDelta>;
}

export interface ContactDelta {
  projectId: string;
  /** Null: there was no contact. */
  before: CountedState | null;
  /** Null: there is none any more. */
  after: CountedState | null;
  /** Values that came in between. */
  seen?: readonly FirstValue[];
  at: Date;
}

/** Gathers what changes of contacts come to, project by project. */
export interface CountDeltas {
  projects: ReadonlyMap<string, ProjectDeltas>;
  add(delta: ContactDelta): void;
}

export function createCountDeltas(): CountDeltas {
  const projects = new Map<string, ProjectDeltas>();

  function fieldOf({ fields }: ProjectDeltas, key: string): FieldDelta {
    const known = fields.get(key);
    if (known) return known;
    const created: FieldDelta = { delta: 0, values: new Map() };
    fields.set(key, created);
    return created;
  }

  function see(deltas: ProjectDeltas, { key, type, at }: FirstValue): void {
    const field = fieldOf(deltas, key);
    if (!field.since || at < field.since) Object.assign(field, { type, since: at });
  }

  function addValue({ values }: FieldDelta, value: unknown, delta: number): void {
    const place = placeOf(value);
    if (!place) return;
    const id = valueId(place);
    const sum = (values.get(id)?.delta ?? 0) + delta;
    if (sum === 0) values.delete(id);
    else values.set(id, { value, delta: sum });
  }

  function addData(deltas: ProjectDeltas, { before, after, at }: ContactDelta): void {
    const [had, has] = [before?.data ?? {}, after?.data ?? {}];
    for (const [key, value] of Object.entries(has)) {
      const known = Object.hasOwn(had, key);
      if (known && had[key] === value) continue;
      const field = fieldOf(deltas, key);
      addValue(field, value, 1);
      if (known) {
        addValue(field, had[key], -1);
        continue;
      }
      field.delta += 1;
      see(deltas, { key, type: typeOf(value), at });
    }
    for (const [key, value] of Object.entries(had)) {
      if (Object.hasOwn(has, key)) continue;
      const field = fieldOf(deltas, key);
      field.delta -= 1;
      addValue(field, value, -1);
    }
  }

  function add(delta: ContactDelta): void {
    const { projectId, before, after, seen = [] } = delta;
    const deltas = projects.get(projectId) ?? { contacts: 0, subscribed: 0, fields: new Map<string, FieldDelta>() };
    projects.set(projectId, deltas);
    deltas.contacts += Number(after !== null) - Number(before !== null);
    deltas.subscribed += Number(after?.subscribed ?? false) - Number(before?.subscribed ?? false);
    for (const one of seen) see(deltas, one);
    addData(deltas, delta);
  }

  return { projects, add };
}
