/** Cuts a template's text into pieces: literal text, `{{ … }}`, `{% … %}`, and what is to be left alone. Linear in time. */
import { quoteEnd } from './lex.ts';

/** HTML entities → characters, no-break spaces → blanks. Handed in: the domain imports nothing. */
export type Decode = (text: string) => string;

interface Located {
  /** As written. */
  readonly source: string;
  /** Of the first character, from 1. */
  readonly line: number;
}

interface Delimited extends Located {
  /** Decoded and trimmed. */
  readonly inner: string;
  readonly trimLeft: boolean;
  readonly trimRight: boolean;
}

export type Piece =
  | ({ readonly kind: 'text' } & Located)
  | ({ readonly kind: 'output' } & Delimited)
  | ({ readonly kind: 'tag'; readonly name: string } & Delimited)
  /** A whole raw or comment block. */
  | ({ readonly kind: 'block'; readonly name: 'raw' | 'comment'; readonly opening: string; readonly closing: string } & Located)
  /** An opening delimiter that nothing closes; goes out literally. */
  | ({ readonly kind: 'broken'; readonly problem: string } & Located);

/** No output is longer. */
const OUTPUT_REACH = 10_000;
/** Characters spent on quotes, per character of the template. */
const QUOTE_BUDGET = 8;

const END_OF = {
  raw: /\{%-?\s*endraw\s*-?%\}/g,
  comment: /\{%-?\s*endcomment\s*-?%\}/g,
};

/** whole: quotes are closed and nothing else opens; open: a quote is not closed; nested: a delimiter opens outside quotes. */
function quoting(text: string): 'whole' | 'open' | 'nested' {
  for (let i = 0; i < text.length; i++) {
    if (text.startsWith('{{', i) || text.startsWith('{%', i)) return 'nested';
    if ((text[i] !== '"' && text[i] !== "'") || /[\p{L}\p{N}_]/u.test(text[i - 1] ?? '')) continue;
    const end = quoteEnd(text, i);
    if (end === -1) return 'open';
    i = end - 1;
  }
  return 'whole';
}

function delimited(source: string, line: number, decode: Decode): Delimited {
  const body = source.slice(2, -2);
  const trimLeft = body.startsWith('-');
  const trimRight = body.length > 1 && body.endsWith('-');
  return { source, line, inner: decode(body.slice(trimLeft ? 1 : 0, trimRight ? -1 : undefined)).trim(), trimLeft, trimRight };
}

/** Pieces in order; their sources joined are the text. They come one by one: of a long text there are many. */
export function* scan(text: string, decode: Decode): Generator<Piece, void, undefined> {
  const pieces: Piece[] = [];
  let line = 1;
  let textFrom = 0;
  let at = 0;
  let budget = text.length * QUOTE_BUDGET;

  const push = (piece: Piece) => {
    pieces.push(piece);
    for (let i = piece.source.indexOf('\n'); i !== -1; i = piece.source.indexOf('\n', i + 1)) line++;
    at += piece.source.length;
    textFrom = at;
  };
  const pushText = () => {
    const source = text.slice(textFrom, at);
    at = textFrom;
    if (source !== '') push({ kind: 'text', source, line });
  };

  // The next closer is remembered, and that a block has no end: openers without number may wait for the same one.
  const closers = { '}}': -1, '%}': -1 };
  const endless = { raw: false, comment: false };
  const nextCloser = (closer: '}}' | '%}'): number => {
    const known = closers[closer];
    if (known < at + 2) closers[closer] = text.indexOf(closer, at + 2);
    if (closers[closer] === -1) closers[closer] = Infinity;
    return closers[closer];
  };

  /** Index behind the `}}` that closes the output at `at`, -1 when there is none. */
  const outputEnd = (): number => {
    const first = nextCloser('}}');
    if (first - at > OUTPUT_REACH) return -1;
    for (let close = first, tries = 0; close !== -1 && close - at < OUTPUT_REACH && tries < 8 && budget > 0; tries++) {
      const inner = decode(text.slice(at + 2, close));
      budget -= inner.length;
      const state = quoting(inner);
      if (state === 'nested') return close === first ? -1 : first + 2;
      if (state === 'whole') return close + 2;
      close = text.indexOf('}}', close + 2);
    }
    return /\{[{%]/.test(text.slice(at + 2, first)) ? -1 : first + 2;
  };

  const pushOutput = () => {
    const end = outputEnd();
    if (end === -1) push({ kind: 'broken', source: '{{', line, problem: '"{{" is not closed' });
    else push({ kind: 'output', ...delimited(text.slice(at, end), line, decode) });
  };

  const pushTag = () => {
    const close = nextCloser('%}');
    // Not beyond the next opener: it would be looked at again and again.
    const opener = text.indexOf('{%', at + 2);
    if (close === Infinity || (opener !== -1 && opener < close))
      return push({ kind: 'broken', source: '{%', line, problem: '"{%" is not closed' });
    const parts = delimited(text.slice(at, close + 2), line, decode);
    const name = /^(?:#|[\w-]*)/.exec(parts.inner)![0];
    if (name !== 'raw' && name !== 'comment') return push({ kind: 'tag', ...parts, name, inner: parts.inner.slice(name.length).trim() });
    const ending = END_OF[name];
    ending.lastIndex = close + 2;
    const found = endless[name] ? null : ending.exec(text);
    endless[name] = found === null;
    if (!found) return push({ kind: 'broken', source: parts.source, line, problem: `"${name}" is not closed` });
    push({ kind: 'block', name, source: text.slice(at, found.index + found[0].length), line, opening: parts.source, closing: found[0] });
  };

  for (let open = text.indexOf('{'); open !== -1; open = text.indexOf('{', Math.max(at, open + 1))) {
    const next = text[open + 1];
    // Of `{{{` the last two open: `{{{a}}}` prints a between braces.
    if (next !== '%' && (next !== '{' || text[open + 2] === '{')) continue;
    at = open;
    pushText();
    if (next === '{') pushOutput();
    else pushTag();
    yield* pieces.splice(0);
  }
  at = text.length;
  pushText();
  yield* pieces;
}
