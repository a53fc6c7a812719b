/**
 * Builds the collections and indexes of the services that SERVICES names, and ends: in production nothing else does (charts: hook
 * `indexes`). The services are wired against MongoDB alone, and none of them is run.
 */
import { ConfigError, readConfig } from '#kit/config/config.ts';
import type { ServiceModule } from '#kit/service.ts';
import { connectMongo } from '#kit/store/connection.ts';
import { buildIndexes } from '#kit/store/schema.ts';
import { createLog } from '#kit/telemetry/log.ts';
import { createMetrics } from '#kit/telemetry/metrics.ts';
import { serviceManifest } from './host/service-manifest.ts';
import { SERVICE_NAMES } from './names.ts';

const EXIT_CONFIG = 78;

/** Waits for MongoDB as long as it takes. What services hold from their wiring on (render threads, say) ends with the process only. */
async function buildAll(): Promise<void> {
  const { runtime } = readConfig(process.env, []);
  const chosen = runtime.services.includes('all') ? SERVICE_NAMES : SERVICE_NAMES.filter((name) => runtime.services.includes(name));
  const modules = await Promise.all(chosen.map(async (name) => ({ name, ...((await import(`./${name}/service.ts`)) as ServiceModule) })));
  // What their wiring takes; nothing is read or written that a key is for.
  const config = readConfig(
    process.env,
    modules.flatMap(({ secrets = [] }) => secrets),
  );
  const log = createLog(config.runtime.logLevel, { process: 'indexes' });
  const databases = await connectMongo(config.stores.mongo, log, false);
  const services = await Promise.all(
    modules.map(({ name, create }) => serviceManifest(create, { config, log, metrics: createMetrics(), mongo: databases.of(name) })),
  );
  for (const { name, models = [] } of services) {
    const began = performance.now();
    await buildIndexes(models);
    log.info(
      { service: name, collections: models.map((model) => model.collection.collectionName), ms: Math.round(performance.now() - began) },
      'indexes are built',
    );
  }
}

try {
  await buildAll();
  process.exit(0);
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exit(error instanceof ConfigError ? EXIT_CONFIG : 1);
}
