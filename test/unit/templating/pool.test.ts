/** Workers that can be killed. LiquidJS's own limit is set high here: the pool's must do. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { stretched } from '#local/time-scale.ts';
import { rendering } from './rendering.ts';

const ENDLESS = '{% for a in (1..3000) %}{% for b in (1..3000) %}{% for c in (1..3000) %}{% endfor %}{% endfor %}{% endfor %}{{ name }}';
const QUICK = '{% if name %}{{ name | upcase }}{% endif %}';
/** Bounded on the slowest machine: after 1.5 s of work ENDLESS comes to LiquidJS's limit of memory. */
const FOR_EVER = { renderLimitMs: 3_600_000, silenceMs: Math.min(stretched(250), 800) };

const test = suite('render pool');

test('an endless render ends, without its tags, and its worker is replaced', async () => {
  const { one, pool, lost, ways } = rendering({ ...FOR_EVER, size: 1 });
  await one(QUICK);
  const begin = performance.now();
  const text = await one(ENDLESS, { name: 'Bob' });
  assert.ok(performance.now() - begin < stretched(5_000));
  assert.ok(text.startsWith('{% for a in') && text.endsWith('{% endfor %}Bob'));
  assert.equal(lost, ['silent']);
  assert.is(await one(QUICK, { name: 'a' }), 'A');
  assert.equal(ways, { plain: 0, worker: 2, fallback: 1 });
  await pool.stop();
});

test('another render is not delayed by it', async () => {
  const { one, pool } = rendering({ ...FOR_EVER, silenceMs: stretched(10_000), size: 2 });
  await Promise.all([one(QUICK), one(QUICK)]);
  const endless = one(ENDLESS, { name: 'Bob' });
  let ended = false;
  void endless.then(() => (ended = true));
  for (let i = 0; i < 20; i++) assert.is(await one(QUICK, { name: 'a' }), 'A');
  assert.not(ended);
  await pool.stop();
  await endless;
});

/** Twelve slow renders of one project, and twenty quick ones of another beside them. Times in ms, CPU that of this process. */
async function besideSlow(limit: number): Promise<{ ended: number; elapsed: number; cpu: number }> {
  const { one, pool } = rendering({ size: 2, renderLimitMs: limit, silenceMs: limit + stretched(1_000) });
  await Promise.all([one(QUICK), one(QUICK)]);
  const [begun, from] = [performance.now(), process.cpuUsage()];
  // Different texts: none of them hits its limit often enough to be given up.
  const hostile = Array.from({ length: 12 }, (_, i) => one(`${ENDLESS}${i}`, { name: 'Bob' }, 'hostile'));
  let ended = 0;
  for (const each of hostile) void each.then(() => (ended += 1));
  for (let i = 0; i < 20; i++) assert.is(await one(QUICK, { name: 'a' }, 'neighbour'), 'A');
  const { user, system } = process.cpuUsage(from);
  const found = { ended, elapsed: performance.now() - begun, cpu: (user + system) / 1_000 };
  await pool.stop();
  await Promise.all(hostile);
  return found;
}

test('another project waits for no more than one slow render of each, however many wait', async () => {
  // Slow is a render by the CPU it used, 250 ms: where the machine gave each less than twice that, they get more time.
  for (let limit = stretched(1_000); ; limit *= 2) {
    const { ended, elapsed, cpu } = await besideSlow(limit);
    // Slow ones have one worker, where each takes its limit of time (ENDLESS at least 1.5 s); had they both, twice as many would end.
    if (ended <= 2 + elapsed / Math.min(limit, 2_000)) return;
    assert.ok(cpu / ended < 500, `${ended} of 12 slow renders of ${limit} ms ended first, in ${elapsed} ms, ${cpu} ms of CPU`);
  }
});

test('a call of many scopes gives way between two of them', async () => {
  const { renderer, one, pool } = rendering({ size: 1 });
  const text = '{% for a in (1..300) %}{% for b in (1..300) %}{% endfor %}{% endfor %}{{ name }}';
  const scopes = Array.from({ length: 20 }, (_, i) => ({ name: `r${i}` }));
  let isDone = false;
  const many = renderer.render(text, scopes, 'many').then((texts) => {
    isDone = true;
    return texts;
  });
  await one(QUICK, { name: 'a' }, 'other');
  assert.not(isDone);
  assert.equal(
    await many,
    scopes.map(({ name }) => name),
  );
  await pool.stop();
});

test('renders that wait behind it are done by the next worker', async () => {
  const { one, pool } = rendering({ ...FOR_EVER, size: 1 });
  const [endless, ...rest] = await Promise.all([
    one(ENDLESS, { name: 'Bob' }),
    ...Array.from({ length: 10 }, () => one(QUICK, { name: 'a' })),
  ]);
  assert.ok(endless!.endsWith('Bob'));
  assert.equal(
    rest,
    Array.from({ length: 10 }, () => 'A'),
  );
  await pool.stop();
});

test('only the scope that loops falls back; the others of its call are rendered', async () => {
  const { renderer, pool, ways } = rendering({ ...FOR_EVER, size: 1 });
  const text = '{% for a in (1..n) %}{% for b in (1..n) %}{% for c in (1..n) %}{% endfor %}{% endfor %}{% endfor %}{{ name }}';
  const scopes = Array.from({ length: 60 }, (_, i) => ({ n: i === 30 ? 3_000 : 1, name: `r${i}` }));
  const texts = await renderer.render(text, scopes, 'project');
  assert.equal(texts.filter((each, i) => each === `r${i}`).length, 59);
  assert.ok(texts[30]!.endsWith('{% endfor %}r30'));
  assert.equal(ways, { plain: 0, worker: 59, fallback: 1 });
  await pool.stop();
});

test('a text that loops for everyone is given up after three', async () => {
  const { renderer, pool, lost } = rendering({ ...FOR_EVER, size: 1 });
  const texts = await renderer.render(
    ENDLESS,
    Array.from({ length: 200 }, (_, i) => ({ name: `r${i}` })),
    'project',
  );
  assert.ok(texts.every((each, i) => each.endsWith(`}r${i}`)));
  assert.is(lost.length, 3);
  await pool.stop();
});

test('a worker that runs out of memory is replaced', async () => {
  const { one, pool, lost } = rendering({ size: 1, heapMb: 24, silenceMs: stretched(10_000), renderLimitMs: stretched(10_000) });
  const greedy = '{% assign all = "" | split: "" %}{% for i in (1..4000000) %}{% assign all = all | push: i %}{% endfor %}{{ name }}';
  assert.ok((await one(greedy, { name: 'Bob' })).endsWith('Bob'));
  assert.is(await one(QUICK, { name: 'a' }), 'A');
  assert.equal(lost, ['died']);
  await pool.stop();
});

test('output without end stops at the memory limit', async () => {
  const { one, pool, lost } = rendering();
  const text = await one('{% for i in (1..1000000) %}{{ big }}{% endfor %}', { big: 'x'.repeat(100_000) });
  assert.ok(text.length < 200_000);
  assert.equal(lost, []);
  const plain = await one('{{ big }}'.repeat(1_000), { big: 'x'.repeat(100_000) });
  assert.ok(plain.length <= 10_000_000 + 9_000);
  await pool.stop();
});

test('a stopped pool leaves placeholders', async () => {
  const { one, pool } = rendering();
  await pool.stop();
  assert.is(await one('{{ name }}{% if x %}{% endif %}', { name: 'Bob' }), 'Bob{% if x %}{% endif %}');
});

test.run();
