#!/usr/bin/env node
/**
 * The command `posthorn`: for developers by HTTP with a project's key (cli/README.md), for whoever runs the platform by gRPC
 * (docs/operations.md).
 */
import { RefusedError, UnreachableError } from '../clients/typescript/src/posthorn.ts';
import { ConfigError } from '#kit/config/config.ts';
import { Fault } from '#kit/errors.ts';
import { commandOf, EXIT, helpOf, readLine, UsageError } from './command.ts';
import type { Command, Given } from './command.ts';
import { createCompletion } from './completion.ts';
import { DEVELOPER_COMMANDS } from './developer/commands.ts';
import { login } from './developer/login.ts';
import { mcp } from './mcp/command.ts';
import { FACTS_COMMANDS } from './operator/dead-letters.ts';
import { PROJECT_COMMANDS } from './operator/projects.ts';
import { why } from './operator/why.ts';

const OPERATOR: readonly Command[] = [why, ...PROJECT_COMMANDS, ...FACTS_COMMANDS];
const COMMANDS: readonly Command[] = [login, ...DEVELOPER_COMMANDS, mcp, ...OPERATOR, createCompletion(() => COMMANDS)];

const say = (lines: readonly string[]): void => void process.stdout.write(lines.map((line) => `${line}\n`).join(''));

function exitOf(error: unknown): number {
  if (error instanceof UsageError || error instanceof ConfigError) return EXIT.usage;
  if (error instanceof UnreachableError) return EXIT.unreachable;
  const status = error instanceof Fault || error instanceof RefusedError ? error.status : 0;
  if (status === 401 || status === 403) return EXIT.refused;
  return status === 503 || status === 504 ? EXIT.unreachable : EXIT.failed;
}

async function run(words: string[]): Promise<number> {
  const command = commandOf(words, COMMANDS);
  if (!command) {
    const isAsked = words.length === 0 || words[0] === 'help' || words[0] === '--help';
    if (isAsked) say(helpOf(COMMANDS));
    else console.error(`posthorn: no command ${words.slice(0, 2).join(' ')}; posthorn --help lists them`);
    return isAsked ? EXIT.done : EXIT.usage;
  }
  const line = readLine(command, words.slice(command.name.split(' ').length));
  if (line.options['help'] === true) {
    say(helpOf(COMMANDS, command));
    return EXIT.done;
  }
  const print: Given['print'] = (value, lines) => say(line.options['json'] === true ? [JSON.stringify(value, null, 2)] : lines);
  return (await command.run({ ...line, env: process.env, print })) ?? EXIT.done;
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  console.error(`posthorn: ${(error as Error).message}`);
  // A connection that is still tried would keep the process.
  process.exit(exitOf(error));
}
