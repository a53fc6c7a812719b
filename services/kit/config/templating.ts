/** Rendering of templates. */
import { availableParallelism } from 'node:os';
import { concern, setting } from './concern.ts';
import { whole } from './types.ts';

export const templating = concern(
  {
    TEMPLATE_RENDER_WORKERS: setting(
      whole(1, 64).optional(),
      'cores, at most 2',
      'worker threads that render templates with tags or filters',
    ),
    TEMPLATE_RENDER_LIMIT_MS: setting(
      whole(50, 60_000).default(1_000),
      '1000',
      'a render that takes longer is given up: placeholders are replaced, tags go out literally',
    ),
    TEMPLATE_CACHE_CHARACTERS: setting(whole(0).default(8_000_000), '8000000', 'source text whose parsed form is kept, in each thread'),
  },
  (v) => ({
    renderWorkers: v.TEMPLATE_RENDER_WORKERS ?? Math.min(2, availableParallelism()),
    renderLimitMs: v.TEMPLATE_RENDER_LIMIT_MS,
    cacheCharacters: v.TEMPLATE_CACHE_CHARACTERS,
  }),
);
