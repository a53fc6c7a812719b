/** What a thread is given of the process's environment: nothing but where compiled code is kept. */
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';

/** Without the cache a thread loads the compiler of types for itself, 12 MB that stay. */
export function threadEnvironment(): NodeJS.ProcessEnv {
  const folder = getCompileCacheDir();
  // Node's own folder inside the one that was named.
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) };
}
