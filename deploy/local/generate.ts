/** `npm run generate`: code from the protos, and README's tables from the code. */
import { readFileSync, writeFileSync } from 'node:fs';
import { generate } from '../../proto/generate.ts';

generate('proto/gen');
// Loaded only now: it rests on the code that was just made.
const { withTables } = await import('../readme.ts');
writeFileSync('README.md', withTables(readFileSync('README.md', 'utf8')));
console.log("proto/gen is made from proto, README's tables from the code");
