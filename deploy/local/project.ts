/** `npm run project -- show|audit|disable|enable <projectId>`: what operators do about a project of the running stack. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './binaries.mjs';
import { secrets } from './secrets.ts';

const env = { JWT_SECRET: secrets().jwtSecret, ...process.env };
const child = spawn(process.execPath, [join(ROOT, 'services/host/project-command.ts'), ...process.argv.slice(2)], {
  cwd: ROOT,
  env,
  stdio: 'inherit',
});
child.on('close', (code) => process.exit(code ?? 1));
