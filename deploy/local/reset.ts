/** `npm run reset`: stops what runs in this clone and removes all it keeps, but for the installed servers. */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { endLauncher } from './launcher.ts';
import { LOCAL, stopLeftovers } from './stack.ts';

const KEPT = new Set(['servers', 'debian', 'cache']);
const say = (line: string): void => console.log(`  ${line}`);

console.log('Posthorn: removing all local data');
await endLauncher(say);
await stopLeftovers(LOCAL, { log: say });
for (const name of readdirSync(LOCAL, { withFileTypes: true }).map((entry) => entry.name)) {
  // A test run that is at work removes its own folder.
  if (!KEPT.has(name) && !name.startsWith('test-')) rmSync(join(LOCAL, name), { recursive: true, force: true });
}
say('removed; the installed servers stay in .local/servers');
