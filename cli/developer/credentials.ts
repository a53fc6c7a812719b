/** Whom a developer's command asks, and with which key: options, the environment, or what `posthorn login` keeps in a file. */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { createPosthorn } from '../../clients/typescript/src/posthorn.ts';
import type { Posthorn } from '../../clients/typescript/src/posthorn.ts';
import { UsageError } from '../command.ts';
import type { Given, Option } from '../command.ts';

/** What every developer's command takes beside its own options. */
export const CONNECTION: Readonly<Record<string, Option>> = {
  url: { type: 'string', value: 'URL', summary: 'the API; POSTHORN_URL, else that of the login' },
};

export interface Credentials {
  url: string;
  key: string;
}

type Asked = Pick<Given, 'options' | 'env'>;

/** `posthorn/credentials.json` in the folder of configurations (XDG). */
export const credentialsFile = (env: NodeJS.ProcessEnv): string =>
  join(env['XDG_CONFIG_HOME'] || join(env['HOME'] || homedir(), '.config'), 'posthorn/credentials.json');

/** Readable by the person alone, whatever the file was before. */
export function keepCredentials(env: NodeJS.ProcessEnv, credentials: Credentials): string {
  const file = credentialsFile(env);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);
  return file;
}

function keptIn(env: NodeJS.ProcessEnv): Partial<Credentials> {
  try {
    return JSON.parse(readFileSync(credentialsFile(env), 'utf8')) as Credentials;
  } catch {
    return {};
  }
}

/** Throws UsageError when nobody said whom to ask. */
export function credentialsOf({ options, env }: Asked): Credentials {
  const kept = keptIn(env);
  const given = options['url'] as string | undefined;
  const url = given ?? (env['POSTHORN_URL'] || kept.url);
  // A kept key is for the address it was kept with and no other.
  const key = env['POSTHORN_API_KEY'] || (url === kept.url ? kept.key : undefined);
  if (!url || !key) throw new UsageError('Not logged in: posthorn login --url URL, or POSTHORN_URL and POSTHORN_API_KEY');
  return { url, key };
}

export function clientOf(asked: Asked): Posthorn {
  const { url, key } = credentialsOf(asked);
  return createPosthorn({ baseUrl: url, secretKey: key });
}
