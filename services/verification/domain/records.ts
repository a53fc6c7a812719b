/** Compares the DNS records of a sender domain with those it needs, and says what is wrong (contract 4.9 "Domains"). Pure. */

export interface Expected {
  type: 'TXT' | 'MX' | 'CNAME';
  /** Without a trailing dot, lower case. */
  name: string;
  value: string;
}

/** What DNS holds at a name: joined TXT strings, MX exchanges, CNAME targets. */
export interface Held {
  /** `failed`: a time-out or a failing server. */
  outcome: 'found' | 'none' | 'failed';
  values: readonly string[];
  /** The name is an alias of this one. */
  alias?: string | undefined;
}

export interface Checked {
  outcome: 'FOUND' | 'MISSING' | 'OTHER' | 'UNKNOWN';
  problem: string | null;
}

const SHOWN_MAX = 200;
const shown = (values: readonly string[]): string => {
  const text = values.join('", "');
  return `"${text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text}"`;
};
const host = (name: string): string => name.trim().toLowerCase().replace(/\.$/, '');

/** The tags of a DKIM or DMARC record (RFC 6376 §3.2), names in lower case; blanks inside values are of no meaning in `p`. */
function tagsOf(text: string): Map<string, string> {
  const tags = new Map<string, string>();
  for (const part of text.split(';')) {
    const at = part.indexOf('=');
    if (at > 0) tags.set(part.slice(0, at).trim().toLowerCase(), part.slice(at + 1).trim());
  }
  return tags;
}

const withoutBlanks = (text: string): string => text.split(/\s/).join('');

/** Whether a DKIM key record holds the wanted key: tags in any order, blanks in the base64, key type and version by their defaults. */
export function holdsKey(text: string, wanted: string): boolean {
  const [held, want] = [tagsOf(text), tagsOf(wanted)];
  return (
    (held.get('v') ?? 'DKIM1') === 'DKIM1' &&
    (held.get('k') ?? 'rsa').toLowerCase() === (want.get('k') ?? 'rsa').toLowerCase() &&
    withoutBlanks(held.get('p') ?? '') === withoutBlanks(want.get('p') ?? '')
  );
}

const isDkim = ({ type, name }: Expected): boolean => type === 'TXT' && name.includes('._domainkey.');
const isDmarc = ({ type, name }: Expected): boolean => type === 'TXT' && name.startsWith('_dmarc.');

function found(problem: string | null = null): Checked {
  return { outcome: 'FOUND', problem };
}

function other(values: readonly string[], what: string): Checked {
  return { outcome: 'OTHER', problem: `${what}: ${shown(values)}` };
}

function checkSpf({ value }: Expected, values: readonly string[]): Checked | null {
  const records = values.filter((text) => text.toLowerCase().startsWith('v=spf1'));
  if (records.length === 0) return null;
  if (records.length > 1) return other(records, 'More than one SPF record stands here, receivers ignore them all');
  const wanted = value.split(' ').find((term) => term.startsWith('include:'))!;
  return records[0]!.toLowerCase().split(/\s/).includes(wanted.toLowerCase()) ? found() : other(records, `The SPF record lacks ${wanted}`);
}

function checkDmarc(values: readonly string[]): Checked | null {
  const record = values.find((text) => /^v=DMARC1\b/i.test(text.trimStart()));
  if (record === undefined) return null;
  const tags = tagsOf(record);
  if (!/^(?:none|quarantine|reject)$/i.test(tags.get('p') ?? '')) return other([record], 'The DMARC record names no policy (p=)');
  const isStrict = tags.get('aspf')?.toLowerCase() === 's';
  return found(isStrict ? 'aspf=s: bounces go to a sub-domain, so SPF is not aligned and DKIM alone counts' : null);
}

/** What of the values answers the expectation; null when none is of its kind. */
function compare(expected: Expected, values: readonly string[]): Checked | null {
  if (values.length === 0) return null;
  if (expected.type !== 'TXT') {
    if (values.some((value) => host(value) === host(expected.value))) return found();
    return other(values.map(host), `The ${expected.type} record leads elsewhere`);
  }
  if (isDmarc(expected)) return checkDmarc(values);
  if (!isDkim(expected)) return checkSpf(expected, values);
  if (values.some((value) => holdsKey(value, expected.value))) return found();
  return other(values, 'Another key is published here');
}

/**
 * @param held what stands at the expected name
 * @param doubled what stands at `<name>.<domain>`, where a form that adds the domain by itself puts it; asked only when the record is
 * missing
 */
export function checkRecord(expected: Expected, domain: string, { held, doubled }: { held: Held; doubled: Held | null }): Checked {
  if (held.outcome === 'failed') return { outcome: 'UNKNOWN', problem: 'DNS did not answer; it is asked again' };
  const compared = compare(expected, held.values);
  if (compared?.outcome === 'FOUND') return compared;
  if (held.alias && expected.type !== 'CNAME')
    return { outcome: 'OTHER', problem: `A CNAME to ${held.alias} stands at this name, where a ${expected.type} record is needed` };
  if (compared) return compared;
  if (doubled && compare(expected, doubled.values)?.outcome === 'FOUND')
    return { outcome: 'MISSING', problem: `Published at ${expected.name}.${domain}: enter the name without the domain at its end` };
  if (isDmarc(expected)) return { outcome: 'MISSING', problem: 'No DMARC policy is published; one is advised' };
  return { outcome: 'MISSING', problem: `No ${expected.type} record ${held.values.length > 0 ? 'of this kind ' : ''}at ${expected.name}` };
}
