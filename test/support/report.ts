/** The verdict on what was promised during a drill, among its findings. */
import type { Verdict } from './checker.ts';
import type { Findings } from './findings.ts';
import type { Promised } from './load.ts';

const SHOWN = 10;

export function reportVerdict(findings: Findings, drill: string, { refused }: Promised, verdict: Verdict): void {
  findings.row('What was answered, and what became of it', {
    drill,
    'sends answered': verdict.emails,
    'events answered': verdict.events,
    'refused meanwhile': [...refused].map(([status, count]) => `${status || 'no connection'} × ${count}`).join(', ') || 'none',
    lost: verdict.lost.length,
    repeated: verdict.repeated.length,
  });
  findings.expect(`${drill}: broken promises`, verdict.broken.length, 0);
  for (const line of verdict.broken.slice(0, SHOWN)) console.log(`    ${line}`);
}
