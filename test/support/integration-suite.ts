/** How the files of test/integration are run: which, in what order, and with what settings of the services they ask. */
import { basename, join } from 'node:path';
import { ROOT } from '#local/binaries.mjs';
import { relaySettings } from '#local/relay.ts';
import { LOCAL } from '#local/stack.ts';
import { filesOf } from '#local/suites.ts';
import { stretched } from '#local/time-scale.ts';
import type { OwnStack } from './stack.ts';

/** It reads what the services were asked by all others. */
const LISTENED = 'sharding.test.ts';

/** Those that have one of the fragments in their path, all without any; the one that needs the others' traffic is last. */
export const integrationFiles = (fragments: readonly string[]): string[] =>
  filesOf('integration/**/*.test.ts', fragments).toSorted(
    (a, b) => Number(basename(a) === LISTENED) - Number(basename(b) === LISTENED) || (a < b ? -1 : 1),
  );

/** Unruly clients are let go sooner, and mail is not held back to a mailbox provider's pace. */
export const quickSettings = async (): Promise<Record<string, string>> => ({
  HTTP_HEADERS_TIMEOUT: `${stretched(1_000)}ms`,
  HTTP_IDLE_TIMEOUT: `${stretched(3_000)}ms`,
  BUS_REQUEST_TIMEOUT_MS: String(stretched(15_000)),
  EMAIL_RATE_LIMIT_PER_SECOND: '1000',
  WEBHOOK_ALLOW_PRIVATE: '127.0.0.1',
  ...(await relaySettings(join(LOCAL, 'certificate'))),
});

/** For services in one process: what they ask of MongoDB is written down, for `LISTENED`. */
export const listening = ({ dir }: OwnStack): Record<string, string> => ({
  NODE_OPTIONS: `--import=${join(ROOT, 'test/support/mongo-commands.ts')}`,
  MONGO_COMMANDS: join(dir, 'mongo-commands'),
});
