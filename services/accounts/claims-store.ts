/** Idempotency claims as documents, written in bulk: concurrent requests share one majority write. */
import { createBatcher } from '#kit/store/batcher.ts';
import { acrossProjects } from '#kit/store/tenancy.ts';
import { begun, judge, resumed, reused, settlement } from './domain/claim.ts';
import type { Claim, Terms } from './domain/claim.ts';
import type { AccountsModels, ClaimRow } from './model.ts';
import { refusedInserts } from './refused-inserts.ts';

export interface ClaimRequest {
  projectId: string;
  key: string;
  request: string;
  /** SHA-256 of the body, base64url. */
  bodyHash: string;
  now: Date;
}

export interface Settlement {
  projectId: string;
  key: string;
  operationId: string;
  statusCode: number;
}

export interface ClaimsStore {
  /** The operation's id; faults IDEMPOTENCY_KEY_REUSED for everybody but one. */
  claim(item: ClaimRequest): Promise<string>;
  /** Writes the outcome; harmless when repeated, or when the claim is not this operation's any more. */
  settle(item: Settlement): Promise<void>;
  removeProject(projectId: string): Promise<void>;
}

/** Contests of one key that a claim may lose to others before the key counts as taken. */
const ROUNDS = 5;

function rowId({ projectId, key }: { projectId: string; key: string }): string {
  return `${projectId}:${key}`;
}

function leaders(items: ClaimRequest[]): Map<string, ClaimRequest> {
  const first = new Map<string, ClaimRequest>();
  for (const item of items) if (!first.has(rowId(item))) first.set(rowId(item), item);
  return first;
}

export function createClaimsStore({ claims }: Pick<AccountsModels, 'claims'>, newId: () => string, terms: Terms): ClaimsStore {
  const rowOf = (item: ClaimRequest, claim: Claim): ClaimRow => ({ _id: rowId(item), projectId: item.projectId, ...claim });
  const begin = (item: ClaimRequest): ClaimRow => rowOf(item, begun(newId(), item, { ...terms, now: item.now }));

  // Replaces exactly the claim that was judged: of several contenders one sees it unchanged.
  async function replace(old: Claim, row: ClaimRow): Promise<boolean> {
    const { _id, projectId, ...claim } = row;
    const filter = { _id, projectId, operationId: old.operationId, leaseUntil: old.leaseUntil, statusCode: old.statusCode };
    return (await claims.updateOne(filter, { $set: claim })).matchedCount === 1;
  }

  async function contest(item: ClaimRequest, seen: Claim | null): Promise<ClaimRow | Error> {
    let stored = seen;
    for (let round = 0; round < ROUNDS; round += 1) {
      const verdict = judge(stored, item, item.now);
      if (verdict === 'taken') break;
      const row = verdict === 'resume' ? rowOf(item, resumed(stored!, item.now, terms)) : begin(item);
      if (stored ? await replace(stored, row) : (await refusedInserts(claims, [row])).size === 0) return row;
      stored = await claims
        .findOne({ _id: rowId(item), projectId: item.projectId })
        .lean<ClaimRow>()
        .exec();
    }
    return reused(item.key, stored ?? { request: item.request, requestedAt: item.now, statusCode: null });
  }

  async function claimAll(items: ClaimRequest[]): Promise<(string | Error)[]> {
    const first = leaders(items);
    const rows = [...first.values()].map(begin);
    const refused = await refusedInserts(claims, rows);
    const held = new Map<string, ClaimRow | Error>(rows.map((row) => [row._id, row]));

    const lost = rows.filter((row) => refused.has(row._id)).map((row) => row._id);
    if (lost.length > 0) {
      const stored = await acrossProjects(claims.find({ _id: { $in: lost } }))
        .lean<ClaimRow[]>()
        .exec();
      const byId = new Map(stored.map((row) => [row._id, row]));
      await Promise.all(lost.map(async (id) => held.set(id, await contest(first.get(id)!, byId.get(id) ?? null))));
    }

    return items.map((item) => {
      const outcome = held.get(rowId(item))!;
      if (outcome instanceof Error) return outcome;
      return first.get(rowId(item)) === item ? outcome.operationId : reused(item.key, outcome);
    });
  }

  async function settleAll(items: Settlement[]): Promise<undefined[]> {
    const ops = items.map(({ operationId, statusCode, ...item }) => {
      // Only an unsettled claim is settled: whoever comes second (a retry, a holder thought dead) changes nothing.
      const filter = { _id: rowId(item), projectId: item.projectId, operationId, statusCode: null };
      return settlement(statusCode) === 'release' ? { deleteOne: { filter } } : { updateOne: { filter, update: { $set: { statusCode } } } };
    });
    await claims.bulkWrite(ops, { ordered: false });
    return items.map(() => undefined);
  }

  return {
    claim: createBatcher({ write: claimAll }),
    settle: createBatcher<Settlement, undefined>({ write: settleAll }),
    removeProject: async (projectId) => void (await claims.deleteMany({ projectId, _id: { $gte: `${projectId}:`, $lt: `${projectId};` } })),
  };
}
