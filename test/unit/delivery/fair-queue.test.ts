import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { FairQueue } from '#services/delivery/domain/fair-queue.ts';

const test = suite('fair queue');

const counts = (turns: { priority: number; projectId: string }[], key: 'priority' | 'projectId') => {
  const counted: Record<string, number> = {};
  for (const turn of turns) counted[turn[key]] = (counted[turn[key]] ?? 0) + 1;
  return counted;
};

test('classes share by weight, projects of a class equally', () => {
  const one = new FairQueue();
  for (const priority of [1, 5, 10]) for (const project of ['a', 'b']) one.add(priority, project);
  const turns = Array.from({ length: 210 }, () => one.next()!);
  assert.equal(counts(turns, 'priority'), { 1: 160, 5: 40, 10: 10 });
  assert.equal(counts(turns, 'projectId'), { a: 105, b: 105 });
});

test('a class alone gets everything; one that comes back has saved nothing up', () => {
  const one = new FairQueue();
  one.add(10, 'bulk');
  for (let n = 0; n < 1_000; n += 1) assert.is(one.next()!.priority, 10);
  one.add(1, 'urgent');
  const turns = Array.from({ length: 17 }, () => one.next()!);
  assert.ok(counts(turns, 'priority')[1]! >= 15);
  one.remove(10, 'bulk');
  for (let n = 0; n < 1_000; n += 1) one.next();
  one.add(10, 'bulk');
  assert.ok(
    counts(
      Array.from({ length: 17 }, () => one.next()!),
      'priority',
    )[10]! <= 2,
  );
});

test('nobody waits: nothing; only urgent asked for: only urgent given', () => {
  const one = new FairQueue();
  assert.is(one.next(), undefined);
  one.add(5, 'a');
  assert.is(one.next(true), undefined);
  one.add(1, 'a');
  assert.equal(one.next(true), { priority: 1, projectId: 'a' });
  one.remove(1, 'a');
  one.remove(5, 'a');
  assert.is(one.next(), undefined);
});

const PRIORITIES = [1, 5, 10];
/** What happens to the queues between turns. */
const change = fc.record({
  kind: fc.constantFrom('add', 'remove', 'turns' as const),
  priority: fc.constantFrom(...PRIORITIES),
  project: fc.integer({ min: 0, max: 5 }),
  turns: fc.integer({ min: 1, max: 30 }),
});

test('no queue that waits is passed over for long, whatever comes and goes', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 60 }), (changes) => {
      const one = new FairQueue();
      const waiting = new Map<string, { since: number; most: number }>();
      const key = (priority: number, project: string) => `${priority} ${project}`;
      // While up to 6 projects wait in each class, the lightest class has one place in 21 and a project every sixth of those; twice that,
      // for classes that come and go.
      const BOUND = 2 * 21 * 6;
      let serial = 0;
      for (const { kind, priority, project, turns } of changes) {
        const projectId = `p${project}`;
        if (kind === 'add') {
          one.add(priority, projectId);
          if (!waiting.has(key(priority, projectId))) waiting.set(key(priority, projectId), { since: serial, most: 0 });
        } else if (kind === 'remove') {
          one.remove(priority, projectId);
          waiting.delete(key(priority, projectId));
        } else {
          for (let n = 0; n < turns; n += 1) {
            const turn = one.next();
            assert.is(turn === undefined, waiting.size === 0);
            if (!turn) break;
            serial += 1;
            const held = waiting.get(key(turn.priority, turn.projectId));
            assert.ok(held, 'only who waits gets a turn');
            held.since = serial;
          }
          for (const [name, { since }] of waiting) assert.ok(serial - since <= BOUND, `${name} waited ${serial - since} turns`);
        }
      }
    }),
    { numRuns: 300 },
  );
});

test('projects that wait together in a class never differ by more than one', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 1, max: 500 }),
      fc.subarray(PRIORITIES, { minLength: 1 }),
      (projects, turns, classes) => {
        const one = new FairQueue();
        for (const priority of classes) for (let n = 0; n < projects; n += 1) one.add(priority, `p${n}`);
        const taken = Array.from({ length: turns }, () => one.next()!);
        for (const priority of classes) {
          const own = counts(
            taken.filter((turn) => turn.priority === priority),
            'projectId',
          );
          const each = Array.from({ length: projects }, (_, n) => own[`p${n}`] ?? 0);
          assert.ok(Math.max(...each) - Math.min(...each) <= 1);
        }
      },
    ),
  );
});

test.run();
