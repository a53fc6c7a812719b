#!/usr/bin/env node
/**
 * The command `posthorn`: for developers by HTTP with a project's key (cli/README.md), for whoever runs the platform by gRPC
 * (docs/operations.md).
 */
import { RefusedError, UnreachableError } from '../clients/typescript/src/posthorn.ts';
import { ConfigError } from '#kit/config/config.ts';
import { Fault } from '#kit/errors.ts';
import { commandOf, EXIT, helpOf, overviewOf, readLine, usageOf, UsageError } from './command.ts';
import type { Command, Given } from './command.ts';
import { createCompletion } from './completion.ts';
import { DEVELOPER_COMMANDS } from './developer/commands.ts';
import { login } from './developer/login.ts';
import { mcp } from './mcp/command.ts';
import { FACTS_COMMANDS } from './operator/dead-letters.ts';
import { PROJECT_COMMANDS } from './operator/projects.ts';
import { why } from './operator/why.ts';

const OPERATOR: readonly Command[] = [why, ...PROJECT_COMMANDS, ...FACTS_COMMANDS];
const GROUPS: ReadonlyMap<string, readonly Command[]> = new Map([
  ["For developers, by HTTP with a project's key:", [login, ...DEVELOPER_COMMANDS, mcp]],
  ["For whoever runs the platform, by gRPC with an operator's token:", OPERATOR],
  ['For both:', [createCompletion(() => COMMANDS)]],
]);
const COMMANDS: readonly Command[] = [...GROUPS.values()].flat();

const say = (lines: readonly string[]): void => void process.stdout.write(lines.map((line) => `${line}\n`).join(''));

function exitOf(error: unknown): number {
  if (error instanceof UsageError || error instanceof ConfigError) return EXIT.usage;
  if (error instanceof UnreachableError) return EXIT.unreachable;
  const status = error instanceof Fault || error instanceof RefusedError ? error.status : 0;
  if (status === 401 || status === 403) return EXIT.refused;
  return status === 503 || status === 504 ? EXIT.unreachable : EXIT.failed;
}

/** Why it did not work: the words, every wrong field, what to do next; with --json the same as one document. */
function complain(error: unknown, asJson: boolean): void {
  const { message } = error as Error;
  const known = error instanceof RefusedError || error instanceof Fault ? error : undefined;
  const { requestId, errors = [], suggestion } = error instanceof RefusedError ? error : ({} as Partial<RefusedError>);
  const { status, code } = known ?? {};
  if (asJson) {
    const fields = errors.length > 0 ? { errors } : {};
    console.error(JSON.stringify({ error: { message, status, code, ...fields, suggestion, requestId } }, null, 2));
    return;
  }
  console.error(`posthorn: ${message}`);
  for (const { field, message: wrong } of errors.filter((each) => each.message !== message))
    console.error(`  ${field ? `${field}: ` : ''}${wrong}`);
  if (suggestion && errors.length === 0) console.error(`  ${suggestion}`);
}

async function run(words: string[]): Promise<number> {
  const command = commandOf(words, COMMANDS);
  if (!command) {
    if (words[0] === 'help' && words.length > 1) return await run([...words.slice(1), '--help']);
    const family = COMMANDS.filter(({ name }) => name.startsWith(`${words[0]} `));
    const isAsked = words.length === 0 || words[0] === 'help' || words.includes('--help');
    if (isAsked) say(overviewOf(family.length > 0 ? new Map([['', family]]) : GROUPS));
    else if (family.length > 0) throw new UsageError(`One of: ${family.map(usageOf).join('; ')}`);
    else throw new UsageError(`no command ${words[0]}; posthorn --help lists them`);
    return EXIT.done;
  }
  const line = readLine(command, words.slice(command.name.split(' ').length));
  if (line.options['help'] === true) {
    say(helpOf(command));
    return EXIT.done;
  }
  const print: Given['print'] = (value, lines) => say(line.options['json'] === true ? [JSON.stringify(value, null, 2)] : lines);
  return (await command.run({ ...line, env: process.env, print })) ?? EXIT.done;
}

// Who read us has enough: `posthorn events tail | head -1`.
process.stdout.on('error', () => process.exit(EXIT.done));
const words = process.argv.slice(2);
try {
  process.exitCode = await run(words);
} catch (error) {
  complain(error, words.includes('--json'));
  // A connection that is still tried would keep the process.
  process.exit(exitOf(error));
}
