/** What POST and PATCH /templates take, and in which order they complain. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Fault } from '#kit/errors.ts';
import { readListQuery } from '../../../services/templating/domain/list.ts';
import { copyName, readChanges, readTemplate } from '../../../services/templating/domain/template.ts';

const GOOD = { name: 'Welcome', subject: 'Hi', body: '<p>Hi</p>', from: 'a@example.org' };

/** [body, message] */
const REFUSED: [Record<string, unknown>, string][] = [
  [{}, 'Name is required'],
  [{ name: ' ' }, 'Name is required'],
  [{ name: 'n', type: 'NOPE', from: 'bad' }, 'Subject is required'],
  [{ name: 'x'.repeat(101), subject: 's' }, 'Body is required'],
  [{ name: 'n', subject: 's', body: 'b' }, 'From address is required'],
  [{ ...GOOD, from: null }, 'From address is required'],
  [{ ...GOOD, name: 5 }, 'Name must be a string'],
  [{ ...GOOD, name: 'x'.repeat(101) }, 'Name must be at most 100 characters'],
  [{ ...GOOD, description: 'x'.repeat(501) }, 'Description must be at most 500 characters'],
  [{ ...GOOD, subject: 'x'.repeat(999) }, 'Subject must be at most 998 characters'],
  [{ ...GOOD, subject: 'a\r\nBcc: b@c.d' }, 'Subject must not contain line breaks'],
  [{ ...GOOD, body: 'x'.repeat(2_000_001) }, 'Body must be at most 2000000 characters'],
  [{ ...GOOD, from: 'nobody' }, 'From address must be a valid email address'],
  [{ ...GOOD, from: 'a@example.org\r\nBcc: x@y.z' }, 'From address must be a valid email address'],
  [{ ...GOOD, fromName: 'x'.repeat(101) }, 'From name must be at most 100 characters'],
  [{ ...GOOD, fromName: 'a\nb' }, 'From name must not contain line breaks'],
  [{ ...GOOD, replyTo: 'nobody' }, 'Reply-to address must be a valid email address'],
  [{ ...GOOD, replyTo: {} }, 'Reply-to address must be a string'],
  [{ ...GOOD, type: 'NOPE' }, 'Type must be one of TRANSACTIONAL, MARKETING, HEADLESS'],
  [{ ...GOOD, type: null }, 'Type must be one of TRANSACTIONAL, MARKETING, HEADLESS'],
];

function faultOf(act: () => unknown): Fault {
  try {
    act();
  } catch (error) {
    return error as Fault;
  }
  throw new Error('nothing was thrown');
}

const test = suite('template');

for (const [body, message] of REFUSED) {
  test(`refused: ${message}`, () => {
    const fault = faultOf(() => readTemplate(body));
    assert.equal([fault.message, fault.status, fault.options.short], [message, 400, true]);
  });
}

test('defaults, and unknown keys are ignored', () => {
  assert.equal(readTemplate({ ...GOOD, id: 'mine', projectId: 'other', description: '', fromName: null }), {
    ...GOOD,
    description: null,
    fromName: null,
    replyTo: null,
    type: 'MARKETING',
  });
});

test('changes hold only what was sent', () => {
  assert.equal(readChanges({}), {});
  assert.equal(readChanges({ subject: 's', description: null, projectId: 'other' }), { subject: 's', description: null });
  assert.is(faultOf(() => readChanges({ body: '' })).message, 'Body is required');
  assert.is(faultOf(() => readChanges({ type: 'NOPE' })).options.short, true);
});

test('the name of a duplicate fits', () => {
  assert.is(copyName('Welcome'), 'Welcome (Copy)');
  assert.is(copyName('x'.repeat(100)), `${'x'.repeat(93)} (Copy)`);
  assert.is(copyName(`${'x'.repeat(92)}😀 and more`), `${'x'.repeat(92)} (Copy)`);
});

test('lists fall back where they do not understand', () => {
  assert.equal(readListQuery({ page: 0, pageSize: 0, search: null, type: 'nope', sort: 'body', dir: 'up' }), {
    page: 1,
    pageSize: 20,
    search: '',
    type: undefined,
    sort: 'createdAt',
    dir: -1,
  });
  assert.equal(readListQuery({ page: 2, pageSize: 1_000, search: ' a ', type: 'HEADLESS', sort: 'name', dir: 'asc' }), {
    page: 2,
    pageSize: 100,
    search: 'a',
    type: 'HEADLESS',
    sort: 'name',
    dir: 1,
  });
});

test.run();
