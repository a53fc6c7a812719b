/** Big bytes in S3, on a real server of its protocol: kept once, blanked, purged, lost, slow and away. */
import { randomBytes, randomUUID } from 'node:crypto';
import { globSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { HeadObjectCommand, S3Client } from '@aws-sdk/client-s3';
import mongoose from 'mongoose';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createBlobs } from '#kit/store/blob-store.ts';
import { BlobGone, BlobLost } from '#kit/store/blobs.ts';
import { account, api } from '#test/client.ts';
import { createImages } from '#services/gateway/uploads.ts';
import { startObjectServer } from '#test/object-server.ts';
import { ownStack } from '#test/stack.ts';
import { until } from '#test/until.ts';

const test = suite('blobs in S3');
const DAY = 86_400_000;
const TIMEOUT_MS = 700;
const server = await startObjectServer();
const own = await ownStack({
  env: { ...server.env, S3_TIMEOUT: `${TIMEOUT_MS}ms`, SEND_RETRY_DEADLINE_TRANSACTIONAL: '10m', EMAIL_RATE_LIMIT_PER_SECOND: '1000' },
});
const mongo = await mongoose.createConnection(own.stack.urls['MONGODB_URI']!, { dbName: 'blobs_test' }).asPromise();
let now = Date.now();
const clock = () => new Date(now);
const { endpoint, bucket, credentials } = server;
const settings = { bucket, endpoint, credentials, region: 'us-east-1', pathStyle: true, timeoutMs: TIMEOUT_MS };
const blobs = await createBlobs(mongo, clock, settings);
const before = await createBlobs(mongo, clock, null);

const objects = (projectId: string): string[] =>
  globSync(`*/${projectId}/**`, { cwd: server.folder, withFileTypes: true })
    .filter((one) => one.isFile())
    .map(({ name }) => name);
const faultOf = async (work: Promise<unknown>): Promise<any> =>
  await work.then(
    () => null,
    (error: unknown) => error,
  );
async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
async function all(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return Buffer.concat(chunks);
}

test('the same bytes are one object of a project, and another project has its own', async () => {
  const [one, two, bytes] = [randomUUID(), randomUUID(), randomBytes(100_000)];
  const hashes = await Promise.all([blobs.put(one, bytes), blobs.put(one, bytes), blobs.put(one, bytes), blobs.put(two, bytes)]);
  assert.is(new Set(hashes).size, 1);
  assert.is(objects(one).length, 1);
  assert.equal(await blobs.get(one, hashes[0]!), bytes);
  await blobs.purge(one);
  assert.equal([objects(one).length, objects(two).length], [0, 1]);
  assert.instance(await faultOf(blobs.get(one, hashes[0]!)), BlobGone);
  assert.equal(await blobs.get(two, hashes[0]!), bytes);
});

test('whoever stops reading a file in GridFS leaves no cursor behind', async () => {
  const [projectId, bytes] = [randomUUID(), randomBytes(20_000_000)];
  await before.write(projectId, 'file', pieces(bytes, 1_000_000));
  const open = async (): Promise<number> => (await mongo.db!.admin().command({ serverStatus: 1 }))['metrics'].cursor.open.total;
  const atFirst = await open();
  const reading = before.read(projectId, 'file', { start: 0, end: bytes.length })[Symbol.asyncIterator]();
  await reading.next();
  assert.is(await open(), atFirst + 1, 'more than one answer of the database');
  await reading.return!();
  assert.is(await open(), atFirst);
  await before.remove(projectId, 'file');
});

test('a file of several parts is read from anywhere; a broken one leaves nothing', async () => {
  const [projectId, bytes] = [randomUUID(), randomBytes(20_000_000)];
  assert.is(await blobs.write(projectId, 'file', pieces(bytes, 1_000_000)), bytes.length);
  const part = { start: 8_388_600, end: 8_388_700 };
  assert.equal(await all(blobs.read(projectId, 'file', part)), bytes.subarray(part.start, part.end));
  assert.equal(await all(blobs.read(projectId, 'file', { start: 0, end: bytes.length })), bytes);
  assert.equal(await all(blobs.read(projectId, 'file', { start: 5, end: 5 })), Buffer.alloc(0));
  await blobs.remove(projectId, 'file');
  await blobs.remove(projectId, 'file');
  async function* broken(): AsyncGenerator<Buffer> {
    yield* pieces(bytes, 1_000_000);
    throw new Error('broke off');
  }
  assert.match((await faultOf(blobs.write(projectId, 'file', broken()))).message, /broke off/);
  assert.equal(objects(projectId), []);
});

test('what nobody used since goes, with objects that nothing names; what is in use stays', async () => {
  const projectId = randomUUID();
  const [old, used] = [await blobs.put(projectId, Buffer.from('old')), await blobs.put(projectId, Buffer.from('used'))];
  now += 10 * DAY;
  assert.is(await blobs.touch(projectId, [used]), 1);
  assert.is(await blobs.removeUnused(projectId, new Date(now - DAY)), 1);
  assert.instance(await faultOf(blobs.get(projectId, old)), BlobGone);
  assert.equal(await blobs.get(projectId, used), Buffer.from('used'));
  // Its document went, and the process died before the object did.
  await mongo.collection('blob_objects').deleteOne({ _id: `${projectId}/${used}` as never });
  assert.is(objects(projectId).length, 1);
  assert.is(await blobs.removeUnused(projectId, new Date(now)), 0);
  assert.is(objects(projectId).length, 1, 'a process may be about to name it');
});

test('what was kept in GridFS before S3 was set up is read, touched and purged there', async () => {
  const [projectId, bytes] = [randomUUID(), randomBytes(1_000)];
  const hash = await before.put(projectId, bytes);
  await before.write(projectId, 'file', pieces(bytes, 100));
  assert.equal(await blobs.get(projectId, hash), bytes);
  assert.equal(await all(blobs.read(projectId, 'file', { start: 0, end: 1_000 })), bytes);
  assert.is(await blobs.touch(projectId, [hash]), 1);
  await blobs.purge(projectId);
  assert.instance(await faultOf(before.get(projectId, hash)), BlobGone);
});

test('an object that somebody removed is told apart from one that was blanked', async () => {
  const projectId = randomUUID();
  const hash = await blobs.put(projectId, Buffer.from('there'));
  rmSync(join(server.folder, mongo.name, projectId), { recursive: true });
  const lost = await faultOf(blobs.get(projectId, hash));
  assert.instance(lost, BlobLost);
  assert.match(lost.message, /missing in the store/);
  assert.is(await blobs.put(projectId, Buffer.from('there')), hash);
  assert.equal(await blobs.get(projectId, hash), Buffer.from('there'), 'kept anew');
});

test('GridFS: chunks that somebody removed are a lost blob, not a shorter one; a removed file is gone', async () => {
  const [projectId, bytes] = [randomUUID(), randomBytes(600_000)];
  for (const [removed, said] of [
    [{ n: 2 }, /missing in the store/],
    [{ n: 0 }, /missing in the store/],
    [{}, /missing in the store/],
    [null, /kept no more/],
  ] as const) {
    const hash = await before.put(projectId, bytes);
    assert.equal(await before.get(projectId, hash), bytes);
    const file = (await mongo.collection('blobs.files').findOne({ filename: `${projectId}/${hash}` }))!;
    if (removed) await mongo.collection('blobs.chunks').deleteMany({ files_id: file._id, ...removed });
    else await mongo.collection('blobs.files').deleteOne({ _id: file._id });
    const lost = await faultOf(before.get(projectId, hash));
    assert.instance(lost, BlobGone);
    assert.match(lost.message, said);
  }
});

test('a server that is slow or away is said within its time, as a service that cannot be reached', async () => {
  const projectId = randomUUID();
  const hash = await blobs.put(projectId, Buffer.from('there'));
  for (const [away, back] of [
    [() => server.freeze(), async () => server.thaw()],
    [() => server.kill(), () => server.start()],
  ] as const) {
    await away();
    try {
      for (const work of [() => blobs.get(projectId, hash), () => blobs.put(projectId, randomBytes(10)), () => blobs.purge(randomUUID())]) {
        const begun = performance.now();
        const { code, status } = await faultOf(work());
        assert.equal([code, status], ['EXTERNAL_SERVICE_ERROR', 503]);
        assert.ok(performance.now() - begun < 20 * TIMEOUT_MS, `${performance.now() - begun} ms`);
      }
    } finally {
      await back();
    }
    assert.equal(await blobs.get(projectId, hash), Buffer.from('there'));
  }
});

const services = await own.startServices('one');

test('images lie in a bucket of their own, with what a reader needs to know; those on disk from before are served on', async () => {
  const { project } = await account(services.url);
  const client = api(services.url, project.secret);
  const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
  const form = (content: Buffer): FormData => {
    const made = new FormData();
    made.append('image', new File([content as never], 'a.png', { type: 'image/png' }));
    return made;
  };
  const images = join(server.folder, '..', 'posthorn-images');
  for (const content of [png, Buffer.concat([png, Buffer.alloc(9 * 1_048_576)])]) {
    const made = await client.post('/uploads/image', form(content));
    assert.is(made.status, 200, made.text);
    assert.ok(readdirSync(images).includes(made.body.key));
    const served = await fetch(made.body.url);
    assert.equal([served.status, served.headers.get('content-type')], [200, 'image/png']);
    assert.ok(Buffer.from(await served.arrayBuffer()).equals(content));
  }

  const s3 = { ...settings, bucket: 'posthorn-images' };
  const directory = join(server.folder, '..', '..', 'disk');
  const onDisk = createImages({ s3: null, directory })!;
  const both = createImages({ s3, directory })!;
  const old = await onDisk.store(project.id, Readable.from([png]));
  const fresh = await both.store(project.id, Readable.from([png]));
  const { ContentType, CacheControl } = await new S3Client({ endpoint, credentials, region: 'us-east-1', forcePathStyle: true }).send(
    new HeadObjectCommand({ Bucket: s3.bucket, Key: fresh.key }),
  );
  assert.equal([ContentType, CacheControl], ['image/png', 'public, max-age=31536000, immutable']);
  assert.is(await onDisk.open(fresh.key), undefined);
  for (const { key } of [old, fresh]) assert.equal(await all((await both.open(key))!.content), png);
  await server.kill();
  assert.equal(((one) => [one.code, one.status])(await faultOf(both.open(fresh.key))), ['EXTERNAL_SERVICE_ERROR', 503]);
  const refused = await client.post('/uploads/image', form(png));
  assert.equal([refused.status, refused.body], [503, { error: 'Images cannot be stored now' }]);
  await server.start();
  await both.removeAll(project.id);
  for (const { key } of [old, fresh]) assert.is(await both.open(key), undefined);
  assert.equal(
    readdirSync(images).filter((name) => !name.startsWith('.')),
    [],
    'of the project there was nothing else',
  );
});

test('sends with attachments: 503 while S3 is away, an accepted one leaves when it is back, a lost one fails and says why', async () => {
  const { project, domain } = await account(services.url);
  const client = api(services.url, project.secret);
  const content = randomBytes(30_000).toString('base64');
  const attachments = [{ filename: 'a.bin', content, contentType: 'application/octet-stream' }];
  const mail = (to: string) => ({ to, from: `hello@${domain}`, subject: 'S3', body: 'b', attachments });
  const status = async (id: string): Promise<any> => (await client.get(`/emails/${id}`)).body;
  const ended = (id: string): Promise<any> =>
    until(async () => ((one) => ['DELIVERED', 'FAILED'].includes(one.status) && one)(await status(id)), {
      within: 30_000,
      what: 'the end of a mail',
    });
  const sent = await client.post('/v1/send', mail('one@example.com'));
  assert.is(sent.status, 200, sent.text);
  await until(async () => (await status(sent.body.data.emails[0].email)).status === 'DELIVERED', {
    within: 30_000,
    what: 'a mail that left',
  });
  assert.is(objects(project.id).length, 1);

  await server.kill();
  const fresh = { ...mail('two@example.com'), attachments: [{ ...attachments[0], content: randomBytes(100).toString('base64') }] };
  const refused = await client.post('/v1/send', fresh);
  assert.equal([refused.status, refused.body.error?.code], [503, 'EXTERNAL_SERVICE_ERROR'], refused.text);
  // Its bytes are known to be there, so it is accepted; they cannot be read yet.
  const waits = await client.post('/v1/send', mail('three@example.com'));
  assert.is(waits.status, 200, waits.text);
  await server.start();
  await until(async () => (await status(waits.body.data.emails[0].email)).status === 'DELIVERED', {
    within: 60_000,
    what: 'the mail that waited',
  });

  // Somebody empties the bucket: mail that needs what was there fails and says why, and is not tried again; other mail leaves.
  for (const entry of readdirSync(server.folder)) rmSync(join(server.folder, entry), { recursive: true });
  const lost = await client.post('/v1/send', mail('four@example.com'));
  const other = await client.post('/v1/send', { ...mail('five@example.com'), attachments: [] });
  const failed = await ended(lost.body.data.emails[0].email);
  assert.equal([failed.status, failed.error], ['FAILED', 'not composed: its content is missing in the store']);
  assert.equal([failed.attachments[0].filename, failed.attachments[0].content], ['a.bin', '']);
  assert.is((await ended(other.body.data.emails[0].email)).status, 'DELIVERED');
  const trace = (await client.get(`/emails/${failed.id}/trace`)).body.data as { to: string }[];
  assert.is(trace.filter(({ to }) => to === 'SENDING').length, 1, JSON.stringify(trace));
  // The same bytes again are kept again.
  const anew = await client.post('/v1/send', mail('six@example.com'));
  assert.is((await ended(anew.body.data.emails[0].email)).status, 'DELIVERED');
});

test.after(async () => {
  await mongo.close();
  await own.stop();
  await server.stop();
});
test.run();
