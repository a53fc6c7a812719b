/** A job on the databases of services (`indexes.ts`, `migrations.ts`): they are wired against MongoDB alone, and none of them is run. */
import { ConfigError, readConfig } from '#kit/config/config.ts';
import type { ServiceModule } from '#kit/service.ts';
import { connectMongo } from '#kit/store/connection.ts';
import { createLog } from '#kit/telemetry/log.ts';
import type { Log } from '#kit/telemetry/log.ts';
import { createMetrics } from '#kit/telemetry/metrics.ts';
import type { Connection } from 'mongoose';
import { SERVICE_NAMES } from '../names.ts';
import { serviceManifest } from './service-manifest.ts';
import type { ServiceManifest } from './service-manifest.ts';

const EXIT_CONFIG = 78;

/** A service and its database. */
export interface Job {
  service: ServiceManifest;
  mongo: Connection;
  log: Log;
}

/** Does `work` for each service that SERVICES names, one after the other. Waits for MongoDB as long as it takes. */
async function forEachService(env: NodeJS.ProcessEnv, name: string, work: (job: Job) => Promise<void>): Promise<void> {
  const { runtime } = readConfig(env, []);
  const chosen = runtime.services.includes('all') ? SERVICE_NAMES : SERVICE_NAMES.filter((one) => runtime.services.includes(one));
  const modules = await Promise.all(
    chosen.map(async (one) => ({ name: one, ...((await import(`../${one}/service.ts`)) as ServiceModule) })),
  );
  // What their wiring takes; nothing is read or written that a key is for.
  const config = readConfig(
    env,
    modules.flatMap(({ secrets = [] }) => secrets),
  );
  const log = createLog(config.runtime.logLevel, { process: name });
  const databases = await connectMongo(config.stores.mongo, log, false);
  const jobs = await Promise.all(
    modules.map(async (one) => {
      const mongo = databases.of(one.name);
      return { service: await serviceManifest(one.create, { config, log, metrics: createMetrics(), mongo }), mongo, log };
    }),
  );
  for (const job of jobs) await work(job);
}

/** Runs the job and ends the process: what services hold from their wiring on (render threads, say) ends with it only. */
export async function runJob(env: NodeJS.ProcessEnv, name: string, work: (job: Job) => Promise<void>): Promise<never> {
  try {
    await forEachService(env, name, work);
    process.exit(0);
  } catch (error) {
    console.error(error instanceof ConfigError ? error.message : error);
    process.exit(error instanceof ConfigError ? EXIT_CONFIG : 1);
  }
}
