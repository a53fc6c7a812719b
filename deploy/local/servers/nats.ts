/** NATS with JetStream as the stack runs it, and its users when each service has one of its own. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../binaries.mjs';
import { ask } from './socket.ts';
import type { Server } from './server.ts';

/** Whoever names no user may do everything, as in a process that runs every service. */
const EVERYTHING = 'posthorn';
/** Keeps nobody out of a server of this machine: permissions are what is tried here. */
export const NATS_PASSWORD = 'local';

/** The users of production, for any namespace. */
function writeUsers(dataDir: string): string {
  const users = readFileSync(join(ROOT, 'charts/platform/files/nats-users.conf'), 'utf8')
    .replaceAll('MOL-$namespace.', '*.')
    .replaceAll(/\$NATS_PASSWORD_\w+/g, NATS_PASSWORD);
  const file = join(dataDir, 'users.conf');
  writeFileSync(file, `${users}no_auth_user: ${EVERYTHING}\n`);
  return file;
}

export const nats: Server = {
  name: 'nats',
  variable: 'NATS_URL',
  preferredPort: 4822,
  args: (port, dataDir) => ['-c', writeUsers(dataDir), '-js', '-sd', dataDir, '-a', '127.0.0.1', '-p', String(port)],
  version: { args: ['--version'], pattern: /(\d{1,6}\.\d{1,6}\.\d{1,6})/ },
  url: (port) => `nats://127.0.0.1:${port}`,
  async ready(port) {
    const greeting = await ask(port, '');
    if (!greeting.startsWith('INFO') || !greeting.includes('"jetstream":true')) throw new Error('JetStream is not ready');
  },
  graceMs: 15_000,
};
