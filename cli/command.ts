/** A command of `posthorn`: what is typed, what it takes, what it does; and how a line is read by the table of all. */
import { parseArgs } from 'node:util';
import type { ParseArgsOptionsConfig } from 'node:util';

/** What a command ends with. */
export const EXIT = {
  done: 0,
  /** What was asked about is not there, differs, or was refused for what it is. */
  failed: 1,
  /** Not a command, or one that lacks something. */
  usage: 2,
  /** The token or key does not allow it. */
  refused: 3,
  /** Nobody answered, or not in time. */
  unreachable: 4,
} as const;

/** Said to the person who typed; ends with EXIT.usage. */
export class UsageError extends Error {}

export interface Option {
  type: 'string' | 'boolean';
  /** Shown for the value of a `string`. */
  value?: string;
  summary: string;
}

export interface Given {
  operands: readonly string[];
  options: Readonly<Record<string, string | boolean | undefined>>;
  env: NodeJS.ProcessEnv;
  /** One JSON document goes to the output with `--json`, else the lines. */
  print(value: unknown, lines: readonly string[]): void;
}

export interface Command {
  /** One word, or two: `campaign pause`. */
  name: string;
  /** In their order; those that may be left out in brackets. */
  operands: readonly string[];
  summary: string;
  options: Readonly<Record<string, Option>>;
  /** Answers the exit code; EXIT.done when it answers nothing. */
  run(given: Given): Promise<number | void>;
}

export const COMMON: Readonly<Record<string, Option>> = {
  json: { type: 'boolean', summary: 'one JSON document instead of a table' },
  help: { type: 'boolean', summary: 'what the command takes' },
};

const isOptional = (operand: string): boolean => operand.startsWith('[');

/** `posthorn campaign pause <project> <campaign>` */
export const usageOf = ({ name, operands }: Command): string => ['posthorn', name, ...operands].join(' ');

/** The command that the words begin with; undefined: none. Two words before one. */
export function commandOf(words: readonly string[], commands: readonly Command[]): Command | undefined {
  return [words.slice(0, 2).join(' '), words[0]].map((name) => commands.find((command) => command.name === name)).find(Boolean);
}

/** Operands and options of a command's line. Throws UsageError. @param args behind the command's name */
export function readLine(command: Command, args: string[]): Pick<Given, 'operands' | 'options'> {
  const options: ParseArgsOptionsConfig = Object.fromEntries(
    Object.entries({ ...command.options, ...COMMON }).map(([name, { type }]) => [name, { type }]),
  );
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true, strict: true });
    const least = command.operands.filter((operand) => !isOptional(operand)).length;
    if (values['help'] !== true && (positionals.length < least || positionals.length > command.operands.length))
      throw new UsageError(`Usage: ${usageOf(command)}`);
    return { operands: positionals, options: values as Given['options'] };
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError((error as Error).message);
  }
}

const optionLine = ([name, { type, value = 'VALUE', summary }]: [string, Option]): [string, string] => [
  `  --${name}${type === 'string' ? ` ${value}` : ''}`,
  summary,
];

function columns(rows: readonly [string, string][]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `${left.padEnd(width)}  ${right}`);
}

/** What one command takes. */
export const helpOf = (command: Command): string[] => [
  usageOf(command),
  `  ${command.summary}`,
  '',
  ...columns(Object.entries({ ...command.options, ...COMMON }).map(optionLine)),
];

/** Commands, by whom they are for. @param groups heading → its commands; a heading may be empty */
export function overviewOf(groups: ReadonlyMap<string, readonly Command[]>): string[] {
  const lines = columns([...groups.values()].flat().map((one) => [`  ${[one.name, ...one.operands].join(' ')}`, one.summary]));
  return [
    'posthorn <command>',
    ...[...groups].flatMap(([heading, commands]) => ['', ...(heading ? [heading] : []), ...lines.splice(0, commands.length)]),
    '',
    'Each takes --json and --help. Ends with 0 done, 1 failed or found something, 2 not understood, 3 not allowed, 4 nobody answered.',
  ];
}
