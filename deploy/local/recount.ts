/** `npm run recount -- <projectId> [--repair]`: the field catalogue of the running stack against a count of the contacts. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './binaries.mjs';
import { secrets } from './secrets.ts';
import { LOCAL } from './stack.ts';
import { readState } from './state.ts';

const env = { JWT_SECRET: secrets().jwtSecret, ...process.env, ...readState(LOCAL).urls };
const child = spawn(process.execPath, [join(ROOT, 'services/contacts/fields/recount.ts'), ...process.argv.slice(2)], {
  cwd: ROOT,
  env,
  stdio: 'inherit',
});
child.on('close', (code) => process.exit(code ?? 1));
