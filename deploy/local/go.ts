/** Servers that are written in Go and that no other registry has, for tests and drills: the machine's own, else built below .local/go. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './binaries.mjs';
import { locked } from './lock.mjs';
import { isExecutable, pathFolders, run } from './tool.ts';

const PROGRAMS = {
  /** A server of the protocol of S3 over a folder. */
  versitygw: { module: 'github.com/versity/versitygw/cmd/versitygw@v1.8.0', binary: 'versitygw' },
  /** Temporal as production runs it, and what makes its tables; the version that `temporal server start-dev` holds. */
  'temporal-server': { module: 'go.temporal.io/server/cmd/server@v1.32.0', binary: 'server' },
  'temporal-sql-tool': { module: 'go.temporal.io/server/cmd/tools/sql@v1.32.0', binary: 'sql' },
} as const;

export type GoProgram = keyof typeof PROGRAMS;

const FOLDER = join(ROOT, '.local/go');

function known(name: GoProgram): string | undefined {
  const installed = pathFolders().map((folder) => join(folder, name));
  return [...installed, join(FOLDER, 'bin', PROGRAMS[name].binary)].find(isExecutable);
}

/** Where the program is; the first time it is built, which takes minutes. Throws, in words for a developer, when it cannot be had. */
export async function goProgram(name: GoProgram): Promise<string> {
  const found = known(name);
  if (found) return found;
  mkdirSync(join(FOLDER, 'bin'), { recursive: true });
  const { module } = PROGRAMS[name];
  return await locked(join(FOLDER, 'lock'), 'building of Go programs', async () => {
    const meanwhile = known(name);
    if (meanwhile) return meanwhile;
    console.log(`  building ${name} (${module}) …`);
    const env = { ...process.env, GOBIN: join(FOLDER, 'bin'), CGO_ENABLED: '0' };
    const { ok, output } = await run('go', ['install', module], { env });
    const built = known(name);
    if (!ok || !built) throw new Error(`${name} is needed and cannot be had here: install Go (https://go.dev) and try again.\n${output}`);
    return built;
  });
}
