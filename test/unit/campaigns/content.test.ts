import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Fault } from '#kit/errors.ts';
import { NAME_MAX, changeContent, copyName, readContent } from '#services/campaigns/domain/content.ts';

const test = suite('campaigns: content');
const required = { name: 'n', subject: 's', body: 'b', from: 'a@example.org', audienceType: 'ALL' } as const;
const whole = {
  ...required,
  description: null,
  fromName: null,
  replyTo: null,
  type: 'MARKETING',
  audienceCondition: null,
  segmentId: null,
  templateId: null,
};

test('what is absent has its default', () => assert.equal(readContent(required), whole));
test('null is the default, for the type too', () => assert.equal(readContent({ ...required, type: null, description: null }), whole));
test('an audience keeps only what it uses', () => {
  assert.equal(readContent({ ...required, segmentId: 's1', audienceCondition: {} }), whole);
  assert.equal(readContent({ ...required, audienceType: 'SEGMENT', segmentId: 's1', audienceCondition: {} }), {
    ...whole,
    audienceType: 'SEGMENT',
    segmentId: 's1',
  });
  assert.equal(readContent({ ...required, audienceType: 'FILTERED', segmentId: 's1', audienceCondition: {} }), {
    ...whole,
    audienceType: 'FILTERED',
    audienceCondition: {},
  });
});
for (const [audienceType, field] of [
  ['SEGMENT', 'segmentId'],
  ['FILTERED', 'audienceCondition'],
] as const) {
  test(`${audienceType} needs ${field}, after a change as well`, () => {
    for (const act of [() => readContent({ ...required, audienceType }), () => changeContent(readContent(required), { audienceType })]) {
      assert.throws(act, (error: Fault) => error.status === 422 && error.options.errors![0]!.field === field);
    }
  });
}

const full = { ...whole, description: 'd', fromName: 'f', replyTo: 'r@example.org', type: 'HEADLESS', templateId: 't' } as const;
test('with all required fields a change replaces', () => assert.equal(changeContent(readContent(full), required), whole));
test('with some of them it changes those', () => {
  assert.equal(changeContent(readContent(full), { name: 'm', description: null }), { ...full, name: 'm', description: null });
  assert.equal(changeContent(readContent(full), {}), full);
  assert.equal(changeContent(readContent(full), { name: null }), full);
});

test('a copy fits its limit, and no character is halved', () => {
  assert.is(copyName('a'), 'a (Copy)');
  assert.is(copyName('x'.repeat(NAME_MAX)).length, NAME_MAX);
  assert.is(copyName('x'.repeat(NAME_MAX - 8) + '😀😀'), `${'x'.repeat(NAME_MAX - 8)} (Copy)`);
});

test.run();
