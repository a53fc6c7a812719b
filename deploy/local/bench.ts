/** `npm run bench [-- name …]`: the benchmarks. */
import { runScripts } from './scripts.ts';

await runScripts('bench/**/*.bench.ts');
