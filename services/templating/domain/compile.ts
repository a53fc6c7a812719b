/** A template's text, understood once: what LiquidJS is to run, and what can be said without it. */
import type { Placeholder } from './expression.ts';
import type { Decode, Piece } from './scan.ts';
import { outputExpression } from './expression.ts';
import { scan } from './scan.ts';
import { rewriteTag } from './tag.ts';

export interface Problem {
  readonly line: number;
  readonly message: string;
}

export type Part = string | (Placeholder & { readonly source: string });

export interface Compiled {
  /** Literal text and plain placeholders; everything else is literal text here too. */
  readonly parts: readonly Part[];
  /** `parts` say all: nothing in the text can loop, so no engine is needed. */
  readonly plain: boolean;
  /** For LiquidJS, with as many lines as the text. Not to be run when there are broken pieces. */
  readonly liquid: string;
  /** Broken syntax that LiquidJS would not parse either. */
  readonly broken: boolean;
  /** Everything an author should hear about before saving, first things first. */
  readonly problems: readonly Problem[];
}

interface Written {
  part: Part;
  liquid: string;
  plain: boolean;
  broken?: boolean;
  problem?: string;
}

const newlines = (text: string): string => '\n'.repeat(text.split('\n').length - 1);

/** `{{` or `{%` around the expression, on as many lines as before. */
function wrap(piece: Piece & { trimLeft: boolean; trimRight: boolean }, [open, close]: readonly [string, string], content: string): string {
  const missing = newlines(piece.source).slice(newlines(content).length);
  return `${open}${piece.trimLeft ? '-' : ''} ${content} ${missing}${piece.trimRight ? '-' : ''}${close}`;
}

/** Braces at the end of a text would be read as part of the delimiter behind them. */
function protectBraces(source: string): string {
  let end = source.length;
  while (source[end - 1] === '{') end -= 1;
  return end === source.length ? source : `${source.slice(0, end)}{{ ${JSON.stringify(source.slice(end))} }}`;
}

function write(piece: Piece): Written {
  const { source } = piece;
  if (piece.kind === 'text') {
    return {
      part: source,
      liquid: protectBraces(source),
      plain: true,
    };
  }
  if (piece.kind === 'broken') return { part: source, liquid: source, plain: false, broken: true, problem: piece.problem };
  if (piece.kind === 'block') {
    const body = source.slice(piece.opening.length, source.length - piece.closing.length);
    return { part: source, liquid: piece.name === 'raw' ? source : piece.opening + newlines(body) + piece.closing, plain: false };
  }
  if (piece.kind === 'tag') {
    const { liquid, problem } = rewriteTag(piece.name, piece.inner);
    const refused = problem?.startsWith('tag is not available') === true;
    return {
      part: source,
      liquid: wrap(piece, ['{%', '%}'], `${piece.name} ${liquid}`),
      plain: false,
      broken: problem !== undefined && !refused,
      problem,
    };
  }
  const { liquid, problem, placeholder } = outputExpression(piece.inner);
  return {
    part: placeholder ? { ...placeholder, source } : source,
    liquid: wrap(piece, ['{{', '}}'], liquid),
    plain: placeholder !== undefined && !piece.trimLeft && !piece.trimRight,
    broken: problem !== undefined,
    problem,
  };
}

/** Pieces after which a caller may let others have a turn. */
const TURN = 500;

/** Pure and linear in the text's length; `text` is at most the language's limit. Pauses now and then; its end is the answer. */
export function* compiling(text: string, decode: Decode): Generator<void, Compiled, undefined> {
  const parts: Part[] = [];
  const problems: Problem[] = [];
  let [plain, liquid, broken] = [true, '', false];
  for (const piece of scan(text, decode)) {
    const written = write(piece);
    parts.push(written.part);
    plain &&= written.plain;
    liquid += written.liquid;
    broken ||= written.broken === true;
    if (written.problem !== undefined) problems.push({ line: piece.line, message: written.problem });
    if (parts.length % TURN === 0) yield;
  }
  return { parts, plain, liquid, broken, problems };
}

/** The parts of a text, one by one as they are read; nothing is kept. */
export function* partsOf(text: string, decode: Decode): Generator<Part, void, undefined> {
  for (const piece of scan(text, decode)) {
    const { part, plain } = write(piece);
    yield plain || typeof part === 'string' ? part : part.source;
  }
}

/** The same at one go. */
export function compile(text: string, decode: Decode): Compiled {
  const work = compiling(text, decode);
  let step = work.next();
  while (step.done !== true) step = work.next();
  return step.value;
}
