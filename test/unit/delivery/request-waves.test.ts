/** Requests of a project enter together where many are under way, and none waits long. */
import { setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createWaves } from '#services/delivery/accept/request-coalescing.ts';

const test = suite('waves of requests');

/** Begun works in order, each ended by its own call. */
function works(waves = createWaves()) {
  const begun: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const enter = (name: string, projectId = 'p'): Promise<string> =>
    waves(projectId, () => {
      begun.push(name);
      return new Promise((resolve, reject) => ends.set(name, (error) => (error ? reject(error) : resolve(name))));
    });
  return { begun, enter, end: (name: string, error?: Error) => ends.get(name)!(error) };
}

test('few wait for nobody', () => {
  const { begun, enter } = works();
  for (const name of ['a', 'b', 'c', 'd']) void enter(name);
  assert.equal(begun, ['a', 'b', 'c', 'd']);
});

test('others wait until one of the few has ended, then enter at once', async () => {
  const { begun, enter, end } = works();
  const all = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => enter(name));
  assert.is(begun.length, 4);
  end('a');
  assert.is(await all[0]!, 'a');
  await sleep(0);
  assert.equal(begun.slice(4), ['e', 'f', 'g']);
  void enter('h');
  for (const name of ['b', 'c']) end(name);
  await sleep(0);
  assert.is(begun.length, 7, 'four are under way');
  end('d');
  await sleep(0);
  assert.equal(begun.slice(7), ['h']);
});

test('nobody waits for what takes its time', async () => {
  const { begun, enter } = works();
  for (const name of ['a', 'b', 'c', 'd', 'e']) void enter(name);
  const waited = performance.now();
  while (begun.length < 5) await sleep(2);
  assert.ok(performance.now() - waited >= 30, 'it waited for the others first');
});

test('what fails makes room as well, and says so to its caller alone', async () => {
  const { begun, enter, end } = works();
  const all = ['a', 'b', 'c', 'd', 'e'].map((name) => enter(name));
  end('a', new Error('refused'));
  const error = await all[0]!.catch((one: unknown) => one);
  assert.is((error as Error).message, 'refused');
  await sleep(0);
  assert.equal(begun.slice(4), ['e']);
  end('e');
  assert.is(await all[4]!, 'e');
});

test('no project waits for another', () => {
  const { begun, enter } = works();
  for (const name of ['a', 'b', 'c', 'd', 'e']) void enter(name);
  void enter('other', 'q');
  assert.equal(begun, ['a', 'b', 'c', 'd', 'other']);
});

test.run();
