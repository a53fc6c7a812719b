/** `npm run drill [-- name …]`: the fault drills. */
import { runScripts } from './scripts.ts';

await runScripts('drills/**/*.drill.ts');
