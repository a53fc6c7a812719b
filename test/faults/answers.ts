/** A request that has to work. */
import * as assert from 'uvu/assert';
import type { Answer } from '#test/client.ts';

/** The body of a success; anything else ends the test and is shown. */
export function ok({ status, text, body }: Answer): any {
  assert.ok(status < 300, `${status} ${text.slice(0, 500)}`);
  return body;
}
