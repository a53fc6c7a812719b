/**
 * Builds the collections and indexes of the services that SERVICES names, and ends: in production nothing else does (charts: hook
 * `indexes`).
 */
import { ConfigError } from '#kit/config/config.ts';
import { buildIndexes } from '#kit/store/schema.ts';
import { createLog } from '#kit/telemetry/log.ts';
import type { Log } from '#kit/telemetry/log.ts';
import { wiredServices } from './wired-services.ts';

const EXIT_CONFIG = 78;

try {
  let log: Log;
  const services = await wiredServices(process.env, ({ runtime }) => (log = createLog(runtime.logLevel, { process: 'indexes' })));
  for (const { name, models = [] } of services) {
    const began = performance.now();
    await buildIndexes(models);
    log!.info(
      { service: name, collections: models.map((model) => model.collection.collectionName), ms: Math.round(performance.now() - began) },
      'indexes are built',
    );
  }
  process.exit(0);
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exit(error instanceof ConfigError ? EXIT_CONFIG : 1);
}
