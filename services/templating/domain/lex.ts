/** The atoms of what stands between two delimiters: quoted texts, symbols and words. */

export type AtomKind = 'quoted' | 'symbol' | 'word' | 'unclosed';

export interface Atom {
  readonly kind: AtomKind;
  readonly text: string;
  readonly begin: number;
  readonly end: number;
}

/** Longest first. */
const SYMBOLS = ['??', '==', '!=', '<>', '>=', '<=', '|', ':', ',', '=', '>', '<'] as const;
const CLOSERS: Readonly<Record<string, string>> = { '[': ']', '(': ')' };

const isBlank = (char: string): boolean => /\s/.test(char);
const isLetter = (char: string | undefined): boolean => char !== undefined && /[\p{L}\p{N}_]/u.test(char);

/** A quote after a letter is an apostrophe. */
function opensQuote(text: string, at: number): boolean {
  return (text[at] === '"' || text[at] === "'") && !isLetter(text[at - 1]);
}

/** Index behind the quoted text that begins at `at`, -1 when it never closes. Backslash escapes. */
export function quoteEnd(text: string, at: number): number {
  for (let i = at + 1; i < text.length; i++) {
    if (text[i] === '\\') i++;
    else if (text[i] === text[at]) return i + 1;
  }
  return -1;
}

/** Index behind the bracket that closes the one at `at`, -1 when none does. */
function bracketEnd(text: string, at: number): number {
  const waiting: string[] = [];
  for (let i = at; i < text.length; i++) {
    const char = text[i]!;
    if (char === '"' || char === "'") {
      const end = quoteEnd(text, i);
      if (end === -1) return -1;
      i = end - 1;
    } else if (CLOSERS[char]) waiting.push(CLOSERS[char]);
    else if (char === waiting.at(-1)) waiting.pop();
    if (waiting.length === 0) return i + 1;
  }
  return -1;
}

function wordEnd(text: string, begin: number): number {
  let i = begin;
  while (i < text.length && !isBlank(text[i]!)) {
    if (i > begin && opensQuote(text, i)) break;
    if (SYMBOLS.some((symbol) => text.startsWith(symbol, i))) break;
    const bracket = text[i] === '[' || (text[i] === '(' && i === begin);
    const end = bracket ? bracketEnd(text, i) : i + 1;
    if (end === -1) return -1;
    i = end;
  }
  return i;
}

/** Atoms in order. An unclosed quote or bracket is one last atom of kind `unclosed`. */
export function lex(text: string): Atom[] {
  const atoms: Atom[] = [];
  for (let at = 0; at < text.length;) {
    if (isBlank(text[at]!)) {
      at++;
      continue;
    }
    const symbol = SYMBOLS.find((each) => text.startsWith(each, at));
    const quoted = symbol === undefined && opensQuote(text, at);
    const end = symbol !== undefined ? at + symbol.length : quoted ? quoteEnd(text, at) : wordEnd(text, at);
    const kind: AtomKind = end === -1 ? 'unclosed' : symbol !== undefined ? 'symbol' : quoted ? 'quoted' : 'word';
    const stop = end === -1 ? text.length : end;
    atoms.push({ kind, text: text.slice(at, stop), begin: at, end: stop });
    at = stop;
  }
  return atoms;
}

/** Runs of atoms between the separators. */
export function splitAtoms(atoms: readonly Atom[], separates: (atom: Atom) => boolean): Atom[][] {
  const runs: Atom[][] = [[]];
  for (const atom of atoms) {
    if (separates(atom)) runs.push([]);
    else runs.at(-1)!.push(atom);
  }
  return runs;
}

/** The stretch of `text` that a run of atoms covers. */
export function covered(text: string, run: readonly Atom[]): string {
  return run.length === 0 ? '' : text.slice(run[0]!.begin, run.at(-1)!.end);
}

export const isSymbol =
  (...symbols: string[]) =>
  (atom: Atom): boolean =>
    atom.kind === 'symbol' && symbols.includes(atom.text);
