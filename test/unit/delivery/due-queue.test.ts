import { setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { DueQueue } from '#services/delivery/dispatch/due-queue.ts';
import type { Due, DueLook } from '#services/delivery/domain/email.ts';

const queue = suite('queue');

/** A ledger of PENDING rows by class and project; counts what it is asked. */
function ledgerOf(backlog: Record<number, Record<string, number>>) {
  const rows = new Map(
    Object.entries(backlog).map(([priority, projects]) => [
      Number(priority),
      new Map(
        Object.entries(projects).map(([projectId, count]) => [
          projectId,
          Array.from({ length: count }, (_, n): Due => ({ _id: `${priority}/${projectId}/${n}`, projectId, priority: Number(priority) })),
        ]),
      ),
    ]),
  );
  const asked = { projects: 0, ids: 0 };
  return {
    asked,
    claim(taken: readonly Due[]) {
      for (const { _id, priority, projectId } of taken) {
        const own = rows.get(priority)!.get(projectId)!;
        own.splice(
          own.findIndex((row) => row._id === _id),
          1,
        );
      }
    },
    async projectsDue(priority: number) {
      asked.projects += 1;
      return [...(rows.get(priority) ?? [])].filter(([, own]) => own.length > 0).map(([projectId]) => projectId);
    },
    async due({ priority, projectIds, limit }: DueLook) {
      asked.ids += 1;
      return [...projectIds]
        .sort()
        .flatMap((projectId) => rows.get(priority)?.get(projectId) ?? [])
        .slice(0, limit);
    },
  };
}

function clocked() {
  let ms = 1_000_000;
  return { clock: () => new Date(ms), pass: (more: number) => void (ms += more) };
}

/** Takes everything by rounds of `room`; answers it in order. */
async function drain(one: DueQueue, ledger: ReturnType<typeof ledgerOf>, pass: (ms: number) => void, room: number): Promise<Due[]> {
  const all: Due[] = [];
  for (let idle = 0; idle < 3;) {
    await one.refresh();
    const taken = one.take(room, room);
    ledger.claim(taken);
    all.push(...taken);
    idle = taken.length === 0 ? idle + 1 : 0;
    pass(taken.length === 0 ? 600 : 10);
  }
  return all;
}

queue('every row of every project is met once', async () => {
  const ledger = ledgerOf({ 1: { a: 3, b: 1_500 }, 5: { c: 900 }, 10: { a: 1_000, d: 1_000, e: 7 } });
  const { clock, pass } = clocked();
  const all = await drain(new DueQueue(ledger, clock, () => 0.5), ledger, pass, 100);
  assert.is(all.length, 4_410);
  assert.is(new Set(all.map(({ _id }) => _id)).size, 4_410);
});

queue('a backlog does not hold up the other project, nor bulk the urgent', async () => {
  const ledger = ledgerOf({ 1: { z: 20 }, 10: { a: 5_000, b: 5_000 } });
  const { clock, pass } = clocked();
  const all = await drain(new DueQueue(ledger, clock, () => 0), ledger, pass, 100);
  const urgent = all.map(({ priority }, index) => (priority === 1 ? index : -1)).filter((index) => index >= 0);
  assert.ok(urgent.at(-1)! < 30, `the last urgent one was number ${urgent.at(-1)}`);
  const half = all.slice(1_000, 5_000).filter(({ projectId }) => projectId === 'a').length;
  assert.ok(Math.abs(half - 2_000) <= 400, `a had ${half} of 4,000`);
});

queue('10,000 projects of one mail each: few queries', async () => {
  const ledger = ledgerOf({ 10: Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`p${n}`, 1])) });
  const { clock, pass } = clocked();
  const all = await drain(new DueQueue(ledger, clock, () => 0), ledger, pass, 100);
  assert.is(all.length, 10_000);
  assert.ok(ledger.asked.ids < 200, `${ledger.asked.ids} queries for ids`);
});

queue('hints leave without a look; rows nobody hinted at leave all the same', async () => {
  const ledger = ledgerOf({ 1: { a: 5 } });
  const { clock, pass } = clocked();
  const one = new DueQueue(ledger, clock, () => 0);
  const met = new Set<string>();
  for (let n = 0; n < 400 && met.size < 5; n += 1) {
    // More hints than are taken, all the time.
    one.hint([
      { _id: `new ${n}`, projectId: 'a', priority: 1 },
      { _id: `newer ${n}`, projectId: 'a', priority: 1 },
    ]);
    await one.refresh();
    for (const { _id } of one.take(1, 1)) if (!_id.startsWith('new')) met.add(_id);
    pass(20);
  }
  assert.is(met.size, 5);
});

queue('what is not urgent has a limit of its own', async () => {
  const { clock } = clocked();
  const one = new DueQueue(ledgerOf({}), clock, () => 0);
  for (const priority of [1, 10]) one.hint(Array.from({ length: 50 }, (_, n) => ({ _id: `${priority} ${n}`, projectId: 'a', priority })));
  assert.equal(one.waiting(1_000), { urgent: 50, other: 50 });
  const taken = one.take(100, 2);
  assert.equal([taken.length, taken.filter(({ priority }) => priority === 10).length], [52, 2]);
  assert.is(one.idle, false);
});

queue('held rows are known from hints alone: however many, and until they are dropped', async () => {
  const ledger = ledgerOf({});
  const { clock } = clocked();
  const one = new DueQueue(ledger, clock, () => 0.5);
  const held = Array.from({ length: 5_000 }, (_, n): Due => ({ _id: `h${n}`, projectId: 'a', priority: 10 }));
  one.hint(held, Infinity);
  const taken = one.take(100, 100);
  one.restore(taken);
  one.drop(held.slice(200, 4_900));
  await one.refresh();
  const rest = one.take(10_000, 10_000);
  assert.equal(rest.map(({ _id }) => _id).sort(), [...held.slice(0, 200), ...held.slice(4_900)].map(({ _id }) => _id).sort());
  one.hint(held.slice(0, 3));
  one.drop(held.slice(0, 3));
  assert.equal(one.take(10, 10), []);
  assert.ok(one.idle);
});

queue('a look that takes long is followed by the next within two seconds', async () => {
  const ledger = ledgerOf({ 10: {} });
  const { clock, pass } = clocked();
  const slow = {
    ...ledger,
    async projectsDue(priority: number) {
      await sleep(300);
      return await ledger.projectsDue(priority);
    },
  };
  const one = new DueQueue(slow, clock, () => 0);
  await one.refresh();
  const { projects } = ledger.asked;
  pass(1_000);
  await one.refresh();
  assert.is(ledger.asked.projects, projects, 'it is to take a tenth of the time');
  pass(1_000);
  await one.refresh();
  assert.is(ledger.asked.projects, 2 * projects);
});

queue.run();
