/** Judges an address from what is known of its domain (contract 2.6, rules in their order). Pure: DNS answers come in. */
import { likelyDomain } from './typo.ts';

/** What DNS said to one question: `yes` and `no` are answers; `unknown` is a time-out or a failing server. */
export type Known = 'yes' | 'no' | 'unknown';

export interface DomainLists {
  isDisposable(domain: string): boolean;
  isPersonal(domain: string): boolean;
}

/** Forwarding services that hide the address behind them. */
const ALIAS_DOMAINS: ReadonlySet<string> = new Set(
  (
    'privaterelay.appleid.com mozmail.com simplelogin.com simplelogin.co simplelogin.fr aleeas.com slmail.me dralias.com 8shield.net ' +
    'anonaddy.com anonaddy.me addy.io duck.com 33mail.com 33m.co passmail.com passmail.net passinbox.com passfwd.com y.yo.fr opayq.com ' +
    'cloak.id erine.email use.startmail.com'
  ).split(' '),
);

export interface Verdict {
  email: string;
  valid: boolean;
  isDisposable: boolean;
  isAlias: boolean;
  isTypo: boolean;
  isPlusAddressed: boolean;
  isPersonalEmail: boolean;
  domainExists: boolean;
  hasWebsite: boolean;
  hasMxRecords: boolean;
  reasons: string[];
  suggestedEmail?: string;
}

/** The two parts of an address; null when it has not exactly two that are not empty. */
export function partsOf(email: string): { local: string; domain: string } | null {
  const [local, domain, ...more] = email.split('@');
  return local && domain && more.length === 0 ? { local, domain: domain.toLowerCase() } : null;
}

/** Rule 1: what is no address is asked nothing further. */
export function malformed(email: string): Verdict {
  return {
    email,
    valid: false,
    isDisposable: false,
    isAlias: false,
    isTypo: false,
    isPlusAddressed: false,
    isPersonalEmail: false,
    domainExists: false,
    hasWebsite: false,
    hasMxRecords: false,
    reasons: ['Invalid email format'],
  };
}

/** What a domain says by its name alone. */
export interface DomainName {
  isAlias: boolean;
  isDisposable: boolean;
  isPersonalEmail: boolean;
  /** The popular domain it was probably meant to be. */
  likely: string | null;
}

/** Rules 2 and 3, for all addresses of a domain. */
export function judgeName(domain: string, lists: DomainLists): DomainName {
  const isAlias = ALIAS_DOMAINS.has(domain);
  const isPersonalEmail = lists.isPersonal(domain);
  const likely = likelyDomain(domain, () => isAlias || isPersonalEmail);
  return { isAlias, isPersonalEmail, isDisposable: lists.isDisposable(domain), likely };
}

/** Rules 2 and 3: what needs no look-up. */
export function judgeText(email: string, local: string, { likely, ...name }: DomainName): Verdict {
  return {
    ...malformed(email),
    ...name,
    valid: true,
    isTypo: likely !== null,
    isPlusAddressed: local.includes('+'),
    reasons: likely ? [`Possible typo detected, did you mean ${likely}?`] : [],
    ...(likely ? { suggestedEmail: `${local}@${likely}` } : {}),
  };
}

/** What DNS says of a domain. */
export type DomainDns = Record<'nameservers' | 'mx' | 'website', Known>;

/** Rules 4 to 7. An outcome that is unknown never makes an address invalid. */
export function judgeDns(verdict: Verdict, { nameservers, mx, website }: DomainDns): Verdict {
  if (nameservers === 'no')
    return { ...verdict, valid: false, reasons: [...verdict.reasons, 'Domain does not exist (no nameservers found)'] };
  const judged = { ...verdict, domainExists: true, hasMxRecords: mx !== 'no', hasWebsite: website === 'yes' };
  if (mx === 'no') return { ...judged, valid: false, reasons: [...judged.reasons, 'Domain cannot receive email (no MX records found)'] };
  return judged.reasons.length > 0 ? judged : { ...judged, reasons: ['Email appears to be valid'] };
}
