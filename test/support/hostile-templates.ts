/** Templates made to take all there is, and what others notice of them meanwhile. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Renderer } from '#services/templating/rendering/renderer.ts';
import { quantile } from './quantile.ts';

export interface Hostile {
  name: string;
  text: string;
  scope: Record<string, unknown>;
}

const LONGEST = 2_000_000;
const filled = (part: string): string => part.repeat(Math.floor(LONGEST / part.length));
const BOMB = '^(([a-z])+.)+[A-Z]([a-z])+$';

export const HOSTILE: readonly Hostile[] = [
  {
    name: 'endless loop',
    text: '{% for a in (1..9000) %}{% for b in (1..9000) %}{% for c in (1..9000) %}{% endfor %}{% endfor %}{% endfor %}{{ name }}',
    scope: { name: 'Bob' },
  },
  { name: '2,000,000 characters of filters', text: filled('{{ name | upcase }} '), scope: { name: 'Bob' } },
  { name: '2,000,000 characters of placeholders', text: filled('{{ name }} '), scope: { name: 'Bob' } },
  { name: '2,000,000 characters of openers', text: filled('{{ " {% '), scope: { name: 'Bob' } },
  // Filters take their arguments literally; a pattern among them, or in a value, is never run as one.
  {
    name: 'regex bomb',
    text: `{{ v | replace: "${BOMB}", "x" | split: "${BOMB}" | join: v | strip_html | date: v | size }}{{ name }}`,
    scope: { name: 'Bob', v: `${'a'.repeat(500_000)}!` },
  },
  {
    name: 'a text that grows without end',
    text: '{% assign t = v %}{% for i in (1..100) %}{% assign t = t | append: t %}{% endfor %}{{ t | size }}{{ name }}',
    scope: { name: 'Bob', v: 'x'.repeat(1_000) },
  },
];

const OTHERS = ['{% if name %}{{ name | upcase }}{% endif %}', 'Hello {{ name ?? "you" }}'];

export interface Noticed {
  /** Milliseconds the work took. */
  tookMs: number;
  /** Milliseconds each of the renders beside it took, ascending. */
  others: number[];
}

/** Small renders, one after the other with a breath between, while `work` goes on and for `leastMs` at least. */
export async function beside(renderer: Renderer, work: () => Promise<unknown>, leastMs = 300): Promise<Noticed> {
  const begun = performance.now();
  let tookMs = 0;
  const under = work().then(() => {
    tookMs = performance.now() - begun;
  });
  const others: number[] = [];
  while (tookMs === 0 || performance.now() - begun < leastMs) {
    // Counted from when it was due: a thread that is held up delays it as well.
    const due = performance.now() + 2;
    await sleep(2);
    const texts = await Promise.all(OTHERS.map((text) => renderer.render(text, [{ name: 'Ada' }], 'other')));
    others.push(performance.now() - due);
    if (texts.join() !== 'ADA,Hello Ada') throw new Error(`another render came out as ${texts.join()}`);
  }
  await under;
  return { tookMs, others: others.sort((a, b) => a - b) };
}

export const p99 = (sorted: readonly number[]): number => quantile(sorted, 0.99);
