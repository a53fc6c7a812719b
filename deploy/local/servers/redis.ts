/** Redis as the stack runs it (Valkey, from the package that brings it). */
import { ask } from './socket.ts';
import type { Server } from './server.ts';

export const redis: Server = {
  name: 'redis',
  variable: 'REDIS_URL',
  preferredPort: 6879,
  args: (port, dataDir) => ['--port', String(port), '--bind', '127.0.0.1', '--dir', dataDir, '--appendonly', 'yes', '--save', ''],
  version: { args: ['--version'], pattern: /v=(\d+\.\d+\.\d+)/ },
  url: (port) => `redis://127.0.0.1:${port}`,
  async ready(port) {
    // While it loads its log it answers -LOADING.
    const answer = await ask(port, 'PING\r\n');
    if (!answer.startsWith('+PONG')) throw new Error(answer.trim());
  },
  graceMs: 15_000,
};
