/** A drill's verdict in words; a broken promise ends the drill as failed. */
import type { Verdict } from './checker.ts';
import type { Promised } from './load.ts';

const SHOWN = 10;

export function report(title: string, { refused }: Promised, { emails, events, broken }: Verdict): void {
  const answers = [...refused].map(([status, count]) => `${status || 'no connection'} × ${count}`).join(', ') || 'none';
  console.log(`${title}: ${emails} sends and ${events} events answered; refused meanwhile: ${answers}; broken promises: ${broken.length}`);
  for (const line of broken.slice(0, SHOWN)) console.log(`  ${line}`);
  if (broken.length > 0) process.exitCode = 1;
}
