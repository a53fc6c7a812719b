/** Sender domains of a project and their keys (contract 4.9 "Domains"). */
import { createPrivateKey } from 'node:crypto';
import { domainToUnicode } from 'node:url';
import type { Connection, Model } from 'mongoose';
import type { Config } from '#kit/config/config.ts';
import { ownCall } from '#kit/contract/call.ts';
import type { CallMeta } from '#kit/contract/call.ts';
import { outboxHint, pending } from '#kit/facts/outbox.ts';
import type { KeyRing } from '#kit/key-ring.ts';
import type { Kit } from '#kit/service.ts';
import type { Metrics } from '#kit/telemetry/metrics.ts';
import { AccountsServiceDefinition } from '#proto/accounts/v1/accounts.ts';
import type { Domain } from '#proto/delivery/v1/delivery.ts';
import { fault, notFound, shortFault } from '#kit/errors.ts';
import { isDuplicateKey } from '#kit/store/fault.ts';
import { acrossProjects } from '#kit/store/tenancy.ts';
import type { Log } from '#kit/telemetry/log.ts';
import { dnsRecords, sesRecords } from '../domain/dns-records.ts';
import type { DnsRecord } from '../domain/dns-records.ts';
import { asciiDomain, domainName, senderDomain, unverified } from '../domain/sender.ts';
import { createTtlCache } from '../ttl-cache.ts';
import type { DkimKeys } from '../message/composer.ts';
import type { DomainRow, JournalRow, RecordCheck, SecondKey } from '../model.ts';
import type { Identities } from '../providers/provider.ts';
import { createSealer, createSelector, generateDkimPair, generateEd25519Pair } from './dkim-keys.ts';
import { createDomainChecks } from './domain-checks.ts';
import type { DomainPage } from './domain-checks.ts';
import { createSweeper } from '#kit/sweeper.ts';
import { ensureDomainsLoop } from '#temporal/lifecycle.ts';
import type { DomainStatus } from '../providers/provider.ts';
import { createDomainUsage } from './domain-usage.ts';
import { createResealing } from './resealing.ts';

export { DOMAINS_A_PAGE } from './domain-checks.ts';
export type { DomainPage } from './domain-checks.ts';

export interface SenderDomainsParts {
  mongo: Connection;
  model: Model<DomainRow>;
  journal: Model<JournalRow>;
  /** Seal private keys. */
  encryptionKeys: KeyRing;
  sending: Pick<Config['sending'], 'domainAutoVerify' | 'dkimEd25519' | 'mailFromSubdomain' | 'inboundHost' | 'spfInclude'>;
  /** Of API_URI: where inbound mail and SPF lead unless the configuration says otherwise. */
  host: string;
  client: Kit['client'];
  temporal: Kit['temporal'];
  metrics: Metrics;
  id: () => string;
  clock: () => Date;
  log: Log;
  /** Of a provider that signs by itself. */
  ses?: { identities: Identities; region: string } | undefined;
}

export interface SenderDomains {
  /** Faults RESOURCE_NOT_FOUND. */
  verify(
    projectId: string,
    domainId: string,
  ): Promise<{
    status: DomainStatus;
    domain: Domain;
  }>;
  /** Checks a page of all projects' domains; answers the id to go on behind, null at the end. */
  verifyPage(page: DomainPage): Promise<string | null>;
  countAll(): Promise<number>;
  list(projectId: string): Promise<Domain[]>;
  /** Faults: 422 no domain, 400 or 403 taken. */
  create(text: string, call: CallMeta): Promise<Domain>;
  /** Faults: 404 unknown, 409 while something still sends from it. */
  remove(domainId: string, call: CallMeta): Promise<void>;
  /** Faults SENDER_REFUSED unless the address is on a verified domain of the project; answers the domain. */
  check(projectId: string, address: string): Promise<string>;
  /** `<sub>.<domain>` once its MX leads to us, else null. */
  bounceHost(projectId: string, domain: string): Promise<string | null>;
  /** The project that holds a verified domain; null for a foreign one. */
  projectOf(domain: string): Promise<string | null>;
  /** The key mail of a domain is signed with; null when the domain is gone. */
  signingKey(projectId: string, domain: string): Promise<DkimKeys | null>;
  /** Sees to it that the loop of checks runs in Temporal, and seals keys anew that the writing key has not sealed. */
  start(): void;
  stop(): Promise<void>;
}

/** An opened signing key is kept this long; keys never change while their domain lives. */
const KEY_MS = 60_000;
/** Temporal may be away when this starts, and an operator may remove the schedule. */
const SCHEDULE_MS = 60_000;
/** Of several processes that are restarted with a new key, the last may seal with the old one until it stops. */
const RESEAL_MS = 600_000;

export function createSenderDomains({
  mongo,
  model,
  journal,
  encryptionKeys,
  sending,
  host,
  client,
  temporal,
  metrics,
  id,
  clock,
  log,
  ses,
}: SenderDomainsParts): SenderDomains {
  const sealer = createSealer(encryptionKeys);
  const usage = createDomainUsage({ client });
  const accounts = client(AccountsServiceDefinition, 'listMembers');
  const { domainAutoVerify: autoVerify, dkimEd25519: ed25519, mailFromSubdomain, inboundHost = host, spfInclude = host } = sending;
  const dns = { mailFromSubdomain, inboundHost, spfInclude, ses };
  const verified = createTtlCache<boolean>(() => clock().getTime());
  const keys = createTtlCache<DkimKeys | null>(() => clock().getTime(), KEY_MS);
  const bounceHosts = createTtlCache<string | null>(() => clock().getTime(), KEY_MS);
  const cacheKey = (projectId: string, domain: string) => `${projectId}/${asciiDomain(domain)}`;
  /** One domain, in whichever of its spellings it was added: mail programs write `xn--…` for what people write beyond ASCII. */
  const spelled = (domain: string) => ({ $in: [...new Set([domain, asciiDomain(domain), domainToUnicode(domain)])] });

  /** A sealed key stands for its domain and its place: the two of a domain cannot be exchanged. */
  const secondPlace = (domainId: string): string => `${domainId}/ed25519`;

  /**
   * The second key; made when it is first asked for, so that domains of before the setting have one too. Undefined: switched off, or the
   * provider signs.
   */
  async function secondKey(row: DomainRow): Promise<SecondKey | undefined> {
    if (!ed25519 || row.tokens) return undefined;
    if (row.ed25519) return row.ed25519;
    const { publicKey, privateKey } = await generateEd25519Pair();
    const made: SecondKey = { selector: createSelector(), publicKey, privateKey: sealer.seal(privateKey, secondPlace(row._id)) };
    const which = { _id: row._id, projectId: row.projectId };
    // Of several processes that made one, one is kept.
    const { modifiedCount } = await model.updateOne({ ...which, ed25519: { $exists: false } }, { $set: { ed25519: made } });
    return modifiedCount === 1 ? made : (await model.findOne(which, { ed25519: 1 }).lean<Pick<DomainRow, 'ed25519'>>())?.ed25519;
  }

  async function recordsOf(row: DomainRow): Promise<DnsRecord[]> {
    const shown = { ...row, domain: asciiDomain(row.domain) };
    if (row.tokens && dns.ses)
      return sesRecords({ ...shown, tokens: row.tokens, region: dns.ses.region, mailFromSubdomain: dns.mailFromSubdomain });
    return dnsRecords({ ...shown, ...dns, ed25519: await secondKey(row) });
  }

  async function record(row: DomainRow): Promise<Domain> {
    const checks = new Map<string, RecordCheck>((row.checks ?? []).map((check) => [`${check.type} ${check.name}`, check]));
    return {
      id: row._id,
      domain: row.domain,
      verified: row.verified,
      dkimTokens: row.tokens ?? [row.selector],
      projectId: row.projectId,
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
      records: (await recordsOf(row)).map((needed) => {
        const check = checks.get(`${needed.type} ${needed.name}`);
        return { ...needed, verified: needed.verified || (check?.verified ?? false), problem: check?.problem ?? undefined };
      }),
    };
  }

  /** The two projects have a member in common. */
  async function shareMember(one: string, other: string): Promise<boolean> {
    const [own, theirs] = await Promise.all([one, other].map((projectId) => accounts.listMembers({}, ownCall('delivery', projectId))));
    const users = new Set(own!.members.map(({ userId }) => userId));
    return theirs!.members.some(({ userId }) => users.has(userId));
  }

  async function refuseTaken(domain: string, projectId: string): Promise<void> {
    const taken = await acrossProjects(model.findOne({ domain }, { projectId: 1 }).lean());
    if (!taken) return;
    if (taken.projectId === projectId) throw shortFault('Domain is already added to this project');
    if (await shareMember(projectId, taken.projectId))
      throw fault('BAD_REQUEST', { message: 'Domain is already added to another project of yours' });
    throw fault('FORBIDDEN', { message: 'Domain belongs to another project' });
  }

  /** What a caller did, for the audit trail. */
  function factOf(done: 'added' | 'removed', { _id, domain }: Pick<DomainRow, '_id' | 'domain'>, { projectId, actor: by, ip }: CallMeta) {
    const data = { domainId: _id, domain, by, ...(ip ? { ip } : {}) };
    return pending({ id: id(), projectId, name: `domain.${done}`, at: clock().toISOString(), data });
  }

  const checks = createDomainChecks({ model, recordsOf, autoVerify, mailFromSubdomain, ses: ses?.identities, client, metrics, id, clock });

  /** Looks a domain's records up and remembers what it found. */
  async function checkRow(row: DomainRow): Promise<{ row: DomainRow; status: DomainStatus }> {
    const checked = await checks.check(row);
    verified.forget(cacheKey(row.projectId, row.domain));
    bounceHosts.forget(cacheKey(row.projectId, row.domain));
    return checked;
  }

  const reseal = createResealing({ model, sealer, secondPlace, log });
  const sweepers = [
    createSweeper(async () => ensureDomainsLoop(await temporal()), 'schedule of domains', { log, everyMs: SCHEDULE_MS }),
    createSweeper(reseal, 'resealing of signing keys', { log, everyMs: RESEAL_MS }),
  ];

  return {
    start: () => sweepers.forEach((sweeper) => sweeper.start()),
    stop: async () => void (await Promise.all(sweepers.map((sweeper) => sweeper.stop()))),

    async verify(projectId: string, domainId: string): Promise<{ status: DomainStatus; domain: Domain }> {
      const known = await model.findOne({ _id: domainId, projectId }).lean<DomainRow>();
      if (!known) throw notFound('RESOURCE_NOT_FOUND', { resource: 'Domain', id: domainId });
      const { row, status } = await checkRow(known);
      return { status, domain: await record(row) };
    },

    async verifyPage(page: DomainPage): Promise<string | null> {
      return await checks.page(page, checkRow);
    },

    countAll: checks.count,

    async list(projectId: string): Promise<Domain[]> {
      const rows = await model.find({ projectId }).sort({ createdAt: -1, _id: -1 }).lean<DomainRow[]>();
      return await Promise.all(rows.map(record));
    },

    async create(text: string, call: CallMeta): Promise<Domain> {
      const { projectId } = call;
      const domain = domainName(text);
      await refuseTaken(domain, projectId);
      const pair = await generateDkimPair();
      const tokens = await dns.ses?.identities.add(asciiDomain(domain), `${dns.mailFromSubdomain}.${asciiDomain(domain)}`);
      const now = clock();
      const _id = id();
      const row: DomainRow = {
        _id,
        projectId,
        domain,
        verified: autoVerify,
        selector: createSelector(),
        ...(tokens ? { tokens } : {}),
        publicKey: pair.publicKey,
        privateKey: sealer.seal(pair.privateKey, _id),
        createdAt: now,
        updatedAt: now,
      };
      try {
        await model.insertMany([{ ...row, outbox: [factOf('added', row, call)] }], { lean: true });
        outboxHint(model);
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        // Somebody was quicker; its row says to whom the domain went.
        await refuseTaken(domain, projectId);
        throw error;
      }
      verified.forget(cacheKey(projectId, domain));
      keys.forget(cacheKey(projectId, domain));
      return await record(row);
    },

    async remove(domainId: string, call: CallMeta): Promise<void> {
      const { projectId } = call;
      const row = await model.findOne({ _id: domainId, projectId }, { domain: 1 }).lean();
      if (!row) throw notFound('RESOURCE_NOT_FOUND', { resource: 'Domain', id: domainId });
      const user = await usage(row.domain, call);
      if (user) throw fault('CONFLICT', { message: `Domain is in use by ${user}` });
      await dns.ses?.identities.remove(asciiDomain(row.domain));
      await mongo.transaction(async (session) => {
        const { deletedCount } = await model.deleteOne({ _id: domainId, projectId }, { session });
        // The row that would carry it goes.
        if (deletedCount === 1)
          await journal.insertMany([{ _id: id(), batch: true, outbox: [factOf('removed', row, call)] }], { session, lean: true });
      });
      outboxHint(journal);
      verified.forget(cacheKey(projectId, row.domain));
      keys.forget(cacheKey(projectId, row.domain));
    },

    async check(projectId: string, address: string): Promise<string> {
      const domain = senderDomain(address);
      const key = cacheKey(projectId, domain);
      const known = await verified.get(
        key,
        async () => (await model.exists({ projectId, domain: spelled(domain), verified: true })) !== null,
      );
      if (known) return domain;
      // A refusal is not remembered: the domain may be verified the next moment.
      verified.forget(key);
      throw unverified(domain);
    },

    async bounceHost(projectId: string, domain: string): Promise<string | null> {
      return await bounceHosts.get(
        cacheKey(projectId, domain),
        async () =>
          (await model.exists({ projectId, domain: spelled(domain), verified: true, mxVerified: true })) &&
          `${dns.mailFromSubdomain}.${asciiDomain(domain)}`,
      );
    },

    async projectOf(domain: string): Promise<string | null> {
      const row = await acrossProjects(model.findOne({ domain, verified: true }, { projectId: 1 }).lean<Pick<DomainRow, 'projectId'>>());
      return row?.projectId ?? null;
    },

    async signingKey(projectId: string, domain: string): Promise<DkimKeys | null> {
      return await keys.get(cacheKey(projectId, domain), async () => {
        const row = await model.findOne({ projectId, domain: spelled(domain) }).lean<DomainRow>();
        if (!row) return null;
        const second = await secondKey(row);
        return {
          domain: asciiDomain(domain),
          rsa: { selector: row.selector, privateKey: createPrivateKey(sealer.open(row.privateKey, row._id)) },
          ...(second
            ? { ed25519: { selector: second.selector, privateKey: createPrivateKey(sealer.open(second.privateKey, secondPlace(row._id))) } }
            : {}),
        };
      });
    },
  };
}
