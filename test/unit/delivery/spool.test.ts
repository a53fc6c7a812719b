/** What a killed process wrote into its spool is read by another; who lives is left alone. Real files, sockets and SIGKILLs. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openSpool } from '#services/delivery/dispatch/spool.ts';
import { spoolProcess } from '#test/killed-spool.ts';

const dir = await mkdtemp(join(tmpdir(), 'spool-'));
const filesIn = async (): Promise<string[]> => (await readdir(dir)).filter((name) => name.endsWith('.spool'));

const test = suite('spool');

test('how far each attempt was, after SIGKILL and not before', async () => {
  const many = Array.from({ length: 2_000 }, (_, n) => [`many ${n}`] as const);
  const { kill } = await spoolProcess(dir, 'first', [
    ...many,
    ['under way'],
    ['taken', 'accepted'],
    ['arrived', 'delivered'],
    ['refused', 'kept'],
  ]);
  const mine = await openSpool(dir, 'second');
  mine.enter('mine');
  assert.equal(await mine.left(), []);
  await kill();
  const [left, ...others] = await mine.left();
  assert.is(others.length, 0);
  assert.is(left!.owner, 'first');
  assert.equal(['under way', 'taken', 'arrived', 'refused', 'never entered', 'mine', 'many 0', 'many 1999'].map(left!.stateOf), [
    'handed over',
    'accepted',
    'delivered',
    'kept',
    'kept',
    'kept',
    'handed over',
    'handed over',
  ]);
  await left!.remove();
  assert.equal(await mine.left(), []);
  await mine.close();
  assert.equal(await readdir(dir), []);
});

test('of another boot, or cut off at its beginning: nothing is believed and nothing kept', async () => {
  const { kill } = await spoolProcess(dir, 'before', [['a']]);
  await kill();
  const [file] = await filesIn();
  const bytes = await readFile(join(dir, file!));
  await writeFile(join(dir, file!), bytes.toString('latin1').replace(/\n[0-9a-f-]{36}\n/, `\n${crypto.randomUUID()}\n`), 'latin1');
  await writeFile(join(dir, '0123456789abcdef.spool'), 'bef');
  const mine = await openSpool(dir, 'after');
  assert.equal(await mine.left(), []);
  assert.is((await filesIn()).length, 1);
  await mine.close();
});

test('what was left is no longer known, and what takes its place is', async () => {
  const mine = await openSpool(dir, 'reuses');
  mine.enter('gone');
  mine.leave('gone');
  mine.enter('in its place');
  mine.answered('gone', 'accepted');
  const entries = (await readFile(join(dir, (await filesIn())[0]!))).subarray(256, 272);
  assert.is(entries[7]! & 3, 1, 'the second is handed over, in the place of the first');
  assert.ok(entries.subarray(8).every((byte) => byte === 0));
  await mine.close();
});

test('places are used again: the file does not grow with what passes', async () => {
  const mine = await openSpool(dir, 'long');
  const size = async (): Promise<number> => (await readFile(join(dir, (await filesIn())[0]!))).length;
  const before = await size();
  for (let n = 0; n < 20_000; n += 1) {
    mine.enter(`k${n}`);
    mine.answered(`k${n}`, 'delivered');
    mine.leave(`k${n}`);
  }
  assert.is(await size(), before);
  await mine.close();
});

test('a folder that cannot be made is said at once', async () => {
  await writeFile(join(dir, 'file'), '');
  let said = '';
  await openSpool(join(dir, 'file', 'spool'), 'x').catch((error: Error) => (said = error.message));
  assert.match(said, /ENOTDIR/);
});

test.after(() => rm(dir, { recursive: true, force: true }));

test.run();
