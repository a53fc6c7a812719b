/** Puts generated charts in place. Links are made anew; files of services that went stay for a person to remove (a test names them). */
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ChartFiles } from './charts.ts';

export function writeCharts(dir: string, files: ChartFiles): void {
  for (const [name, file] of files) {
    const path = join(dir, name);
    mkdirSync(dirname(path), { recursive: true });
    if ('text' in file) writeFileSync(path, file.text);
    else {
      rmSync(path, { force: true });
      symlinkSync(file.link, path);
    }
  }
}
