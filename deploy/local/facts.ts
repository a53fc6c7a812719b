/** `npm run facts -- list | replay <sequence|all> | republish --since <time|duration>`: facts of the running stack. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { stores } from '#kit/config/stores.ts';
import type { Setting } from '#kit/config/concern.ts';
import { ROOT } from './binaries.mjs';
import { LOCAL } from './stack.ts';
import { readState } from './state.ts';

const settings: Readonly<Record<string, Setting>> = stores.settings;
// A configured address, under any of its names, wins over the running stack's.
const isConfigured = (name: string): boolean => [name, ...(settings[name]?.aliases ?? [])].some((key) => process.env[key]);
const urls = Object.entries(readState(LOCAL).urls).filter(([name]) => !isConfigured(name));
const env = { ...process.env, ...Object.fromEntries(urls) };
const child = spawn(process.execPath, [join(ROOT, 'services/host/facts-command.ts'), ...process.argv.slice(2)], {
  cwd: ROOT,
  env,
  stdio: 'inherit',
});
child.on('close', (code) => process.exit(code ?? 1));
