/**
 * What services keep counted for a project, against a count of everything: `node services/recount.ts <projectId> [--repair]`, of the
 * services that SERVICES names. There is nothing to find while every write goes through its service; what was written around one can be
 * repaired, under traffic too. A line for each difference; ends with 1 where some are left. MongoDB is found through the configuration.
 */
import { ConfigError } from '#kit/config/config.ts';
import { createLog } from '#kit/telemetry/log.ts';
import { wiredServices } from './wired-services.ts';

const EXIT_CONFIG = 78;

async function recountAll(projectId: string, repairing: boolean): Promise<number> {
  let found = 0;
  for (const { name, recount } of await wiredServices(process.env, () => createLog('warn')))
    for (const difference of (await recount?.(projectId, repairing)) ?? []) {
      found += 1;
      console.log(JSON.stringify({ service: name, ...difference }));
    }
  return found;
}

const [projectId, flag] = process.argv.slice(2);
if (!projectId || (flag !== undefined && flag !== '--repair')) {
  console.error('Usage: recount <projectId> [--repair]');
  process.exit(2);
}
try {
  const found = await recountAll(projectId, flag === '--repair');
  process.exit(found > 0 && flag === undefined ? 1 : 0);
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exit(error instanceof ConfigError ? EXIT_CONFIG : 1);
}
