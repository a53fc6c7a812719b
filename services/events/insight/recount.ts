/**
 * Compares what is kept of a project's counts with a count of its rows. There is nothing to find while rows come and go through this
 * service; what was changed around it is voided by a repair, and counted anew when it is asked for. Sealed days have no rows left to
 * compare with.
 */
import { isDeepStrictEqual } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Model } from 'mongoose';
import type { Bucket } from '../domain/interval.ts';
import { intervalOf } from '../domain/interval.ts';
import type { CountRows, NameCount, RollUpDocument } from './model.ts';
import { bucketOf, sum, VOID } from './roll-ups.ts';

export interface Difference {
  size: Bucket['size'];
  /** When the bucket begins. */
  start: string;
  kept: NameCount[];
  counted: NameCount[];
}

/** A row is there for a moment before the counts of its time are voided: what differs is looked at again. */
const LOOKS = 3;
const AGAIN_MS = 1_000;

const plain = (counts: readonly NameCount[]): NameCount[] => sum(counts).map(({ human = 0, ...of }) => ({ ...of, human }));

/** Names whose counts are not the same. */
function differing(kept: readonly NameCount[], counted: readonly NameCount[]): Pick<Difference, 'kept' | 'counted'> {
  const [one, other] = [plain(kept), plain(counted)];
  const missing = (from: NameCount[], in_: NameCount[]) => from.filter((count) => !in_.some((same) => isDeepStrictEqual(same, count)));
  return { kept: missing(one, other), counted: missing(other, one) };
}

export async function recount(
  { model, rows }: { model: Model<RollUpDocument>; rows: Pick<CountRows, 'byBucket'> },
  projectId: string,
  repairing: boolean,
): Promise<Difference[]> {
  /** What is wrong with one document, and with which version of it; null: nothing. */
  async function differenceOf(_id: string): Promise<{ _id: string; version: number; difference: Difference } | null> {
    const document = await model.findOne({ _id, projectId, sealed: { $exists: false } }).lean<RollUpDocument>();
    if (!document?.counts) return null;
    const bucket = bucketOf(_id);
    const counted = await rows.byBucket(projectId, intervalOf(bucket), bucket.size);
    const found = differing(document.counts, counted);
    if (found.kept.length === 0 && found.counted.length === 0) return null;
    const difference = { size: bucket.size, start: new Date(bucket.start).toISOString(), ...found };
    return { _id, version: document.version, difference };
  }

  const kept = await model.find({ projectId, counts: { $exists: true } }, { _id: 1 }).lean<Pick<RollUpDocument, '_id'>[]>();
  let suspects = kept.map(({ _id }) => _id);
  const found: Difference[] = [];
  for (let look = 1; suspects.length > 0; look += 1) {
    const wrong = [];
    for (const id of suspects) {
      const one = await differenceOf(id);
      if (one) wrong.push(one);
    }
    suspects = wrong.map(({ _id }) => _id);
    if (suspects.length > 0 && look < LOOKS) {
      await sleep(AGAIN_MS);
      continue;
    }
    for (const { _id, version, difference } of wrong) {
      if (repairing) await model.updateOne({ _id, projectId, version }, VOID);
      found.push(difference);
    }
    break;
  }
  return found;
}
