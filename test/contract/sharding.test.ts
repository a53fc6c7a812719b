/** Which collections are sharded, and whether MongoDB would let them be: a unique index has to begin with the shard key. */
import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { equalities, shapesOf } from '#test/command-shapes.ts';
import { faultOf } from '#test/sharding.ts';
import { anatomy } from '../../deploy/kubernetes/anatomy.ts';
import { freshSharding, growingCollections } from '../../deploy/sharding.ts';

const test = suite('sharding');

/** Collections that do not grow with mail, contacts or events, and by what they do. */
const SMALL: Readonly<Record<string, string>> = {
  'accounts.users': 'people',
  'accounts.projects': 'projects',
  'accounts.sessions': 'logins, for some days',
  'accounts.project_keys': 'projects',
  'accounts.phishing_hits': 'mails a model took for phishing, for some hours',
  'accounts.identities': 'people',
  'accounts.authorizations': 'logins under way',
  'accounts.audit_entries': 'what people change',
  'accounts.mail_tokens': 'mailed links, for a day',
  'accounts.platform_mails': 'mails of the platform itself that wait',
  'accounts.mail_counts': 'projects and hours, for a month',
  'accounts.billing_events': 'payments',
  'campaigns.campaigns': 'campaigns',
  'contacts.asked_for_mail': 'projects',
  'contacts.fields': 'names of fields',
  'contacts.jobs': 'bulk actions',
  'contacts.imports': 'imported files',
  'delivery.domains': 'sender domains',
  'delivery.inbox': 'the development inbox',
  'delivery.retention': 'projects',
  'delivery.deliverability': 'projects and days',
  'delivery.usage': 'projects and months',
  'delivery.campaign_usage': 'campaigns',
  'delivery.campaign_sends': 'campaigns',
  'delivery.email_id_keys': 'one',
  'events.rollups': 'projects and hours',
  'events.retention': 'projects',
  'segments.segments': 'segments',
  'templating.templates': 'templates',
  'workflows.workflows': 'workflows',
  'workflows.snapshots': 'changes of workflows',
  'workflows.counts': 'workflows',
};

const { services } = await anatomy();
const keys = growingCollections(services);
const models = [...services].flatMap(([service, { models: own = [] }]) =>
  own.map((model) => ({ name: `${service}.${model.collection.collectionName}`, model })),
);

test('every collection either has a shard key or is known to stay small', () => {
  const names = models.map(({ name }) => name);
  assert.equal(
    names.filter((name) => keys.has(name) === name in SMALL),
    [],
  );
  assert.equal(
    Object.keys(SMALL).filter((name) => !names.includes(name)),
    [],
    'no longer there',
  );
});

test('every unique index of a sharded collection begins with its shard key', () => {
  let unique = 0;
  for (const { name, model } of models) {
    const key = keys.get(name);
    if (!key) continue;
    const fields = Object.entries(key);
    for (const [index, options] of model.schema.indexes()) {
      if (!options?.unique) continue;
      unique += 1;
      assert.equal(Object.entries(index).slice(0, fields.length), fields, `${name} ${JSON.stringify(index)}`);
    }
    for (const [field] of fields) assert.ok(field === '_id' || model.schema.path(field), `${name} has no ${field}`);
  }
  assert.ok(unique >= 4, `${unique} unique indexes`);
});

test('docs/sharding.md has the commands of the keys', () =>
  assert.is(readFileSync('docs/sharding.md', 'utf8'), freshSharding(services), 'npm run generate'));

test('what a command names is read as mongos reads it', () => {
  const named: readonly (readonly [object, readonly string[]])[] = [
    [{ a: 1, b: { $in: [1, 2] }, c: { $gt: 1 }, d: { $exists: true } }, ['a', 'b']],
    [{ $or: [{ a: 1, b: 1 }, { a: 2 }] }, ['a']],
    [{ $and: [{ a: { $eq: 1 } }, { b: { $ne: 1 } }] }, ['a']],
    [{ a: { $not: { $gt: 1 } }, b: /x/ }, []],
  ];
  for (const [filter, expected] of named) assert.equal(equalities(filter), expected, JSON.stringify(filter));
  const fault = (name: string, command: object) =>
    shapesOf(name, 'posthorn_test_1_workflows', command as never).map((shape) => faultOf(shape, keys));
  const update = (q: object, more: object = {}) => ({ update: 'executions', updates: [{ q, u: { $set: { x: 1 } }, ...more }] });
  const [id, whole] = [
    { _id: '1', projectId: 'p' },
    { projectId: 'p', workflowId: 'w', contactId: 'c' },
  ];
  assert.equal(fault('update', update(id)), [null]);
  assert.match(fault('update', update({ _id: '1' }))[0]!, /names no projectId/);
  assert.match(fault('update', update({ projectId: 'p' }))[0]!, /its id or its shard key/);
  assert.match(fault('update', update(id, { upsert: true }))[0]!, /needs all of/);
  assert.equal(fault('update', update(whole, { upsert: true })), [null]);
  assert.match(fault('findAndModify', { findAndModify: 'executions', query: id, update: {} })[0]!, /needs all of/);
  assert.match(fault('update', { update: 'executions', updates: [{ q: id, u: { $set: { contactId: 'd' } } }] })[0]!, /moves a document/);
  assert.match(fault('aggregate', { aggregate: 'executions', pipeline: [{ $match: { status: 'x' } }] })[0]!, /asks every shard/);
  assert.equal(fault('aggregate', { aggregate: 'executions', pipeline: [{ $match: { projectId: 'p' } }] }), [null]);
});

test.run();
