/** A drill's single checks: told as they are made; one that does not hold ends the drill as failed. */
export function expect(what: string, found: unknown, expected: unknown): void {
  const same = JSON.stringify(found) === JSON.stringify(expected);
  console.log(`${same ? 'ok  ' : 'FAIL'} ${what}: ${JSON.stringify(found)}${same ? '' : `, expected ${JSON.stringify(expected)}`}`);
  if (!same) process.exitCode = 1;
}
