/**
 * Admits new custom fields to a project's catalogue before they are written, so that there are never more than a project may have. A field
 * that is admitted has a row without a type, which is listed from its first value on.
 */
import { createBatcher } from '#kit/store/batcher.ts';
import { bulkWrite } from '#kit/store/bulk-write.ts';
import { checkFieldCount } from '../domain/field-limit.ts';
import type { Catalogue } from './catalogue.ts';
import { fieldId, SELF } from './field-model.ts';
import type { FieldRow } from './field-model.ts';

export interface Admission {
  projectId: string;
  /** Encoded. */
  keys: Iterable<string>;
  /** Most that may be new to the project. */
  most: number;
}

/** Faults VALIDATION_ERROR when there are too many. */
export type AdmitFields = (admission: Admission) => Promise<void>;

interface Asked {
  projectId: string;
  asked: string[];
  most: number;
}

interface Known {
  keys: Set<string>;
  /** Milliseconds since 1970; a field may have been deleted since. */
  until: number;
}

const KEPT_MS = 10_000;
const MOST_PROJECTS = 200;

export function createFieldAdmission({ commit, model }: Catalogue, clock: () => Date): AdmitFields {
  const known = new Map<string, Known>();

  async function keysOf(projectId: string): Promise<Set<string>> {
    const rows = await model.find({ projectId, key: { $ne: SELF } }, { key: 1 }).lean<FieldRow[]>();
    return new Set(rows.map(({ key }) => key));
  }

  function remember(projectId: string, keys: Set<string>): void {
    // The one that was loaded first goes.
    if (known.size >= MOST_PROJECTS) known.delete(known.keys().next().value!);
    known.set(projectId, { keys, until: clock().getTime() + KEPT_MS });
  }

  /** One transaction for all that ask at once: each apart, they would stand in each other's way. */
  async function admitTo(projectId: string, asking: Asked[]): Promise<(true | Error)[]> {
    const { outcomes, own } = await commit([projectId], async ({ session }) => {
      const rows = await model.find({ projectId, key: { $ne: SELF } }, { key: 1 }, { session }).lean<FieldRow[]>();
      const all = new Set(rows.map(({ key }) => key));
      const before = all.size;
      const admitted = asking.map((one) => admitOne(one, all));
      const writes = [...all].slice(before).map((key) => ({
        insertOne: { document: { _id: fieldId(projectId, key), projectId, key, count: 0 } },
      }));
      await bulkWrite(model, writes, { session });
      return { outcomes: admitted, own: all };
    });
    remember(projectId, own);
    return outcomes;
  }

  const admitTogether = createBatcher<Asked, true>({
    async write(asking) {
      const outcomes = new Map<Asked, true | Error>();
      for (const [projectId, own] of Map.groupBy(asking, (one) => one.projectId)) {
        const admitted = await admitTo(projectId, own).catch((error: Error) => own.map(() => error));
        own.forEach((one, index) => outcomes.set(one, admitted[index]!));
      }
      return asking.map((one) => outcomes.get(one)!);
    },
  });

  return async function admitFields({ projectId, keys, most }) {
    const asked = [...new Set(keys)];
    const kept = known.get(projectId);
    if (asked.length === 0 || (kept && kept.until > clock().getTime() && asked.every((key) => kept.keys.has(key)))) return;
    const there = await keysOf(projectId);
    if (asked.every((key) => there.has(key))) return remember(projectId, there);
    await admitTogether({ projectId, asked, most });
  };
}

/** Adds what is new to the project's keys, unless it is too much. */
function admitOne({ asked, most }: Asked, own: Set<string>): true | Error {
  const added = asked.filter((key) => !own.has(key));
  try {
    checkFieldCount({ known: own.size, added: added.length, most });
  } catch (error) {
    return error as Error;
  }
  for (const key of added) own.add(key);
  return true;
}
