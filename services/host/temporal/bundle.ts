/** The workflows' bundle. Making it takes seconds, so it is kept on disk under the hash of what it was made from. */
import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Log } from '#kit/telemetry/log.ts';

const SOURCES = fileURLToPath(new URL('../../../temporal/workflows', import.meta.url));
export const WORKFLOWS = join(SOURCES, 'all.ts');
export const INTERCEPTORS = [join(SOURCES, 'trace-context.ts')];
const NAME = /^workflows-[0-9a-f]{16}\.js$/;

/** Everything a workflow may import: its own folder, and pure domain code. */
const HASHED = [SOURCES, fileURLToPath(new URL('../..', import.meta.url))];

const MAKER = fileURLToPath(new URL('bundle-process.ts', import.meta.url));
/** Bytes. */
const CODE_MAX = 64 * 1_048_576;

/** Where bundles are kept unless a caller says otherwise: `.local/cache` of the project. */
export const BUNDLE_CACHE = fileURLToPath(new URL('../../../.local/cache', import.meta.url));

async function sourceFiles(): Promise<string[]> {
  const [workflows, services] = await Promise.all(
    HASHED.map(async (folder) => {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile() && entry.name.endsWith('.ts')).map((entry) => join(entry.parentPath, entry.name));
    }),
  );
  return [...workflows!, ...services!.filter((file) => file.includes('/domain/') || file.endsWith('/kit/errors.ts'))].toSorted();
}

async function sourcesHash(): Promise<string> {
  const hash = createHash('sha256');
  const { version } = createRequire(import.meta.url)('@temporalio/workflow/package.json') as { version: string };
  hash.update(version).update('shared modules, ASCII, no sources');
  for (const file of await sourceFiles())
    hash
      .update(relative(SOURCES, file))
      .update('\0')
      .update(await readFile(file))
      .update('\0');
  return hash.digest('hex').slice(0, 16);
}

async function keep(cache: string, name: string, code: string): Promise<void> {
  await mkdir(cache, { recursive: true });
  // Written aside and renamed: a process that starts beside this one never reads half a bundle.
  const aside = join(cache, `${name}.${randomUUID()}`);
  await writeFile(aside, code);
  await rename(aside, join(cache, name));
  const old = (await readdir(cache)).filter((other) => NAME.test(other) && other !== name);
  await Promise.all(old.map((other) => rm(join(cache, other), { force: true })));
}

/** A single character beyond makes each of the copies in memory twice as long; outside comments they stand in texts. */
const inAscii = (code: string): string => code.replace(/[^\0-\x7f]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The code of the workflows as they are now: from `cache`, or made and put there. */
export async function workflowBundle(log: Log, cache: string = BUNDLE_CACHE): Promise<string> {
  const name = `workflows-${await sourcesHash()}.js`;
  const kept = await readFile(join(cache, name), 'utf8').catch(() => undefined);
  if (kept !== undefined) return kept;
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [MAKER], { maxBuffer: CODE_MAX });
  if (stderr !== '') log.warn(stderr);
  const code = inAscii(stdout);
  // A file system that cannot be written (a container's) costs the next start a second, nothing more.
  await keep(cache, name, code).catch((error: Error) => log.info({ error: error.message }, 'the workflow bundle is not kept'));
  return code;
}
