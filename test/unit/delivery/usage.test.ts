/** Which cap holds for a mail, how much it counts, and in which month (contract "Billing"). */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CATEGORIES, capOf, categoryOf, monthBegin, monthOf, unitsOf } from '#services/delivery/domain/usage.ts';

const test = suite('usage');
const FREE = { over: CATEGORIES, limit: 1_000 };

test('the free tier is over all categories; a subscription or a cap of one’s own ends it', () => {
  for (const category of CATEGORIES) {
    assert.equal(capOf({}, category), FREE);
    assert.equal(capOf({ subscription: 'sub_1' }, category), null);
  }
  const capped = { billingLimitWorkflows: 5 };
  assert.equal(capOf(capped, 'workflows'), { over: ['workflows'], limit: 5 });
  assert.equal(capOf(capped, 'inbound'), null);
  assert.equal(capOf({ ...capped, subscription: 'sub_1' }, 'workflows'), { over: ['workflows'], limit: 5 });
});

test('a mail is of the category of its source, and counts twice with attachments', () => {
  assert.equal((['WORKFLOW', 'CAMPAIGN', 'TRANSACTIONAL', 'INBOUND'] as const).map(categoryOf), [...CATEGORIES]);
  assert.equal([unitsOf({ attachments: [] }), unitsOf({ attachments: [1] }), unitsOf({ attachments: [1, 2] })], [1, 2, 2]);
});

test('months are those of UTC', () => {
  const [last, first] = ['2026-12-31T23:59:59.999Z', '2027-01-01T00:00:00.000Z'].map((at) => new Date(at)) as [Date, Date];
  assert.equal([monthOf(last), monthOf(first), monthBegin(monthOf(first))], ['2026-12', '2027-01', first]);
});

test.run();
