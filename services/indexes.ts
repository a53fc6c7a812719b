/** Builds the collections and indexes of the services that SERVICES names, and ends: in production nothing else does (charts: hook `indexes`). */
import { ConfigError, readConfig } from '#kit/config/config.ts';
import type { CreateService } from '#kit/service.ts';
import { connectMongo } from '#kit/store/connection.ts';
import { buildIndexes } from '#kit/store/schema.ts';
import { makeLog } from '#kit/telemetry/log.ts';
import { makeMetrics } from '#kit/telemetry/metrics.ts';
import { unstarted } from '#kit/unstarted.ts';
import { SERVICE_NAMES } from './names.ts';

const EXIT_CONFIG = 78;

try {
  const config = readConfig(process.env);
  const log = makeLog(config.runtime.logLevel, { process: 'indexes' });
  const chosen = config.runtime.services.includes('all') ? SERVICE_NAMES : SERVICE_NAMES.filter((name) => config.runtime.services.includes(name));
  const { uri, prefix } = config.stores.mongo;
  const databases = await connectMongo(uri, prefix, log, false);
  for (const name of chosen) {
    const { create } = (await import(`./${name}/service.ts`)) as { create: CreateService };
    const { models = [] } = await unstarted(create, { config, log, metrics: makeMetrics(), mongo: databases.of(name) });
    const began = performance.now();
    await buildIndexes(models);
    log.info({ service: name, collections: models.map((model) => model.collection.collectionName), ms: Math.round(performance.now() - began) }, 'indexes are built');
  }
  // What a service holds from its wiring on (render threads, say) is not waited for.
  process.exit(0);
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exit(error instanceof ConfigError ? EXIT_CONFIG : 1);
}
