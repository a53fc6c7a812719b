/** Finds the popular mail domain that a mistyped one was meant to be (contract 2.6, rule 3). */

/** Domains that people mistype. Short names (aol.com, gmx.de) are left out: too many real domains are one letter away from them. */
export const POPULAR = [
  'gmail.com',
  'yahoo.com',
  'hotmail.com',
  'outlook.com',
  'icloud.com',
  'googlemail.com',
  'protonmail.com',
  'comcast.net',
  'verizon.net',
  'yahoo.co.uk',
  'hotmail.co.uk',
  'hotmail.fr',
  'orange.fr',
  'wanadoo.fr',
  'libero.it',
  't-online.de',
  'freenet.de',
  'btinternet.com',
  'rocketmail.com',
  'yandex.com',
] as const;

/** Up to this length one slip counts as a typo, beyond it two. */
const SHORT = 9;

/**
 * The optimal string alignment distance of two texts: insertions, deletions, substitutions and swaps of neighbours count one each.
 * Answers `most + 1` as soon as the distance is sure to exceed `most`.
 */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before = new Uint16Array(b.length + 1);
  let above = new Uint16Array(b.length + 1);
  let row = new Uint16Array(b.length + 1);
  for (let j = 0; j <= b.length; j += 1) above[j] = j;
  for (let i = 1; i <= a.length; i += 1) {
    let least = (row[0] = i);
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a.charCodeAt(i - 1) === b.charCodeAt(j - 1);
      let cost = Math.min(above[j]! + 1, row[j - 1]! + 1, above[j - 1]! + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, before[j - 2]! + 1);
      row[j] = cost;
      least = Math.min(least, cost);
    }
    if (least > most) return most + 1;
    [before, above, row] = [above, row, before];
  }
  return above[b.length]!;
}

/**
 * The popular domain at the smallest distance, at most 1 (2 from ten characters on); null when there is none, or the domain is a known one.
 */
export function likelyDomain(domain: string, isKnown: (domain: string) => boolean): string | null {
  if (isKnown(domain)) return null;
  let best: { domain: string; distance: number } | null = null;
  for (const popular of POPULAR) {
    const most = popular.length <= SHORT ? 1 : 2;
    const distance = editDistance(domain, popular, most);
    if (distance > 0 && distance <= most && (!best || distance < best.distance)) best = { domain: popular, distance };
  }
  return best?.domain ?? null;
}
