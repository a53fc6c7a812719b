/**
 * What the field catalogue has yet to learn of a contact. A write leaves a note of how the contact stood when the catalogue last
 * counted it; the difference to how it stands is counted later, once, however many writes lie between.
 */
import { typeOf } from './field.ts';
import type { FieldType } from './field.ts';
import { placeOf, valueId } from './values.ts';
import type { ValueMove } from './values.ts';

export interface Standing {
  subscribed: boolean;
  /** Under encoded names. */
  data: Readonly<Record<string, unknown>>;
}

/** The note. */
export interface Pending {
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

export type Noted = Standing & { tally?: Pending };

export interface Sighting {
  key: string;
  type: FieldType;
  at: Date;
}

export const isAppeared = (value: unknown): value is Appeared => typeof value === 'object' && value !== null && Object.hasOwn(value, APPEARED);

/** The contact as the catalogue counted it; null when it did not. */
export function countedOf({ subscribed, data, tally }: Noted): Standing | null {
  if (!tally) return { subscribed, data };
  if (tally.isNew) return null;
  const before = { ...data, ...tally.was };
  for (const [key, value] of Object.entries(before)) if (isAppeared(value)) delete before[key];
  return { subscribed: tally.subscribed ?? subscribed, data: before };
}

/** Values that were the first of their field on this contact since it was counted, those that went again included. */
export function sightingsOf({ data, tally }: Noted): Sighting[] {
  if (!tally) return [];
  const { at, was = {}, isNew } = tally;
  const written = Object.entries(was).flatMap(([key, value]): Sighting[] => {
    if (isAppeared(value)) return [{ key, type: value[APPEARED], at: value.at }];
    return isNew ? [{ key, type: typeOf(value), at }] : [];
  });
  const untouched = isNew ? Object.entries(data).filter(([key]) => !Object.hasOwn(was, key)).map(([key, value]) => ({ key, type: typeOf(value), at })) : [];
  return [...written, ...untouched];
}

/** What happens to one field of a project. */
export interface FieldMove {
  /** Contacts that have it now less those that had it. */
  delta: number;
  /** Of the earliest value seen. */
  type?: FieldType;
  since?: Date;
  values: Map<string, ValueMove>;
}

export interface ProjectMoves {
  contacts: number;
  subscribed: number;
  fields: Map<string, FieldMove>;
}

export type Tally = ReturnType<typeof makeTally>;

/** Gathers what changes of contacts come to, project by project. */
export function makeTally() {
  const projects = new Map<string, ProjectMoves>();

  function fieldOf({ fields }: ProjectMoves, key: string): FieldMove {
    const known = fields.get(key);
    if (known) return known;
    const fresh: FieldMove = { delta: 0, values: new Map() };
    fields.set(key, fresh);
    return fresh;
  }

  function see(moves: ProjectMoves, { key, type, at }: Sighting): void {
    const field = fieldOf(moves, key);
    if (!field.since || at < field.since) Object.assign(field, { type, since: at });
  }

  function moveValue({ values }: FieldMove, value: unknown, delta: number): void {
    const place = placeOf(value);
    if (!place) return;
    const id = valueId(place);
    const sum = (values.get(id)?.delta ?? 0) + delta;
    if (sum === 0) values.delete(id);
    else values.set(id, { value, delta: sum });
  }

  return {
    projects: projects as ReadonlyMap<string, ProjectMoves>,

    /** A contact stood so and stands so now; null where there is none. `seen`: values that came in between. */
    moved(projectId: string, before: Standing | null, after: Standing | null, seen: readonly Sighting[], at: Date): void {
      const moves = projects.get(projectId) ?? { contacts: 0, subscribed: 0, fields: new Map<string, FieldMove>() };
      projects.set(projectId, moves);
      moves.contacts += Number(after !== null) - Number(before !== null);
      moves.subscribed += Number(after?.subscribed ?? false) - Number(before?.subscribed ?? false);
      for (const one of seen) see(moves, one);
      const [had, has] = [before?.data ?? {}, after?.data ?? {}];
      for (const [key, value] of Object.entries(has)) {
        const known = Object.hasOwn(had, key);
        if (known && had[key] === value) continue;
        const field = fieldOf(moves, key);
        moveValue(field, value, 1);
        if (known) {
          moveValue(field, had[key], -1);
          continue;
        }
        field.delta += 1;
        see(moves, { key, type: typeOf(value), at });
      }
      for (const [key, value] of Object.entries(had)) {
        if (Object.hasOwn(has, key)) continue;
        const field = fieldOf(moves, key);
        field.delta -= 1;
        moveValue(field, value, -1);
      }
    },
  };
}
