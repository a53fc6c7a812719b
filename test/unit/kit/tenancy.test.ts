import mongoose from 'mongoose';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { EVERY_PROJECT, TenancyError, acrossProjects, tenancy } from '#kit/store/tenancy.ts';

const schema = new mongoose.Schema<any>(
  { _id: String, projectId: { type: String, required: true }, name: String },
  { bufferCommands: false, autoIndex: false, autoCreate: false },
);
schema.plugin(tenancy);
// Never connected: whatever passes the lock fails later, on the missing connection.
const Thing = mongoose.createConnection().model('Thing', schema);

const test = suite('tenancy plugin');
const refused = async (work: () => PromiseLike<unknown>): Promise<boolean> => {
  try {
    await work();
    return false;
  } catch (error) {
    return error instanceof TenancyError;
  }
};

const filters: [string, Record<string, unknown>, boolean][] = [
  ['no filter', {}, true],
  ['another field', { name: 'a' }, true],
  ['an operator instead of a project', { projectId: { $ne: null } }, true],
  ['a list of projects', { projectId: ['a'] }, true],
  ['null', { projectId: null }, true],
  ['a project', { projectId: 'p' }, false],
];

const operations: [string, (filter: Record<string, unknown>) => PromiseLike<unknown>][] = [
  ['find', (f) => Thing.find(f)],
  ['find cursor', (f) => Thing.find(f).cursor().next()],
  ['findOne', (f) => Thing.findOne(f)],
  ['exists', (f) => Thing.exists(f)],
  ['countDocuments', (f) => Thing.countDocuments(f)],
  ['distinct', (f) => Thing.distinct('name', f)],
  ['updateOne', (f) => Thing.updateOne(f, { name: 'b' })],
  ['updateMany', (f) => Thing.updateMany(f, { name: 'b' })],
  ['replaceOne', (f) => Thing.replaceOne(f, { name: 'b' })],
  ['deleteOne', (f) => Thing.deleteOne(f)],
  ['deleteMany', (f) => Thing.deleteMany(f)],
  ['findOneAndUpdate', (f) => Thing.findOneAndUpdate(f, { name: 'b' })],
  ['findOneAndReplace', (f) => Thing.findOneAndReplace(f, { name: 'b' })],
  ['findOneAndDelete', (f) => Thing.findOneAndDelete(f)],
  ['aggregate', (f) => Thing.aggregate([{ $match: f }])],
  ['bulkWrite updateOne', (filter) => Thing.bulkWrite([{ updateOne: { filter, update: { name: 'b' } } }] as never)],
  ['bulkWrite deleteMany', (filter) => Thing.bulkWrite([{ deleteMany: { filter } }] as never)],
  ['insertMany', (f) => Thing.insertMany([{ _id: '1', ...f }])],
  ['bulkWrite insertOne', (f) => Thing.bulkWrite([{ insertOne: { document: { _id: '1', ...f } } }] as never)],
];

for (const [operation, run] of operations) {
  for (const [name, filter, expected] of filters) {
    test(`${operation} with ${name} is ${expected ? 'refused' : 'let through'}`, async () => {
      assert.is(await refused(() => run(filter)), expected);
    });
  }
}

test('one bad operation refuses the whole bulk', async () => {
  const ops = [{ updateOne: { filter: { projectId: 'p' }, update: {} } }, { updateOne: { filter: { name: 'a' }, update: {} } }];
  assert.ok(await refused(() => Thing.bulkWrite(ops as never)));
});

test('an aggregate that does not begin with its project is refused', async () => {
  assert.ok(await refused(() => Thing.aggregate([{ $sort: { name: 1 } }, { $match: { projectId: 'p' } }])));
});

test('estimates count every project, so they are refused', async () => {
  assert.ok(await refused(() => Thing.estimatedDocumentCount()));
});

test('a save without a project fails validation', async () => {
  assert.match(String(await new Thing({ _id: '1' }).save().catch((error: Error) => error.message)), /projectId/);
});

test('only what says so runs across projects', async () => {
  assert.not(await refused(() => acrossProjects(Thing.find({}))));
  assert.not(await refused(() => acrossProjects(Thing.aggregate([{ $match: {} }]))));
  assert.not(
    await refused(() =>
      Thing.bulkWrite([{ updateOne: { filter: { name: 'a' }, update: { name: 'b' } } }] as never, { ...EVERY_PROJECT } as never),
    ),
  );
});

test.run();
