/** What `npm start` makes up once and keeps: the secret that signs sessions, and the first account's name and password. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOCAL } from './stack.ts';

export interface Secrets {
  jwtSecret: string;
  email: string;
  password: string;
}

/** Readable by the owner alone. */
export function writePrivate(name: string, value: unknown): void {
  mkdirSync(LOCAL, { recursive: true });
  writeFileSync(join(LOCAL, name), `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
}

export function secrets(): Secrets {
  try {
    return JSON.parse(readFileSync(join(LOCAL, 'secrets.json'), 'utf8')) as Secrets;
  } catch {
    const made = {
      jwtSecret: randomBytes(32).toString('hex'),
      email: `developer-${randomBytes(3).toString('hex')}@example.org`,
      password: randomBytes(12).toString('base64url'),
    };
    writePrivate('secrets.json', made);
    return made;
  }
}
