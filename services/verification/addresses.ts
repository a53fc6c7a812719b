/** Judges addresses (contract 2.6): text first, then the name servers, the mail exchangers and the website of the domain. */
import { readFileSync } from 'node:fs';
import { domainToASCII } from 'node:url';
import { getDomain } from 'tldts';
import { within } from '#kit/contract/deadline.ts';
import type { DnsAnswer, Resolver } from './dns/resolver.ts';
import { createNameSet } from './domain/name-set.ts';
import { judgeDns, judgeName, judgeText, malformed, partsOf } from './domain/verdict.ts';
import type { DomainDns, DomainLists, DomainName, Known, Verdict } from './domain/verdict.ts';

export interface Addresses {
  /** Never throws for what DNS answers. */
  verify(email: string): Promise<Verdict>;
}

const known = ({ outcome }: DnsAnswer): Known =>
  outcome === 'found' ? 'yes' : outcome === 'servfail' || outcome === 'timeout' ? 'unknown' : 'no';

/** `yes` before `unknown` before `no`. */
const either = (one: Known, other: Known): Known =>
  one === 'yes' || other === 'yes' ? 'yes' : one === 'unknown' || other === 'unknown' ? 'unknown' : 'no';

/** A null MX (RFC 7505) says that the domain takes no mail. */
function takesMail(answer: DnsAnswer): Known {
  const exchanges = answer.answers.flatMap((record) => (record.type === 'MX' ? [record.data.exchange] : []));
  return answer.outcome === 'found' && exchanges.every((exchange) => exchange === '' || exchange === '.') ? 'no' : known(answer);
}

type Lookup = Resolver['lookup'];

/** However many name servers are silent: less than callers over the bus wait. */
const JUDGED_WITHIN_MS = 10_000;
const SILENT: DnsAnswer = { outcome: 'timeout', answers: [], ttlSeconds: 0 };

/** What the addresses of a domain have in common. */
interface Judgement {
  name: DomainName;
  dns: DomainDns;
}

const NOWHERE: DomainDns = { nameservers: 'no', mx: 'no', website: 'no' };

export function createAddresses(resolver: Resolver, lists: DomainLists): Addresses {
  /** Addresses of one domain that are asked about at the same time share its judgement. */
  const underway = new Map<string, Promise<Judgement>>();

  /** Look-ups of one domain: what is not known in time is unknown. */
  function inTime(): Lookup {
    const until = Date.now() + JUDGED_WITHIN_MS;
    return (name, type) =>
      within(Math.max(0, until - Date.now()), resolver.lookup(name, type), () => new Error('no answer in time')).catch(() => SILENT);
  }

  async function nameservers(domain: string, lookup: Lookup): Promise<Known> {
    const own = known(await lookup(domain, 'NS'));
    const parent = getDomain(domain, { allowPrivateDomains: false });
    if (own === 'yes' || !parent || parent === domain) return own;
    return either(own, known(await lookup(parent, 'NS')));
  }

  async function website(domain: string, lookup: Lookup): Promise<Known> {
    const [v4, v6] = await Promise.all([lookup(domain, 'A'), lookup(domain, 'AAAA')]);
    return either(known(v4), known(v6));
  }

  async function lookUp(domain: string): Promise<DomainDns> {
    const ascii = domainToASCII(domain);
    // What has no ASCII form is no name of DNS.
    if (ascii === '') return NOWHERE;
    const lookup = inTime();
    const exists = await nameservers(ascii, lookup);
    if (exists === 'no') return NOWHERE;
    const [mx, web] = await Promise.all([lookup(ascii, 'MX').then(takesMail), website(ascii, lookup)]);
    return { nameservers: exists, mx, website: web };
  }

  function judge(domain: string): Promise<Judgement> {
    const shared = underway.get(domain);
    if (shared) return shared;
    const name = judgeName(domain, lists);
    const judging = lookUp(domain)
      .then((dns) => ({ name, dns }))
      .finally(() => underway.delete(domain));
    underway.set(domain, judging);
    return judging;
  }

  async function verify(email: string): Promise<Verdict> {
    const parts = partsOf(email);
    if (!parts) return malformed(email);
    const { name, dns } = await judge(parts.domain);
    return judgeDns(judgeText(email, parts.local, name), dns);
  }

  return { verify };
}

/** Of a package; read and let go of, where `require` would keep it. */
const listOf = (file: string): string[] => JSON.parse(readFileSync(new URL(import.meta.resolve(file)), 'utf8')) as string[];

/** Placeholders in the list of mail providers at which nobody has a mailbox. */
const PLACEHOLDERS = new Set(['example.com', 'test.com', 'test.de', 'yourdomain.com']);

/**
 * Lists of disposable and free-mail domains, from packages: they change with a dependency, never at run time. Reads them once, about
 * 120,000 names. A sub-domain of a disposable domain is disposable too.
 */
export function createDomainLists(): DomainLists {
  const disposable = createNameSet(listOf('disposable-email-domains/index.json'));
  const providers = listOf('email-providers/common.json').filter((domain) => !PLACEHOLDERS.has(domain));
  const personal = new Set<string>(providers.filter((domain) => !disposable.has(domain)));

  function isDisposable(domain: string): boolean {
    for (let at = 0; at >= 0; at = domain.indexOf('.', at) + 1 || -1) {
      if (disposable.has(domain.slice(at))) return true;
    }
    return false;
  }

  return { isDisposable, isPersonal: (domain) => personal.has(domain) };
}
