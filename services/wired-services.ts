/** The services that SERVICES names, wired against MongoDB alone: for programs beside them, which run none of them. */
import { readConfig } from '#kit/config/config.ts';
import type { Config, Environment } from '#kit/config/config.ts';
import type { ServiceModule } from '#kit/service.ts';
import { connectMongo } from '#kit/store/connection.ts';
import type { Log } from '#kit/telemetry/log.ts';
import { createMetrics } from '#kit/telemetry/metrics.ts';
import { serviceManifest } from './host/service-manifest.ts';
import type { ServiceManifest } from './host/service-manifest.ts';
import { SERVICE_NAMES } from './names.ts';

/**
 * Waits for MongoDB as long as it takes. What services hold from their wiring on (render threads, say) ends with the process only.
 * @throws ConfigError
 */
export async function wiredServices(environment: Environment, logOf: (config: Config) => Log): Promise<ServiceManifest[]> {
  const { runtime } = readConfig(environment, []);
  const chosen = runtime.services.includes('all') ? SERVICE_NAMES : SERVICE_NAMES.filter((name) => runtime.services.includes(name));
  const modules = await Promise.all(chosen.map(async (name) => ({ name, ...((await import(`./${name}/service.ts`)) as ServiceModule) })));
  // What their wiring takes; nothing is read or written that a key is for.
  const config = readConfig(
    environment,
    modules.flatMap(({ secrets = [] }) => secrets),
  );
  const log = logOf(config);
  const databases = await connectMongo(config.stores.mongo, log, false);
  return await Promise.all(
    modules.map(({ name, create }) => serviceManifest(create, { config, log, metrics: createMetrics(), mongo: databases.of(name) })),
  );
}
