/** The scripted name server in a process of its own, so that it takes no time of what asks it. Run by `name-server`. */
import { startNameServer } from '#test/name-server.ts';
import type { ZoneRecord } from './name-server.ts';

const server = await startNameServer();
server.delayMs = Number(process.argv[2]);

process.on('message', (message: ZoneRecord[] | 'asked') => {
  if (message !== 'asked') for (const [name, type, data] of message) server.add(name, type, data);
  process.send!({ asked: server.asked.length });
});
process.on('disconnect', () => process.exit());
process.send!({ address: server.address });
