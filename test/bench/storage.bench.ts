/** What a mail leaves on disk and sends over the wire: documents, indexes, the oplog, the stream of facts, Temporal's tables. */
import mongoose from 'mongoose';
import { connect } from 'nats';
import { account, api } from '#test/client.ts';
import { csvForm } from '#test/csv-form.ts';
import { createFindings } from '#test/findings.ts';
import { ownStack } from '#test/stack.ts';
import { startTemporalOnPostgres } from '#test/temporal-on-postgres.ts';
import { until } from '#test/until.ts';

const MAILS = Number(process.env['BENCH_MAILS'] ?? 2_000);
const BODY_BYTES = 5_000;
const AT_ONCE = 16;
const WITHIN = { within: 300_000, every: 300 };

const findings = createFindings({
  kind: 'bench',
  name: 'storage',
  title: 'Storage a mail',
  about: [
    `${MAILS.toLocaleString('en')} mails of ${BODY_BYTES.toLocaleString('en')} bytes by POST /v1/send, each`,
    `to a contact of its own and each`,
    'body different; then as many as one campaign to those contacts. Growth of MongoDB (bytes of documents',
    'uncompressed, of indexes, of the',
    'oplog: what a secondary copies), of the stream FACTS and of the PostgreSQL below Temporal, divided by',
    'the mails. The development inbox,',
    'which production has not, is left out of documents and indexes; its share of the oplog is taken off by its documents.',
  ].join(' '),
});
const temporal = await startTemporalOnPostgres();
const own = await ownStack({
  servers: ['mongodb', 'nats', 'redis'],
  env: { TEMPORAL_ADDRESS: temporal.address, EMAIL_RATE_LIMIT_PER_SECOND: '1000', API_RATE_LIMIT_PER_MINUTE: '10000000' },
});

interface Footprint {
  documents: number;
  indexes: number;
  /** On disk, compressed. */
  stored: number;
  oplog: number;
  inbox: number;
  facts: number;
  postgres: number;
}

const mongo = await mongoose.createConnection(own.env['MONGODB_URI']!).asPromise();
const prefix = own.env['MONGODB_PREFIX']!;

async function footprint(): Promise<Footprint> {
  const found: Footprint = { documents: 0, indexes: 0, stored: 0, oplog: 0, inbox: 0, facts: 0, postgres: await temporal.bytes() };
  const { databases } = await mongo.db!.admin().listDatabases();
  for (const { name } of databases.filter((one) => one.name.startsWith(prefix))) {
    const db = mongo.useDb(name).db!;
    for (const { name: collection } of await db.listCollections({}, { nameOnly: true }).toArray()) {
      const { size, totalIndexSize, storageSize } = await db.command({ collStats: collection });
      if (collection === 'inbox') found.inbox += size;
      else {
        found.documents += size;
        found.indexes += totalIndexSize;
        found.stored += storageSize;
      }
    }
  }
  found.oplog = (await mongo.useDb('local').db!.command({ collStats: 'oplog.rs' }))['size'];
  const nats = await connect({ servers: own.env['NATS_URL']! });
  found.facts = (await (await nats.jetstreamManager()).streams.info('FACTS')).state.bytes;
  await nats.close();
  return found;
}

/** Until checkpoints have written what is there, sizes stand still. */
async function settled(): Promise<Footprint> {
  await mongo.db!.admin().command({ fsync: 1 });
  return await footprint();
}

function report(how: string, mails: number, before: Footprint, after: Footprint): void {
  const of = (part: keyof Footprint): number => (after[part] - before[part]) / mails;
  findings.row('Bytes a mail', {
    how,
    mails,
    documents: of('documents'),
    indexes: of('indexes'),
    'on disk, documents compressed': of('stored'),
    oplog: of('oplog') - of('inbox'),
    'stream of facts, one copy': of('facts'),
    'PostgreSQL of Temporal': of('postgres'),
  });
}

try {
  const services = await own.startServices('one');
  const { project, domain } = await account(services.url);
  const client = api(services.url, project.secret);
  const from = `bench@${domain}`;
  const body = (n: number): string => `<p>${`${n} `.repeat(Math.ceil(BODY_BYTES / (`${n}`.length + 1)))}</p>`.slice(0, BODY_BYTES);
  const rows = mongo.useDb(`${prefix}delivery`).collection('emails');
  const facts = mongo.useDb(`${prefix}delivery`).collection('journal');
  const quiet = async (): Promise<boolean> =>
    (await rows.countDocuments({ dueAt: { $exists: true } })) === 0 && (await facts.countDocuments({})) === 0;
  const lines = Array.from({ length: MAILS }, (_, n) => `r${n}@example.org`);
  const { body: job } = await client.post('/contacts/import', csvForm(`email\n${lines.join('\n')}\n`));
  await until(async () => (await client.get(`/contacts/import/${job.jobId}`)).body.status === 'completed', {
    ...WITHIN,
    what: 'the import',
  });

  const empty = await settled();
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let n = (next += 1); n <= MAILS; n = next += 1) {
      const mail = { to: `r${n - 1}@example.org`, from, subject: `Mail ${n}`, body: body(n) };
      const { status, text } = await client.post('/v1/send', mail);
      if (status !== 200) throw new Error(text);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  await until(quiet, { ...WITHIN, what: 'the end of the sends' });
  const sent = await settled();
  report('POST /v1/send', MAILS, empty, sent);

  const content = { name: 'Storage', subject: 'Storage', body: body(1), from, audienceType: 'ALL' };
  const { id } = (await client.post('/campaigns', content)).body.data;
  await client.post(`/campaigns/${id}/send`, {});
  await until(async () => (await client.get(`/campaigns/${id}`)).body.status === 'SENT', { ...WITHIN, what: 'the end of the campaign' });
  await until(quiet, { ...WITHIN, what: 'its facts' });
  report('a campaign', MAILS, sent, await settled());
} finally {
  await mongo.close();
  await own.stop();
  await temporal.stop();
}
findings.close();
