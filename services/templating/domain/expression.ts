/** Posthorn's expressions (`??`, spaced keys, unquoted fallbacks) → LiquidJS source (contract "Template language"). */
import type { Atom } from './lex.ts';
import type { Key } from './lookup.ts';
import { covered, isSymbol, lex, quoteEnd, splitAtoms } from './lex.ts';
import { liquidPath, parsePath, quote, staticKeys } from './path.ts';

/** Filter that the language's engine registers for `??`. */
export const OR_FILTER = '__or';

export interface Placeholder {
  /** Empty: nothing is looked up, as in `{{}}`. */
  readonly keys: readonly Key[];
  readonly fallback: string;
}

export interface Expression {
  /** For LiquidJS; not to be used when there is a problem. */
  readonly liquid: string;
  /** What is wrong with it, in words for its author. */
  readonly problem?: string;
  /** Set when it is no more than a look-up with a fallback. */
  readonly placeholder?: Placeholder;
}

const NAME = /^[A-Za-z_]\w*$/;
const NUMBER = /^-?\d+(\.\d+)?$/;
const LITERAL = /^(true|false|nil|null|empty|blank)$/;
const COMPARISONS = ['==', '!=', '<>', '>=', '<=', '>', '<'];

class Problem extends Error {}

const isQuoted = (text: string): boolean => /^["']/.test(text) && quoteEnd(text, 0) === text.length;
const isVariable = (text: string): boolean => !(/^["'(]/.test(text) || NUMBER.test(text) || LITERAL.test(text));

function operand(text: string): string {
  return isVariable(text) ? liquidPath(parsePath(text), (inner) => operand(inner.trim())) : text;
}

/** Quotes are syntax, unquoted text is literal; numbers and booleans keep their type, which prints the same. */
function fallback(text: string): string {
  if (isQuoted(text) || text === 'true' || text === 'false') return text;
  return NUMBER.test(text) && String(Number(text)) === text ? text : quote(text);
}

/** `a ?? b ?? c`: the first fallback wins. */
function defaulted(text: string, run: readonly Atom[]): string {
  const [first, second] = splitAtoms(run, isSymbol('??')).map((each) => covered(text, each));
  if (second === undefined) return operand(first!);
  return `(${first === '' ? 'nil' : operand(first!)} | ${OR_FILTER}: ${fallback(second)})`;
}

function condition(text: string, run: readonly Atom[]): string {
  const written: string[] = [];
  let pending: Atom[] = [];
  let wanted = true;
  const close = () => {
    if (pending.length > 0) written.push(defaulted(text, pending));
    if (pending.some(isSymbol('=', ':', ','))) throw new Problem(`unexpected "${pending.find(isSymbol('=', ':', ','))!.text}"`);
    if (pending.length > 0) wanted = false;
    pending = [];
  };
  for (const atom of run) {
    const binary = isSymbol(...COMPARISONS)(atom) || (atom.kind === 'word' && /^(and|or|contains)$/.test(atom.text));
    if (!binary && !(atom.kind === 'word' && atom.text === 'not' && pending.length === 0)) {
      pending.push(atom);
      continue;
    }
    close();
    if (binary && wanted) throw new Problem(`value expected before "${atom.text}"`);
    written.push(atom.text === '<>' ? '!=' : atom.text);
    wanted = true;
  }
  close();
  if (wanted) throw new Problem('value expected');
  return written.join(' ');
}

function filterArgument(text: string, run: readonly Atom[]): string {
  if (!run.some(isSymbol('??'))) return covered(text, run);
  const colon = run.findIndex(isSymbol(':'));
  return colon === -1 ? defaulted(text, run) : `${covered(text, run.slice(0, colon))}: ${defaulted(text, run.slice(colon + 1))}`;
}

function filter(text: string, run: readonly Atom[]): string {
  const [name, colon, ...rest] = run;
  if (name?.kind !== 'word') throw new Problem('filter name expected');
  if (colon === undefined) return name.text;
  if (!isSymbol(':')(colon)) throw new Problem(`":" expected after filter ${name.text}`);
  return `${name.text}: ${splitAtoms(rest, isSymbol(','))
    .map((each) => filterArgument(text, each))
    .join(', ')}`;
}

function placeholder(text: string, head: readonly Atom[]): Placeholder | undefined {
  const [first, second = ''] = splitAtoms(head, isSymbol('??')).map((each) => covered(text, each));
  if (!isVariable(first!) || (isQuoted(second) && second.includes('\\'))) return undefined;
  const keys = first === '' ? [] : staticKeys(parsePath(first!));
  return keys && { keys, fallback: isQuoted(second) ? second.slice(1, -1) : second };
}

/** Brackets inside of brackets. What reads and writes them calls itself, here and in LiquidJS. */
const MOST_NESTED = 32;

function nestsTooDeep(text: string): boolean {
  let depth = 0;
  for (const char of text) {
    if (char === '[' || char === '(') depth += 1;
    else if ((char === ']' || char === ')') && depth > 0) depth -= 1;
    if (depth > MOST_NESTED) return true;
  }
  return false;
}

function read(text: string, write: (atoms: Atom[]) => Omit<Expression, 'problem'>): Expression {
  if (nestsTooDeep(text)) return { liquid: text, problem: 'the text nests too deep' };
  const atoms = lex(text);
  const unclosed = atoms.find((atom) => atom.kind === 'unclosed');
  if (unclosed) return { liquid: text, problem: `${JSON.stringify(unclosed.text.slice(0, 32))} is not closed` };
  try {
    return write(atoms);
  } catch (error) {
    if (error instanceof Problem) return { liquid: text, problem: error.message };
    throw error;
  }
}

/** What `{{ … }}` prints. Word operators are part of names here; comparisons work. Text is decoded and trimmed. */
export function outputExpression(text: string): Expression {
  if (text === '') return { liquid: 'nil', placeholder: { keys: [], fallback: '' } };
  // Most placeholders of most mails: no need to take them apart.
  if (NAME.test(text) && isVariable(text)) return { liquid: operand(text), placeholder: { keys: [text], fallback: '' } };
  return read(text, (atoms) => {
    const [head, ...filters] = splitAtoms(atoms, isSymbol('|')) as [Atom[], ...Atom[][]];
    if (head.length === 0) throw new Problem('value expected');
    if (head.some(isSymbol(...COMPARISONS)))
      return { liquid: [condition(text, head), ...filters.map((run) => filter(text, run))].join(' | ') };
    const liquid = [defaulted(text, head), ...filters.map((run) => filter(text, run))].join(' | ');
    return { liquid, placeholder: filters.length === 0 ? placeholder(text, head) : undefined };
  });
}

/** The condition of `if`, `elsif` and `unless`. */
export function conditionExpression(text: string): Expression {
  return read(text, (atoms) => {
    const [head, ...filters] = splitAtoms(atoms, isSymbol('|')) as [Atom[], ...Atom[][]];
    return { liquid: [condition(text, head), ...filters.map((run) => filter(text, run))].join(' | ') };
  });
}

/** The values of `when`: separated by commas or `or`. */
export function valuesExpression(text: string): Expression {
  const separates = (atom: Atom) => isSymbol(',')(atom) || (atom.kind === 'word' && atom.text === 'or');
  return read(text, (atoms) => {
    const runs = splitAtoms(atoms, separates);
    if (runs.some((run) => run.length === 0)) throw new Problem('value expected');
    return { liquid: runs.map((run) => defaulted(text, run)).join(', ') };
  });
}

/** One value without filters: the collection of a loop. */
export function valueExpression(text: string): Expression {
  return read(text, (atoms) => {
    if (atoms.length === 0) throw new Problem('value expected');
    return { liquid: defaulted(text, atoms) };
  });
}
