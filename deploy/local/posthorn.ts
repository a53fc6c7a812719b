/**
 * `npm run posthorn -- <command>`, and the other `npm run` forms of it: the command at the running stack. What the environment says of
 * addresses and tokens is not changed; what it leaves open is filled in from the stack.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { stores } from '#kit/config/stores.ts';
import type { Setting } from '#kit/config/concern.ts';
import { ROOT } from './binaries.mjs';
import { secrets } from './secrets.ts';
import { LOCAL } from './stack.ts';
import { readState } from './state.ts';

const settings: Readonly<Record<string, Setting>> = stores.settings;
const { urls, grpc } = readState(LOCAL);
// A configured address, under any of its names, wins over the running stack's.
const isGiven = (name: string): boolean => [name, ...(settings[name]?.aliases ?? [])].some((key) => process.env[key]);
const ofStack = { JWT_SECRET: secrets().jwtSecret, ...(grpc ? { POSTHORN_GRPC: grpc } : {}), ...urls };
const missing = Object.entries(ofStack).filter(([name]) => !isGiven(name));
const child = spawn(process.execPath, [join(ROOT, 'cli/main.ts'), ...process.argv.slice(2)], {
  env: { ...process.env, ...Object.fromEntries(missing) },
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
child.on('close', (code) => process.exit(code ?? 1));
