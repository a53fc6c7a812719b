/** Ports that several processes take at the same time. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { freePort, releasePorts } from '#local/ports.ts';

const test = suite('ports');
const PROCESSES = 3;
/** More than a block has. With ports at random three processes would mostly meet. */
const EACH = 150;
const TAKE = `
import { freePort } from ${JSON.stringify(new URL('../../../deploy/local/ports.ts', import.meta.url).href)};
console.log(JSON.stringify(await Promise.all(Array.from({ length: ${EACH} }, () => freePort()))));
// Until all have theirs.
setTimeout(() => undefined, 1_000);`;

test('processes that take ports at once share none', async () => {
  const take = async (): Promise<number[]> =>
    JSON.parse((await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', TAKE])).stdout);
  const all = (await Promise.all(Array.from({ length: PROCESSES }, take))).flat();
  assert.is(new Set(all).size, PROCESSES * EACH);
});

test('a port is given out again when it is released, a preferred one gives way to the next', async () => {
  const [one, other] = await Promise.all([freePort(), freePort()]);
  assert.is.not(one, other);
  releasePorts(one);
  assert.is(await freePort(one), one);
  assert.ok((await freePort(one)) > one);
});

test.run();
