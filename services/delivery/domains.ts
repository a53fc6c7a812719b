/** Sender domains of a project and their keys (decisions 4.9 Domains). */
import { createPrivateKey } from 'node:crypto';
import type { Model } from 'mongoose';
import type { Domain } from '#proto/delivery/v1/delivery.ts';
import { fault, notFound, shortFault } from '#kit/errors.ts';
import { isDuplicateKey } from '#kit/store/fault.ts';
import { acrossProjects } from '#kit/store/tenancy.ts';
import { dnsRecords, sesRecords } from './domain/records.ts';
import { domainName, senderDomain, unverified } from './domain/sender.ts';
import { fresh } from './fresh.ts';
import type { DkimKeys } from './message/signature.ts';
import type { DomainRow, SecondKey } from './model.ts';
import type { Identities } from './providers/ses-client.ts';
import type { Sealer } from './signing.ts';
import { makeDkimPair, makeEd25519Pair, makeSelector } from './signing.ts';

export interface DomainsParts {
  model: Model<DomainRow>;
  sealer: Sealer;
  id: () => string;
  clock: () => Date;
  autoVerify: boolean;
  /** Whether domains have a second key, for a second signature. */
  ed25519: boolean;
  mailFromSubdomain: string;
  inboundHost: string;
  spfInclude: string;
  /** Of a provider that signs by itself. */
  ses?: { identities: Identities; region: string } | undefined;
}

export type Domains = ReturnType<typeof senderDomains>;

/** An opened signing key is kept this long; keys never change while their domain lives. */
const KEY_MS = 60_000;

export function senderDomains({ model, sealer, id, clock, autoVerify, ed25519, ...dns }: DomainsParts) {
  const verified = fresh<boolean>(() => clock().getTime());
  const keys = fresh<DkimKeys | null>(() => clock().getTime(), KEY_MS);
  const bounceHosts = fresh<string | null>(() => clock().getTime(), KEY_MS);
  const cacheKey = (projectId: string, domain: string) => `${projectId}/${domain}`;

  /** A sealed key stands for its domain and its place: the two of a domain cannot be exchanged. */
  const secondPlace = (domainId: string): string => `${domainId}/ed25519`;

  /** The second key; made when it is first asked for, so that domains of before the setting have one too. Undefined: switched off, or the provider signs. */
  async function secondKey(row: DomainRow): Promise<SecondKey | undefined> {
    if (!ed25519 || row.tokens) return undefined;
    if (row.ed25519) return row.ed25519;
    const { publicKey, privateKey } = await makeEd25519Pair();
    const made: SecondKey = { selector: makeSelector(), publicKey, privateKey: sealer.seal(privateKey, secondPlace(row._id)) };
    const which = { _id: row._id, projectId: row.projectId };
    // Of several processes that made one, one is kept.
    const { modifiedCount } = await model.updateOne({ ...which, ed25519: { $exists: false } }, { $set: { ed25519: made } });
    return modifiedCount === 1 ? made : (await model.findOne(which, { ed25519: 1 }).lean<Pick<DomainRow, 'ed25519'>>())?.ed25519;
  }

  async function record(row: DomainRow): Promise<Domain> {
    const parts = { ...row, ...dns, ed25519: await secondKey(row) };
    return {
      id: row._id,
      domain: row.domain,
      verified: row.verified,
      dkimTokens: row.tokens ?? [row.selector],
      projectId: row.projectId,
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
      records: row.tokens && dns.ses ? sesRecords({ ...row, tokens: row.tokens, region: dns.ses.region, mailFromSubdomain: dns.mailFromSubdomain }) : dnsRecords(parts),
    };
  }

  /** @param isOwn whether the project that holds the domain is another one of the caller's */
  async function refuseTaken(domain: string, projectId: string, isOwn: (projectId: string) => Promise<boolean>): Promise<void> {
    const taken = await acrossProjects(model.findOne({ domain }, { projectId: 1 }).lean());
    if (!taken) return;
    if (taken.projectId === projectId) throw shortFault('Domain is already added to this project');
    if (await isOwn(taken.projectId)) throw fault('BAD_REQUEST', { message: 'Domain is already added to another project of yours' });
    throw fault('FORBIDDEN', { message: 'Domain belongs to another project' });
  }

  return {
    async list(projectId: string): Promise<Domain[]> {
      const rows = await model.find({ projectId }).sort({ createdAt: -1, _id: -1 }).lean<DomainRow[]>();
      return await Promise.all(rows.map(record));
    },

    /** Faults: 422 no domain, 400 or 403 taken. */
    async create(projectId: string, text: string, isOwn: (projectId: string) => Promise<boolean>): Promise<Domain> {
      const domain = domainName(text);
      await refuseTaken(domain, projectId, isOwn);
      const pair = await makeDkimPair();
      const tokens = await dns.ses?.identities.add(domain, `${dns.mailFromSubdomain}.${domain}`);
      const now = clock();
      const _id = id();
      const row: DomainRow = {
        _id,
        projectId,
        domain,
        verified: autoVerify,
        selector: makeSelector(),
        ...(tokens ? { tokens } : {}),
        publicKey: pair.publicKey,
        privateKey: sealer.seal(pair.privateKey, _id),
        createdAt: now,
        updatedAt: now,
      };
      try {
        await model.insertMany([row], { lean: true });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        // Somebody was quicker; its row says to whom the domain went.
        await refuseTaken(domain, projectId, isOwn);
        throw error;
      }
      verified.forget(cacheKey(projectId, domain));
      keys.forget(cacheKey(projectId, domain));
      return await record(row);
    },

    /** @param userOf what still sends from the domain (409), null when nothing does */
    async remove(projectId: string, domainId: string, userOf: (domain: string) => Promise<string | null>): Promise<void> {
      const row = await model.findOne({ _id: domainId, projectId }, { domain: 1 }).lean();
      if (!row) throw notFound('RESOURCE_NOT_FOUND', 'Domain', domainId);
      const user = await userOf(row.domain);
      if (user) throw fault('CONFLICT', { message: `Domain is in use by ${user}` });
      await dns.ses?.identities.remove(row.domain);
      await model.deleteOne({ _id: domainId, projectId });
      verified.forget(cacheKey(projectId, row.domain));
      keys.forget(cacheKey(projectId, row.domain));
    },

    /** Faults SENDER_REFUSED unless the address is on a verified domain of the project; answers the domain. */
    async check(projectId: string, address: string): Promise<string> {
      const domain = senderDomain(address);
      const key = cacheKey(projectId, domain);
      const known = await verified.get(key, async () => (await model.exists({ projectId, domain, verified: true })) !== null);
      if (known) return domain;
      // A refusal is not remembered: the domain may be verified the next moment.
      verified.forget(key);
      throw unverified(domain);
    },

    /** `<sub>.<domain>` once its MX leads to us, else null. */
    async bounceHost(projectId: string, domain: string): Promise<string | null> {
      return await bounceHosts.get(cacheKey(projectId, domain), async () =>
        (await model.exists({ projectId, domain, verified: true, mxVerified: true })) && `${dns.mailFromSubdomain}.${domain}`);
    },

    /** The project that holds a verified domain; null for a foreign one. */
    async projectOf(domain: string): Promise<string | null> {
      const row = await acrossProjects(model.findOne({ domain, verified: true }, { projectId: 1 }).lean<Pick<DomainRow, 'projectId'>>());
      return row?.projectId ?? null;
    },

    /** The key mail of a domain is signed with; null when the domain is gone. */
    async signingKey(projectId: string, domain: string): Promise<DkimKeys | null> {
      return await keys.get(cacheKey(projectId, domain), async () => {
        const row = await model.findOne({ projectId, domain }).lean<DomainRow>();
        if (!row) return null;
        const second = await secondKey(row);
        return {
          domain,
          rsa: { selector: row.selector, privateKey: createPrivateKey(sealer.open(row.privateKey, row._id)) },
          ...(second ? { ed25519: { selector: second.selector, privateKey: createPrivateKey(sealer.open(second.privateKey, secondPlace(row._id))) } } : {}),
        };
      });
    },
  };
}
