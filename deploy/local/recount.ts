/**
 * `npm run recount -- [analytics] <projectId> [--repair]`: what services of the running stack keep counted against a count of everything;
 * with `analytics` the counts of events alone.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './binaries.mjs';
import { secrets } from './secrets.ts';
import { LOCAL } from './stack.ts';
import { readState } from './state.ts';

const env = { JWT_SECRET: secrets().jwtSecret, ...process.env, ...readState(LOCAL).urls };
const [first, ...rest] = process.argv.slice(2);
const isAnalytics = first === 'analytics';
const args = isAnalytics ? rest : process.argv.slice(2);
const child = spawn(process.execPath, [join(ROOT, 'services/recount.ts'), ...args], {
  cwd: ROOT,
  env: { ...env, ...(isAnalytics ? { SERVICES: 'events' } : {}) },
  stdio: 'inherit',
});
child.on('close', (code) => process.exit(code ?? 1));
