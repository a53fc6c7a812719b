/** What is an e-mail address, wherever one comes in: by a linear scan, since strangers write them (contract 4.3). */

/** Characters (RFC 5321 §4.5.3.1, erratum 1690). */
export const LONGEST_ADDRESS = 254;
const MOST_LOCAL = 64;
const MOST_LABEL = 63;
/** RFC 5322 atext, and what RFC 6531 adds to it: anything beyond ASCII that is no space and no control. */
const ATOM = /^[\w!#$%&'*+/=?^`{|}~\-\u{a1}-\u{10ffff}]+$/u;
const LABEL = /^[\p{L}\p{N}\p{M}-]+$/u;
const BLANK = /[\s\u0080-\u00a0\u2028\u2029\ufeff\p{Cs}]/u;

function isLabel(label: string): boolean {
  return label.length <= MOST_LABEL && LABEL.test(label) && !label.startsWith('-') && !label.endsWith('-');
}

function isDomain(domain: string): boolean {
  const labels = domain.split('.');
  const top = labels.at(-1)!;
  return labels.length > 1 && labels.every(isLabel) && top.length > 1 && !/^[0-9]/.test(top);
}

/**
 * A dot-atom at a domain of two labels and more, both possibly beyond ASCII. Quoted local parts and address literals are refused.
 * `LONGEST_ADDRESS` characters are looked at, so nothing about it takes long.
 */
export function isAddress(text: string): boolean {
  if (text.length > LONGEST_ADDRESS || BLANK.test(text)) return false;
  const at = text.indexOf('@');
  const local = text.slice(0, at);
  if (at < 1 || at !== text.lastIndexOf('@') || local.length > MOST_LOCAL) return false;
  return local.split('.').every((atom) => ATOM.test(atom)) && isDomain(text.slice(at + 1));
}
