/** The development inbox keeps the last 1,000 mails of a project, and answers for what it kept (contract "Send pipeline: capture"). */
import mongoose from 'mongoose';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createGridFsBlobs } from '#kit/store/gridfs-blobs.ts';
import { buildIndexes } from '#kit/store/schema.ts';
import { createInbox } from '#services/delivery/providers/capture/inbox.ts';
import { deliveryModels } from '#services/delivery/model.ts';
import { createCaptureProvider } from '#services/delivery/providers/capture/capture.ts';
import { ownStack } from '#test/stack.ts';

const KEPT = 1_000;
const own = await ownStack({ servers: ['mongodb'] });
const connection = await mongoose.createConnection(own.stack.urls.MONGODB_URI!).asPromise();
const database = connection.useDb('capture');
const model = deliveryModels(database).inbox;
await buildIndexes([model]);
const blobs = createGridFsBlobs(database, () => new Date());
let now = Date.parse('2026-01-02T03:04:05.000Z');
const provider = createCaptureProvider(model, blobs, () => new Date(now));
const box = createInbox(model, blobs, true);

const raw = Buffer.from('From: a@example.org\r\nTo: b@example.com\r\nSubject: =?UTF-8?Q?Gr=C3=BC=C3=9Fe?=\r\n\r\nHello\r\n');
const send = (n: number, projectId = 'p1', attempt = 1) =>
  provider.send(
    {
      emailId: `${projectId}-${n}`,
      projectId,
      attempt,
      envelope: { from: 'a@example.org', to: `r${n}@example.com` },
      from: 'a@example.org',
      subject: `${n}`,
      tracked: false,
      raw,
    },
    () => undefined,
  );

const test = suite('capture');

test('young mail is all there; of older mail the last 1,000 of each project', async () => {
  for (let n = 0; n < 1_400; n += 1) {
    now += 1_000;
    await send(n);
    if (n < 3) await send(n, 'p2');
  }
  const kept = await model.countDocuments({ projectId: 'p1' });
  assert.ok(kept >= KEPT && kept <= KEPT + 200 + 300, `${kept} are kept`);
  const listed = (await box.list(null)).map(({ id }) => id);
  const mine = listed.filter((id) => id.startsWith('p1-'));
  assert.equal([mine.length, mine[0], mine.at(-1)], [KEPT, 'p1-1399', 'p1-400']);
  assert.equal(
    listed.filter((id) => id.startsWith('p2-')),
    ['p2-2', 'p2-1', 'p2-0'],
  );
});

test('`to` is the whole address, case ignored; the mail is read back', async () => {
  assert.equal(
    (await box.list(' R1399@EXAMPLE.com')).map(({ id }) => id),
    ['p1-1399'],
  );
  assert.equal(await box.list('1399@example.com'), []);
  const { headers, text } = await box.get('p1-1399');
  assert.equal([headers['subject'], text?.trim()], ['Grüße', 'Hello']);
});

test('it says what it was handed, and shows a repetition', async () => {
  assert.ok(await provider.outcomeOf!('p1-1399'));
  assert.is(await provider.outcomeOf!('never'), null);
  await send(1_399, 'p1', 2);
  const [item] = await box.list('r1399@example.com');
  assert.is(item!.dispatches, 2);
});

test('emptied', async () => {
  await box.clear();
  assert.equal(await box.list(null), []);
});

test.after(async () => {
  await connection.close();
  await own.stop();
});
test.run();
