/** `npm run generate`: code from the protos and the OpenAPI document; documents, charts, boards and alerts from code and kept results. */
import { rmSync, writeFileSync } from 'node:fs';
import { generate } from '../../proto/generate.ts';

generate('proto/gen');
// Loaded only now: it rests on the code that was just made.
const { writeDocuments } = await import('../documents.ts');
writeDocuments();
const [{ anatomy }, { chartFiles }, { writeCharts }] = await Promise.all([
  import('../kubernetes/anatomy.ts'),
  import('../kubernetes/charts.ts'),
  import('../kubernetes/write.ts'),
]);
const made = await anatomy();
writeCharts('charts', chartFiles(made));
const { writeSharding } = await import('../sharding.ts');
writeSharding(made.services);
const { telemetryFiles } = await import('../telemetry.ts');
for (const [path, text] of telemetryFiles()) writeFileSync(path, text);
const { clientFiles, makePython } = await import('../clients.ts');
for (const [path, text] of await clientFiles()) writeFileSync(path, text);
rmSync('clients/python/posthorn/generated', { recursive: true, force: true });
await makePython('clients/python/posthorn/generated');
console.log('proto/gen and clients are made from protos and routes; documents, charts, boards and alerts from the code and kept results');
