/** The check of a text before it is saved (contract "Template language: On save"). */
import type { Liquid } from 'liquidjs';
import type { Problem } from '../domain/compile.ts';
import { compile } from '../domain/compile.ts';
import { decodeEntities } from './entities.ts';
import { createEngine } from './engine.ts';

let engine: Liquid | undefined;

/** LiquidJS ends its messages with where; we say that in the details. */
function reworded(error: Error): Problem {
  const place = /, line:(\d+), col:\d+$/.exec(error.message);
  const message = place ? error.message.slice(0, place.index) : error.message;
  return { line: Number(place?.[1] ?? 1), message: /call stack/.test(message) ? 'the text nests too deep' : message };
}

/** The first thing that is wrong with a text, if any. Lines count from 1. */
export function checkSyntax(text: string): Problem | undefined {
  const { problems, liquid } = compile(text, decodeEntities);
  if (problems.length > 0) return problems[0];
  if (!liquid.includes('{')) return undefined;
  engine ??= createEngine({ strict: true });
  try {
    engine.parse(liquid);
    return undefined;
  } catch (error) {
    return reworded(error as Error);
  }
}
