/** Templates made to take all there is end, and others hardly notice: through the real pool, set as the service sets it. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { stretched } from '#local/time-scale.ts';
import { HOSTILE, beside, p99 } from '#test/hostile-templates.ts';
import { until } from '#test/until.ts';
import { rendering } from '../unit/templating/rendering.ts';

/** Generous: tests share the machine. What it is on a quiet one, `npm run bench -- templating` says. */
const ENDS_WITHIN_MS = stretched(60_000);

const test = suite('hostile templates');
const { renderer, pool, lost } = rendering({ size: 2, renderLimitMs: 1_000, silenceMs: 1_250 });
pool.start();
await until(() => pool.ready === 2);
/** A quarter of what they would wait if they had to wait for the limit, or what a busy machine makes of it. */
const OTHERS_WITHIN_MS = Math.max(stretched(300), 50 * p99((await beside(renderer, async () => undefined, 500)).others));
// A lost worker's successor takes a moment to load; one that is busy and none beside it would make others wait for the limit.
test.before.each(async () => void (await until(() => pool.ready === 2)));

for (const { name, text, scope } of HOSTILE) {
  test(`${name}: on send`, async () => {
    const before = lost.length;
    let rendered = '';
    const { tookMs, others } = await beside(renderer, async () => {
      [rendered = ''] = await renderer.render(text, [scope], 'hostile');
    });
    assert.ok(tookMs < ENDS_WITHIN_MS, `took ${tookMs} ms`);
    assert.ok(p99(others) < OTHERS_WITHIN_MS, `p99 of others ${p99(others)} ms`);
    assert.ok(lost.length - before <= 1, 'one worker at most was lost to it');
    // Tags may have gone out literally, placeholders were replaced.
    if (text.endsWith('{{ name }}')) assert.ok(rendered.endsWith('Bob'));
  });
}

// Saving is what a long text makes long.
for (const { name, text } of HOSTILE.slice(0, 3)) {
  test(`${name}: on save`, async () => {
    const { tookMs, others } = await beside(renderer, () =>
      renderer.check(text, 'hostile').catch((error: Error) => assert.match(error.message, /worker was lost/)),
    );
    assert.ok(tookMs < ENDS_WITHIN_MS, `took ${tookMs} ms`);
    assert.ok(p99(others) < OTHERS_WITHIN_MS, `p99 of others ${p99(others)} ms`);
  });
}

test('a pattern in an argument or a value is text', async () => {
  const [rendered] = await renderer.render(
    '{{ v | replace: "(a+)+$", "x" }} {{ "a(a+)+$b" | split: v | join: "|" }}{% if v contains "a+" %}!{% endif %}',
    [{ v: '(a+)+$' }],
    'project',
  );
  assert.is(rendered, 'x a|b!');
});

test.after(() => pool.stop());
test.run();
