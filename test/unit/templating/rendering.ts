/** A renderer with its workers, for the tests of the language. */
import { stretched } from '#local/time-scale.ts';
import type { Path } from '../../../services/templating/rendering/renderer.ts';
import { Pool } from '../../../services/templating/rendering/pool.ts';
import { Renderer } from '../../../services/templating/rendering/renderer.ts';

export interface Rendering {
  renderer: Renderer;
  pool: Pool;
  /** How often each way was taken. */
  ways: Record<Path, number>;
  lost: string[];
  /** One text for one scope. */
  one(text: string, scope?: object, owner?: string): Promise<string>;
}

export function rendering({ size = 1, renderLimitMs = stretched(1_000), silenceMs = stretched(2_000), heapMb = 128 } = {}): Rendering {
  const ways = { plain: 0, worker: 0, fallback: 0 };
  const lost: string[] = [];
  const pool = new Pool({
    size,
    silenceMs,
    heapMb,
    worker: { renderLimitMs, cacheLimit: 1_000_000 },
    onLost: (reason) => lost.push(reason),
  });
  const renderer = new Renderer({ pool, cacheLimit: 1_000_000, onRendered: (way, count) => (ways[way] += count) });
  return {
    renderer,
    pool,
    ways,
    lost,
    one: async (text, scope = {}, owner = 'project') => (await renderer.render(text, [scope], owner))[0]!,
  };
}
