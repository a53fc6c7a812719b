/**
 * A million contacts of 12 custom fields in one project: lists, search, fields; then ten thousand projects beside it.
 * BENCH_CONTACTS sets the size, BENCH_SECONDS how long each look takes.
 */
import mongoose from 'mongoose';
import { account } from '#test/client.ts';
import { createFindings } from '#test/findings.ts';
import { ownStack } from '#test/stack.ts';
import { measureLists, measureSmall, noteBytes } from './contacts/lists.ts';
import { populate } from './contacts/samples.ts';

const COUNT = Number(process.env['BENCH_CONTACTS'] ?? 1_000_000);
const EACH = 100;

const began = performance.now();
const own = await ownStack({ env: { API_RATE_LIMIT_PER_MINUTE: '100000000', LOG_LEVEL: 'warn', REQUEST_LOGGING: 'false' } });
const findings = createFindings({
  kind: 'bench',
  name: 'contacts',
  title: 'Contacts: lists, search, fields',
  about:
    `One project of ${COUNT.toLocaleString('en')} contacts with 12 custom fields, all services in one process, beside the driver ` +
    'in the same run.',
});
const services = await own.startServices('one');
const connection = await mongoose.createConnection(own.env['MONGODB_URI']!, { w: 'majority' }).asPromise();

try {
  const database = connection.useDb(`${own.env['MONGODB_PREFIX']}contacts`, { useCache: true });
  const { project: small } = await account(services.url);
  await populate(database, [small.id], EACH);
  await measureSmall(services.url, small, database, findings, 'first page of a project of 100, alone');

  const { project } = await account(services.url);
  findings.note(
    `${COUNT.toLocaleString('en')} contacts put there at ` +
      `${Math.round(await populate(database, [project.id], COUNT)).toLocaleString('en')}/s`,
  );
  await measureLists(services.url, project, database, findings, COUNT);
  await noteBytes(database, findings);

  const others = Array.from({ length: Math.ceil(COUNT / EACH) }, () => crypto.randomUUID());
  await populate(database, others, EACH);
  await measureSmall(services.url, small, database, findings, `the same beside ${others.length.toLocaleString('en')} other projects`);
  findings.note(`the whole run ${((performance.now() - began) / 1_000).toFixed(0)} s`);
} finally {
  await connection.close();
  await own.stop();
}
findings.close();
process.exit();
