/** `npm run generate`: code from the protos; README's tables, charts, boards and alerts from the code. */
import { readFileSync, writeFileSync } from 'node:fs';
import { generate } from '../../proto/generate.ts';

generate('proto/gen');
// Loaded only now: it rests on the code that was just made.
const { withTables } = await import('../readme.ts');
writeFileSync('README.md', withTables(readFileSync('README.md', 'utf8')));
const { withSizing } = await import('../capacity.ts');
writeFileSync('deploy/capacity.md', withSizing(readFileSync('deploy/capacity.md', 'utf8'), readFileSync('README.md', 'utf8')));
const [{ anatomy }, { chartFiles }, { writeCharts }] = await Promise.all([import('../kubernetes/anatomy.ts'), import('../kubernetes/charts.ts'), import('../kubernetes/write.ts')]);
writeCharts('charts', chartFiles(await anatomy()));
const { telemetryFiles } = await import('../telemetry.ts');
for (const [path, text] of telemetryFiles()) writeFileSync(path, text);
console.log("proto/gen is made from proto; README's tables, charts, boards, alerts and the capacity page from the code");
