/** Another release of the code: a copy of this tree with a change of the workflow of executions. */
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '#local/binaries.mjs';

const COPIED = ['services', 'temporal', 'proto', 'package.json'];
const WORKFLOW = 'temporal/workflows/execution.ts';
/** Where the changes go in. */
const BEFORE = '    const seen = wakes;\n';

/** Learns something that no execution asks for yet: what the rule of temporal/README.md allows. */
export const LEARNS = `    if ('restsFirst' in input) await condition(() => false, 1);\n`;
/** Takes another step than histories hold: what the rule forbids. */
export const BREAKS = `    await condition(() => false, 1);\n`;

/** Answers the root of the copy. */
export function releaseWith(change: string, dir: string): string {
  mkdirSync(dir, { recursive: true });
  for (const name of COPIED) cpSync(join(ROOT, name), join(dir, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(dir, 'node_modules'));
  const code = readFileSync(join(dir, WORKFLOW), 'utf8');
  if (!code.includes(BEFORE)) throw new Error(`${WORKFLOW} has no place for the change`);
  writeFileSync(join(dir, WORKFLOW), code.replace(BEFORE, change + BEFORE));
  return dir;
}
