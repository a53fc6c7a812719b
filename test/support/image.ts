/** What the image holds, in a folder: the paths that the Dockerfile copies. */
import { cpSync, mkdtempSync, readFileSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const copiedPaths = (): string[] =>
  [...readFileSync('deploy/Dockerfile', 'utf8').matchAll(/^COPY (?!--from|package-lock)(\S+) \1$/gm)].map(([, path]) => path!);

/** Its packages are this checkout's. The caller removes it. */
export function imageTree(): string {
  const dir = mkdtempSync(join(tmpdir(), 'posthorn-image-'));
  for (const path of copiedPaths()) cpSync(path, join(dir, path), { recursive: true });
  symlinkSync(join(process.cwd(), 'node_modules'), join(dir, 'node_modules'));
  return dir;
}
