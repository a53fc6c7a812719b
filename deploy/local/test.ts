/**
 * `npm test [-- fragment of a path …]`: every test, on real servers of its own. Integration files run on services in one process, some on
 * one each too.
 */
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { integrationFiles, listening, quickSettings } from '#test/integration-suite.ts';
import { ownStack, sweepStacks } from '#test/stack.ts';
import type { OwnStack } from '#test/stack.ts';
import { ROOT, locate } from './binaries.mjs';
import { debianProgram } from './debian.ts';
import { runUntilEnded } from './ending.ts';
import type { Mode } from './services.ts';
import { add, closingLine, filesOf, runFiles, runTogether } from './suites.ts';
import type { TestCount } from './suites.ts';
import { measureTimeScale } from './time-scale.ts';
import { endTools } from './tool.ts';

/**
 * Files that run a second time with one process a service, and what of them differs there. All others ask the same code the same: what
 * they would find is found in one process.
 */
const IN_SEPARATE_PROCESSES: Readonly<Record<string, string>> = {
  'audit.test.ts': 'who asks, and from where, crosses the bus',
  'audience.test.ts': 'pages stream over gRPC from another process',
  'campaign-ledger.test.ts': 'mails of a campaign are made by four processes',
  'campaign-sends.test.ts': 'pause and cancel reach a delivery that is elsewhere',
  'contact-bulk.test.ts': "the workflows' worker and contacts are two processes",
  'contacts.test.ts': 'answers and errors cross the bus',
  'events.test.ts': 'facts come from other processes',
  'export.test.ts': 'rows stream over gRPC, then over HTTP',
  'hostile.test.ts': 'bad input is refused behind the bus, and none of it ends any process',
  'idempotency.test.ts': 'claims are kept by another process than asks for them',
  'import.test.ts': 'a file reaches contacts in pieces',
  'keys.test.ts': 'keys are cached in other processes than end them',
  'members.test.ts': 'roles are cached in other processes than change them',
  'notices.test.ts': 'reports are read by the gateway and judged by delivery',
  'operator.test.ts': 'each service is asked at an address of its own',
  'projects.test.ts': 'keys are cached in other processes than change them',
  'segments.test.ts': 'filters are compiled in one process and run in another',
  'reset.test.ts': 'each service erases its part in a process of its own',
  'relay.test.ts': 'messages cross the bus, or go by gRPC where they are larger',
  'send-mail.test.ts': 'bodies and attachments are larger than a message of the bus',
  'send-rendering.test.ts': 'texts are rendered in another process',
  'send.test.ts': 'delivery asks contacts and templating over the bus',
  'sessions.test.ts': 'sessions are cached in other processes than end them',
  'telemetry.test.ts': 'every process speaks for itself',
  'tenancy.test.ts': 'the project travels in the metadata of calls',
  'tracking.test.ts': 'what a recipient does reaches contacts and events',
  'uploads.test.ts': 'bytes cross the bus',
};
/** Of the faults, what takes longest: begun first, so that no lane is left with one at the end. */
const LONG = ['relay', 'bad-servers', 'billing', 'rotation', 'services', 'idempotency', 'notices', 'rate', 'operations'].map(
  (name) => `${name}.test.ts`,
);

process.env['TEMPORAL_TEST_SERVER_BIN'] ??= locate('temporalTestServer')?.path;

const fragments = process.argv.slice(2);
const begun = Date.now();
/** Servers of the modes that are at work. */
const stacks = new Map<Mode, OwnStack>();

const LANES = 2;

/** Named so far: lanes may share a part. */
const named = new Set<string>();

/** A part that cannot even start counts as one failure, and the others still run. */
async function part(name: string, files: string[], runPart: (files: string[]) => Promise<TestCount>): Promise<TestCount> {
  if (files.length === 0) return { passed: 0, failed: 0 };
  if (!named.has(name)) console.log(`\n${name}`);
  named.add(name);
  try {
    return await runPart(files);
  } catch (error) {
    console.log(`FAIL ${name}: ${(error as Error).message}`);
    return { passed: 0, failed: 1 };
  }
}

/** Files that ask the services at POSTHORN_URL. Each mode has servers of its own, so that both can be at work at once. */
async function onServices(mode: Mode, files: string[]): Promise<TestCount> {
  const own = stacks.get(mode) ?? (await ownStack({ env: await quickSettings(), log: (line) => console.log(`  [${mode}] ${line}`) }));
  stacks.set(mode, own);
  if (mode === 'one') Object.assign(own.env, listening(own));
  const services = await own.startServices(mode);
  console.log(`  [${mode}] services ready`);
  try {
    const { NODE_OPTIONS: _ofServices, ...env } = own.testEnv(services, mode);
    return await runFiles(files, { env, label: `[${mode}] ` });
  } finally {
    await services.stop();
  }
}

function longestFirst(files: readonly string[]): string[] {
  const isLong = (file: string): boolean => LONG.includes(basename(file));
  return [...files.filter(isLong), ...files.filter((file) => !isLong(file))];
}

async function endServers(mode: Mode): Promise<void> {
  await stacks.get(mode)?.stop();
  stacks.delete(mode);
}

async function work(): Promise<number> {
  console.log(`Waits last ${(await measureTimeScale()).toFixed(1)} times as long as on the quiet machine they are written for.`);
  const browserFiles = filesOf('browser/**/*.test.ts', fragments);
  // It may have to be fetched, meanwhile the others run; whether it came is asked when it is needed.
  const chromium = browserFiles.length > 0 ? debianProgram('chromium') : undefined;
  chromium?.catch(() => undefined);
  const alone = filesOf('{unit,contract}/**/*.test.ts', fragments);
  const counts = [await part('Without servers', alone, (files) => runTogether(files, LANES))];
  const tools = filesOf('{replay,operations}/**/*.test.ts', fragments);
  const integration = integrationFiles(fragments);
  const gone = Object.keys(IN_SEPARATE_PROCESSES).filter((name) => !existsSync(join(ROOT, 'test/integration', name)));
  if (gone.length > 0) throw new Error(`no longer in test/integration: ${gone.join(', ')}`);
  const separate = integration.filter((file) => basename(file) in IN_SEPARATE_PROCESSES);
  const faults = longestFirst(filesOf('faults/**/*.test.ts', fragments));
  const lookForFaults = (): Promise<TestCount> => part('Faults', faults, (files) => runFiles(files));
  const one = async (): Promise<TestCount[]> => {
    const asked = await part('Integration: all services in one process', integration, (files) => onServices('one', files));
    const seen = await part('Browser', browserFiles, async (files) => {
      await chromium;
      return await onServices('one', files);
    });
    await endServers('one');
    return [asked, seen, await lookForFaults()];
  };
  const each = async (): Promise<TestCount[]> => {
    const asked = await part('Integration: one process each', separate, (files) => onServices('each', files));
    await endServers('each');
    return [asked, await lookForFaults()];
  };
  // Three lanes for two cores: much of what each does is waiting for limits and restarts.
  const apart = async (): Promise<TestCount[]> => [
    await part('With tools and recorded histories', tools, (files) => runFiles(files)),
    await lookForFaults(),
  ];
  counts.push(...(await Promise.all([one(), each(), apart()])).flat());
  const all = add(...counts);
  if (all.passed + all.failed === 0) {
    console.log(`No test file has ${fragments.join(' or ')} in its path.`);
    all.failed = 1;
  }
  console.log(`\nafter ${((Date.now() - begun) / 1000).toFixed(0)} s\n${closingLine(all)}`);
  return all.failed === 0 ? 0 : 1;
}

async function stop(why: string | null): Promise<void> {
  if (why) console.log(`\nstopping (${why})`);
  await endTools();
  await Promise.all([...stacks.values()].map((own) => own.stop()));
  await sweepStacks();
}

await runUntilEnded(work, stop);
