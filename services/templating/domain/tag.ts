/** What stands in `{% … %}` → LiquidJS source, tag by tag. */
import type { Expression } from './expression.ts';
import { conditionExpression, outputExpression, valueExpression, valuesExpression } from './expression.ts';

/** Tags that would read other templates (contract "Template language: Blocks"). On send they print nothing. */
export const REFUSED_TAGS: readonly string[] = ['include', 'render', 'layout'];

type Rewrite = (args: string) => Expression;

const verbatim: Rewrite = (args) => ({ liquid: args });

const assign: Rewrite = (args) => {
  const parts = /^([\w-]+)\s*=\s*(\S[\s\S]*)$/.exec(args);
  if (!parts) return { liquid: args, problem: 'assign takes a name, "=" and a value' };
  const { liquid, problem } = outputExpression(parts[2]!);
  return { liquid: `${parts[1]} = ${liquid}`, problem };
};

const loop: Rewrite = (args) => {
  const parts = /^([\w-]+)\s+in\s+(\S[\s\S]*)$/.exec(args);
  if (!parts) return { liquid: args, problem: 'a loop takes a name, "in" and a list' };
  const rest = parts[2]!;
  const options = /,|\s(?:reversed(?![\w-])|(?:limit|offset|cols)\s*:)/.exec(rest);
  const end = options?.index ?? rest.length;
  const { liquid, problem } = valueExpression(rest.slice(0, end).trim());
  return { liquid: `${parts[1]} in ${liquid}${rest.slice(end)}`, problem };
};

/** `{% liquid %}`: one tag a line. */
const lines: Rewrite = (args) => {
  const written = args.split('\n').map((line) => {
    const parts = /^(\s*)([\w-]+)[^\S\n]+(\S.*)$/.exec(line);
    if (!parts) return { liquid: line };
    const { liquid, problem } = rewriteTag(parts[2]!, parts[3]!.trim());
    return { liquid: `${parts[1]}${parts[2]} ${liquid}`, problem };
  });
  return { liquid: written.map(({ liquid }) => liquid).join('\n'), problem: written.find(({ problem }) => problem)?.problem };
};

const needed =
  (rewrite: Rewrite): Rewrite =>
  (args) =>
    args === '' ? { liquid: args, problem: 'value expected' } : rewrite(args);

const REWRITES: Readonly<Record<string, Rewrite>> = {
  if: conditionExpression,
  elsif: conditionExpression,
  unless: conditionExpression,
  case: needed(outputExpression),
  echo: outputExpression,
  when: valuesExpression,
  assign,
  for: loop,
  tablerow: loop,
  liquid: lines,
};

/** Arguments of a tag, decoded and trimmed, for LiquidJS. Tags without a rule of ours pass as they are. */
export function rewriteTag(name: string, args: string): Expression {
  if (REFUSED_TAGS.includes(name)) return { liquid: args, problem: `tag is not available: ${name}` };
  return (Object.hasOwn(REWRITES, name) ? REWRITES[name]! : verbatim)(args);
}
