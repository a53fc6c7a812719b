/** Sender domains proved by DNS, or by the provider that signs: on demand and by the five-minute loop (contract 4.9 "Domains"). */
import type { Model } from 'mongoose';
import pLimit from 'p-limit';
import { ownCall } from '#kit/contract/call.ts';
import { outboxHint, pending } from '#kit/facts/outbox.ts';
import type { Kit } from '#kit/service.ts';
import { acrossProjects } from '#kit/store/tenancy.ts';
import type { Metrics } from '#kit/telemetry/metrics.ts';
import { VerificationServiceDefinition } from '#proto/verification/v1/verification.ts';
import type { CheckedRecord } from '#proto/verification/v1/verification.ts';
import type { DnsRecord } from '../domain/dns-records.ts';
import type { DomainRow, RecordCheck } from '../model.ts';
import type { DomainStatus, Identities } from '../providers/provider.ts';

export interface DomainChecksParts {
  model: Model<DomainRow>;
  recordsOf: (row: DomainRow) => Promise<DnsRecord[]>;
  autoVerify: boolean;
  mailFromSubdomain: string;
  /** Of a provider that signs by itself. */
  ses: Identities | undefined;
  client: Kit['client'];
  metrics: Metrics;
  id: () => string;
  clock: () => Date;
}

/** Part of a round: `fresh` are the unverified domains added lately, `all` is everybody. */
export interface DomainPage {
  part: 'fresh' | 'all';
  after: string;
}

export interface DomainChecks {
  /** Looks up, writes down, and answers the row as it stands then. DNS that does not answer changes nothing. */
  check(row: DomainRow): Promise<{ row: DomainRow; status: DomainStatus }>;
  /** Runs `checkRow` over a page of all projects' domains; answers the id to go on behind, null at the end. */
  page(page: DomainPage, checkRow: (row: DomainRow) => Promise<unknown>): Promise<string | null>;
  count(): Promise<number>;
}

export const DOMAINS_A_PAGE = 100;
const AT_ONCE = 20;
/** How long a domain counts as added lately: people wait for it. */
const FRESH_MS = 72 * 3_600_000;

const BY_OUTCOME: Readonly<Record<string, DomainStatus>> = {
  FOUND: 'Success',
  MISSING: 'Pending',
  OTHER: 'Failed',
  UNKNOWN: 'TemporaryFailure',
};

/** Whether the domain counts as proved after a check: only a clear answer takes the verification away. */
function isVerified(before: boolean, status: DomainStatus): boolean {
  if (status === 'Success') return true;
  return status === 'Pending' || status === 'Failed' ? false : before;
}

export function createDomainChecks(parts: DomainChecksParts): DomainChecks {
  const { model, recordsOf, autoVerify, mailFromSubdomain, ses, client, metrics, id, clock } = parts;
  const verification = client(VerificationServiceDefinition, 'checkRecords');
  const changes = metrics.counter('posthorn_delivery_domain_changes_total', 'Domains that were proved or lost their proof', ['state']);
  // Counted from 0 on: the first one that is lost is an increase as well.
  for (const state of ['verified', 'unverified']) changes.inc({ state }, 0);

  async function statusOf(row: DomainRow, checked: readonly CheckedRecord[]): Promise<DomainStatus> {
    if (row.tokens && ses) return await ses.status(row.domain);
    // The first record is the key that mail is signed with.
    return BY_OUTCOME[checked[0]!.outcome]!;
  }

  /** What was found before stands where DNS gave no answer. */
  function checksOf(row: DomainRow, records: readonly DnsRecord[], checked: readonly CheckedRecord[]): RecordCheck[] {
    return records.map(({ type, name }, index) => {
      const { outcome, problem } = checked[index]!;
      const before = row.checks?.find((earlier) => earlier.type === type && earlier.name === name);
      const verified = outcome === 'UNKNOWN' ? (before?.verified ?? false) : outcome === 'FOUND';
      return { type, name, verified, problem: problem ?? null };
    });
  }

  async function save(row: DomainRow, checks: RecordCheck[], status: DomainStatus): Promise<DomainRow> {
    const now = clock();
    const verified = isVerified(row.verified, status);
    const sub = `${mailFromSubdomain}.${row.domain}`;
    const mxVerified = checks.some(({ type, name, verified: found }) => type === 'MX' && name === sub && found);
    const hasChanged = verified !== row.verified;
    const set = { verified, mxVerified, checks, checkedAt: now, ...(hasChanged ? { updatedAt: now } : {}) };
    const fact = pending({
      id: id(),
      projectId: row.projectId,
      name: verified ? 'domain.verified' : 'domain.unverified',
      at: now.toISOString(),
      data: { domainId: row._id, domain: row.domain },
    });
    // Of two checks at once, one writes the change and its fact.
    const { matchedCount } = await model.updateOne(
      { _id: row._id, projectId: row.projectId, verified: row.verified },
      { $set: set, ...(hasChanged ? { $push: { outbox: fact } } : {}) },
    );
    if (matchedCount === 1) {
      if (hasChanged) {
        outboxHint(model);
        changes.inc({ state: verified ? 'verified' : 'unverified' });
      }
      return { ...row, ...set };
    }
    return (await model.findOne({ _id: row._id, projectId: row.projectId }).lean<DomainRow>()) ?? row;
  }

  async function check(row: DomainRow): Promise<{ row: DomainRow; status: DomainStatus }> {
    // Domains of a development set-up are proved by decree.
    if (autoVerify) return { row, status: 'Success' };
    const records = await recordsOf(row);
    const expected = records.map(({ type, name, value }) => ({ type, name, value }));
    const { records: checked } = await verification.checkRecords(
      { domain: row.domain, records: expected },
      ownCall('delivery', row.projectId),
    );
    const status = await statusOf(row, checked);
    return { row: await save(row, checksOf(row, records, checked), status), status };
  }

  async function page({ part, after }: DomainPage, checkRow: (row: DomainRow) => Promise<unknown>): Promise<string | null> {
    const fresh = { verified: false, createdAt: { $gt: new Date(clock().getTime() - FRESH_MS) } };
    const which = { _id: { $gt: after }, ...(part === 'fresh' ? fresh : {}) };
    const rows = await acrossProjects(model.find(which).sort({ _id: 1 }).limit(DOMAINS_A_PAGE).lean<DomainRow[]>());
    const limit = pLimit(AT_ONCE);
    await Promise.all(rows.map((row) => limit(() => checkRow(row))));
    return rows.length < DOMAINS_A_PAGE ? null : rows.at(-1)!._id;
  }

  return { check, page, count: () => acrossProjects(model.countDocuments({})) };
}
