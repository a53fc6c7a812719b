/** Runs the services that SERVICES names in one process: all of them, or any set. */
import { ConfigError, readConfig } from '#kit/config/config.ts';
import { STOP_WITHIN_MS, startHost } from '#kit/host.ts';
import type { CreateService } from '#kit/service.ts';
import { SERVICE_NAMES } from './names.ts';

const EXIT_CONFIG = 78;

function chosen(names: readonly string[]): string[] {
  if (names.includes('all')) return [...SERVICE_NAMES];
  const unknown = names.filter((name) => !(SERVICE_NAMES as readonly string[]).includes(name));
  if (unknown.length > 0) throw new ConfigError([{ name: 'SERVICES', given: names.join(','), expected: `all, or some of ${SERVICE_NAMES.join(', ')}` }]);
  return SERVICE_NAMES.filter((name) => names.includes(name));
}

async function load(names: string[]): Promise<Map<string, CreateService>> {
  const modules = await Promise.all(names.map((name) => import(`./${name}/service.ts`) as Promise<{ create: CreateService }>));
  return new Map(names.map((name, index) => [name, modules[index]!.create]));
}

try {
  const config = readConfig(process.env);
  const host = await startHost(config, await load(chosen(config.runtime.services)));
  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    await host.stop();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exit(EXIT_CONFIG);
}
