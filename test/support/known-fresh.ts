/** Skips work whose input has not changed since it last passed: keeps the hash of the content in `.local/cache`. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '#local/binaries.mjs';

/** Checks, unless the last check under that name passed with the same key. @param key hash of everything that the check depends on */
export async function unlessKnownFresh(name: string, key: string, check: () => Promise<void> | void): Promise<void> {
  const file = join(ROOT, '.local/cache', name);
  if (existsSync(file) && readFileSync(file, 'utf8') === key) return;
  await check();
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, key);
}
