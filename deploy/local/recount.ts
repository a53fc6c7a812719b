/** `npm run recount -- <projectId> [--repair]`: what services of the running stack keep counted against a count of everything. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './binaries.mjs';
import { secrets } from './secrets.ts';
import { LOCAL } from './stack.ts';
import { readState } from './state.ts';

const env = { JWT_SECRET: secrets().jwtSecret, ...process.env, ...readState(LOCAL).urls };
const child = spawn(process.execPath, [join(ROOT, 'services/recount.ts'), ...process.argv.slice(2)], {
  cwd: ROOT,
  env,
  stdio: 'inherit',
});
child.on('close', (code) => process.exit(code ?? 1));
