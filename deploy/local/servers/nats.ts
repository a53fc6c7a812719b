import { ask } from './socket.ts';
import type { Server } from './server.ts';

export const nats: Server = {
  name: 'nats',
  variable: 'NATS_URL',
  preferredPort: 4822,
  args: (port, dataDir) => ['-js', '-sd', dataDir, '-a', '127.0.0.1', '-p', String(port)],
  version: { args: ['--version'], pattern: /v?(\d+\.\d+\.\d+)/ },
  url: (port) => `nats://127.0.0.1:${port}`,
  async ready(port) {
    const greeting = await ask(port, '');
    if (!greeting.startsWith('INFO') || !greeting.includes('"jetstream":true')) throw new Error('JetStream is not ready');
  },
  patience: 15_000,
};
