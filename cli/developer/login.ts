/** `posthorn login`: keeps the address and the key of a project, once they were tried. */
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { text } from 'node:stream/consumers';
import { createPosthorn } from '../../clients/typescript/src/posthorn.ts';
import { UsageError } from '../command.ts';
import type { Command, Given } from '../command.ts';
import { CONNECTION, keepCredentials } from './credentials.ts';

/** From a file, the environment, a pipe, or typed unseen; never from the command line, which others on the machine can read. */
async function keyOf({ options, env }: Given): Promise<string> {
  const file = options['key-file'] as string | undefined;
  if (file) return readFileSync(file, 'utf8').trim();
  if (env['POSTHORN_API_KEY']) return env['POSTHORN_API_KEY'];
  if (!process.stdin.isTTY) return (await text(process.stdin)).trim();
  process.stderr.write('Secret key (not shown): ');
  const typed = createInterface({ input: process.stdin, terminal: true });
  const key = await typed.question('');
  typed.close();
  process.stderr.write('\n');
  return key.trim();
}

export const login: Command = {
  name: 'login',
  operands: [],
  summary: 'keeps the address and the secret key of a project, readable by you alone; the key is asked for, or read from a pipe',
  options: {
    ...CONNECTION,
    'key-file': { type: 'string', value: 'FILE', summary: 'where the key is; POSTHORN_API_KEY' },
  },
  async run(given) {
    const url = (given.options['url'] as string | undefined) ?? given.env['POSTHORN_URL'];
    if (!url || !URL.canParse(url)) throw new UsageError('--url: the address of the API, for instance --url http://127.0.0.1:8080');
    const key = await keyOf(given);
    if (!key) throw new UsageError('No secret key was given: type it, pipe it in, or name a file with --key-file');
    await createPosthorn({ baseUrl: url, secretKey: key }).contacts.list({ limit: 1 });
    const file = keepCredentials(given.env, { url, key });
    given.print({ url, file }, [`Logged in at ${url}; kept in ${file}`]);
  },
};
