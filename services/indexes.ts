/**
 * Builds the collections and indexes of the services that SERVICES names, and ends: in production nothing else does (charts: hook
 * `indexes`).
 */
import { buildIndexes } from '#kit/store/schema.ts';
import { runJob } from './host/job.ts';

await runJob(process.env, 'indexes', async ({ service: { name, models = [] }, log }) => {
  const began = performance.now();
  await buildIndexes(models);
  log.info(
    { service: name, collections: models.map((model) => model.collection.collectionName), ms: Math.round(performance.now() - began) },
    'indexes are built',
  );
});
