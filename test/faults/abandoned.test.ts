/** Transactions that nobody goes on with keep no one from the field catalogue; those that go on, or are of others, are left alone. */
import { setInterval } from 'node:timers';
import mongoose from 'mongoose';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { APP_NAME } from '#kit/store/abandoned-transactions.ts';
import { createCatalogue } from '#services/contacts/fields/catalogue.ts';
import { contactModel } from '#services/contacts/model.ts';
import { ownStack } from '#test/stack.ts';

const test = suite('abandoned transactions');
const own = await ownStack({ servers: ['mongodb'] });
const connect = (appName: string) => mongoose.createConnection(own.env['MONGODB_URI']!, { appName }).asPromise();
const [posthorn, stranger] = [await connect(APP_NAME), await connect('stranger')];
// Much longer than the test: nothing ends by itself.
await posthorn.getClient().db('admin').command({ setParameter: 1, transactionLifetimeLimitSeconds: 3_600 });

const database = posthorn.useDb('contacts', { useCache: true });
const catalogue = createCatalogue(contactModel(database));
await catalogue.model.createCollection();

interface Begun {
  touch(): Promise<unknown>;
  commit(): Promise<unknown>;
  end(): Promise<void>;
}

async function begin(connection: mongoose.Connection, filter: object): Promise<Begun> {
  const session = await connection.startSession();
  session.startTransaction();
  const touch = () =>
    connection
      .useDb('contacts', { useCache: true })
      .collection('fields')
      .updateOne(filter, { $inc: { turn: 1 } }, { session });
  await touch();
  return { touch, commit: () => session.commitTransaction(), end: () => session.endSession() };
}

test('whoever is kept waiting ends the abandoned transactions that block it', async () => {
  await catalogue.commit(['p'], async () => undefined);
  await catalogue.model.collection.insertMany([{ _id: 'slow' }, { _id: 'foreign' }] as never);
  const dead = await begin(posthorn, { projectId: 'p', key: '' });
  const slow = await begin(posthorn, { _id: 'slow' });
  const foreign = await begin(stranger, { _id: 'foreign' });
  const beat = setInterval(() => void slow.touch(), 200);
  let turns = 0;
  await catalogue.commit(['p'], async () => {
    turns += 1;
  });
  clearInterval(beat);
  assert.is(turns, 1);
  await slow.commit();
  await foreign.commit();
  let error: any;
  await dead.commit().catch((thrown) => {
    error = thrown;
  });
  assert.ok(error?.hasErrorLabel('TransientTransactionError'), 'who was only slow begins anew');
  await Promise.all([dead, slow, foreign].map((one) => one.end()));
});

test.after(async () => {
  await posthorn.close();
  await stranger.close();
  await own.stop();
});

test.run();
