/** Runs the services that SERVICES names in one process: all of them, or any set. */
import { flushCompileCache } from 'node:module';
import { ConfigError, readConfig } from '#kit/config/config.ts';
import { STOP_WITHIN_MS, startHost } from './host/host.ts';
import type { CreateService, ServiceModule } from '#kit/service.ts';
import { SERVICE_NAMES } from './names.ts';

const EXIT_CONFIG = 78;

function chosen(names: readonly string[]): string[] {
  if (names.includes('all')) return [...SERVICE_NAMES];
  const unknown = names.filter((name) => !(SERVICE_NAMES as readonly string[]).includes(name));
  if (unknown.length > 0)
    throw new ConfigError([{ name: 'SERVICES', given: names.join(','), expected: `all, or some of ${SERVICE_NAMES.join(', ')}` }]);
  return SERVICE_NAMES.filter((name) => names.includes(name));
}

const load = (name: string): Promise<ServiceModule> => import(`./${name}/service.ts`) as Promise<ServiceModule>;

try {
  const names = chosen(readConfig(process.env, []).runtime.services);
  const modules = await Promise.all(names.map(load));
  const config = readConfig(
    process.env,
    modules.flatMap(({ secrets = [] }) => secrets),
  );
  const host = await startHost(config, new Map(names.map((name, index): [string, CreateService] => [name, modules[index]!.create])));
  // Where NODE_COMPILE_CACHE names a folder: who is killed writes nothing at its end, and the next one would load the compiler of types
  // again, which takes 20 to 40 MB.
  flushCompileCache();
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
