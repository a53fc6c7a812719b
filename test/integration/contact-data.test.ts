/** Custom data: the merge rules and literal keys (contract 2.1). */
import { deepStrictEqual as same } from 'node:assert/strict';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { is } from './answers.ts';
import { address, tenant, type Tenant } from './tenant.ts';

const test = suite('contact data');
const tomorrow = { value: 'Ada', persistent: false };

/** stored, sent, what is stored then. */
const merges: [string, object | null, object | null, object | null][] = [
  ['other keys stay', { a: 1 }, { b: 2 }, { a: 1, b: 2 }],
  ['a sent key changes', { a: 1, b: 2 }, { a: 'x' }, { a: 'x', b: 2 }],
  ['null deletes', { a: 1, b: 2 }, { a: null }, { b: 2 }],
  ['no key left', { a: 1 }, { a: null }, null],
  ['null of an unknown key', { a: 1 }, { b: null }, { a: 1 }],
  ['empty text keeps', { a: 'x' }, { a: '' }, { a: 'x' }],
  ['empty text makes no key', null, { a: '' }, null],
  ['blank text is a value', null, { a: ' ' }, { a: ' ' }],
  ['0 and false are values', { a: 1, b: true }, { a: 0, b: false }, { a: 0, b: false }],
  ['persistent:false is not stored', { a: 1 }, { a: { value: 2, persistent: false }, b: tomorrow }, { a: 1 }],
  ['persistent:true stores the inner value', { a: 1 }, { a: { value: 2, persistent: true } }, { a: 2 }],
  ['a wrapper may hold an object', null, { a: { value: { x: [1] }, persistent: true } }, { a: { x: [1] } }],
  [
    'a wrapper with more keys is one all the same',
    null,
    { a: { value: 1, persistent: true, extra: 2 }, b: { ...tomorrow, extra: 2 } },
    { a: 1 },
  ],
  ['value alone is no wrapper', null, { a: { value: 1 } }, { a: { value: 1 } }],
  ['persistent must be a boolean', null, { a: { value: 1, persistent: 'no' } }, { a: { value: 1, persistent: 'no' } }],
  ['persistent alone is no wrapper', null, { a: { persistent: false } }, { a: { persistent: false } }],
  ['objects are stored as sent, not merged', { o: { x: 1, y: 2 } }, { o: { x: 3 } }, { o: { x: 3 } }],
  [
    'inside objects nothing is a rule',
    null,
    { o: { a: null, b: '', email: 'e', w: tomorrow } },
    { o: { a: null, b: '', email: 'e', w: tomorrow } },
  ],
  ['arrays are stored as sent', { a: [1, 2] }, { a: ['', null, [], {}, 3] }, { a: ['', null, [], {}, 3] }],
  ['empty object and array are values', null, { a: {}, b: [] }, { a: {}, b: [] }],
  [
    'reserved keys are dropped',
    { a: 1 },
    { id: 1, posthorn_id: 1, posthorn_email: 1, email: 1, unsubscribeUrl: 1, subscribeUrl: 1, manageUrl: 1 },
    { a: 1 },
  ],
  ['reserved keys alone leave nothing', null, { email: 'x@example.com' }, null],
  [
    'ordinary keys that look special',
    null,
    { subscribed: 'x', createdAt: 1, updatedAt: 2, service_id: 3, ID: 4, _id: 5, projectId: 6 },
    { subscribed: 'x', createdAt: 1, updatedAt: 2, service_id: 3, ID: 4, _id: 5, projectId: 6 },
  ],
  ['a type may change', { a: 1 }, { a: 'one' }, { a: 'one' }],
  ['locale is stored', null, { locale: 'pt-BR' }, { locale: 'pt-BR' }],
  [
    'numbers',
    null,
    { a: -1.5, b: 1e21, c: 9007199254740991, d: 4294967296, e: 0.1, f: 5e-324 },
    { a: -1.5, b: 1e21, c: 9007199254740991, d: 4294967296, e: 0.1, f: 5e-324 },
  ],
  ['text of any script', null, { a: 'ß 漢字 🦄 \u0000 \u2028', ключ: 1 }, { a: 'ß 漢字 🦄 \u0000 \u2028', ключ: 1 }],
  ['dates stay text', null, { d: '2024-02-29', t: '2024-02-29T10:00:00Z' }, { d: '2024-02-29', t: '2024-02-29T10:00:00Z' }],
  ['data null changes nothing', { a: 1 }, {}, { a: 1 }],
];

/** The three ways of writing data; each answers what is stored then. */
const paths: [string, (tenant: Tenant, email: string, id: string, data: object | null) => Promise<unknown>][] = [
  ['POST /contacts', async ({ api }, email, _id, data) => is(await api.post('/contacts', { email, data }), 200).data],
  ['PATCH /contacts/:id', async ({ api }, _email, id, data) => is(await api.patch(`/contacts/${id}`, { data }), 200).data],
  [
    'POST /v1/track',
    async ({ api, tracker }, email, id, data) => {
      is(await tracker.post('/v1/track', { email, event: 'e', data }), 200);
      return is(await api.get(`/contacts/${id}`), 200).data;
    },
  ],
];
for (const [path, write] of paths) {
  test(`${path} merges`, async () => {
    const mine = await tenant();
    for (const [name, stored, sent, then] of merges) {
      const email = address();
      const { id, data } = is(await mine.api.post('/contacts', { email, data: stored }), 201);
      assert.equal(data, stored, name);
      assert.equal(await write(mine, email, id, sent), then, name);
      assert.equal(is(await mine.api.get(`/contacts/${id}`), 200).data, then, name);
    }
  });
}

test('creation follows the same rules', async () => {
  const { api } = await tenant();
  for (const [name, stored, sent, then] of merges) {
    if (stored === null) assert.equal(is(await api.post('/contacts', { email: address(), data: sent }), 201).data, then, name);
  }
});

const KEYS = [
  'field.with.dots',
  'with-dash',
  'with blank',
  ' ',
  '.',
  '..',
  'a.',
  '.a',
  '$where',
  '$set',
  '$',
  'a$b',
  '%',
  '%2E',
  '%25',
  '%00',
  'a%2Eb',
  'constructor',
  'toString',
  'hasOwnProperty',
  'length',
  '0',
  '-1',
  'NUL\u0000',
  'ключ',
  '🦄',
  'quote"\'',
  'line\nbreak',
  '{{x}}',
  'data',
  'a.$b.c',
  'x'.repeat(1_000),
];

test('keys are literal, at every depth', async () => {
  const { api } = await tenant();
  for (const key of KEYS) {
    const email = address();
    const data = { [key]: 1, nested: { [key]: { [key]: [{ [key]: 2 }] } }, plain: 0 };
    const { id, data: made } = is(await api.post('/contacts', { email, data }), 201);
    same(made, data);
    same(is(await api.get(`/contacts/${id}`), 200).data, data);
    same(is(await api.post('/contacts', { email, data: { [key]: 'changed' } }), 200).data, { ...data, [key]: 'changed' });
    same(is(await api.patch(`/contacts/${id}`, { data: { [key]: null } }), 200).data, { nested: data.nested, plain: 0 });
  }
});

test('a dotted key and a path are two things', async () => {
  const { api } = await tenant();
  const email = address();
  is(await api.post('/contacts', { email, data: { a: { b: 1 } } }), 201);
  assert.equal(is(await api.post('/contacts', { email, data: { 'a.b': 2 } }), 200).data, { a: { b: 1 }, 'a.b': 2 });
  assert.equal(is(await api.post('/contacts', { email, data: { 'a.b': null } }), 200).data, { a: { b: 1 } });
});

test('__proto__ and the empty key are keys like any other', async () => {
  const { api } = await tenant();
  for (const key of ['__proto__', '']) {
    const sent = `{"email":"${address()}","data":{"${key}":{"polluted":1},"nested":{"${key}":{"admin":true}},"a":1}}`;
    const answer = await api.post('/contacts', sent);
    const { id } = is(answer, 201);
    const read = await api.get(`/contacts/${id}`);
    for (const { text } of [answer, read]) {
      const data = JSON.parse(text).data;
      assert.equal(
        Object.entries(data).sort(),
        [
          [key, { polluted: 1 }],
          ['a', 1],
          ['nested', JSON.parse(`{"${key}":{"admin":true}}`)],
        ].sort(),
        text,
      );
      assert.is(data.polluted, undefined);
    }
  }
  const bystander = is(await api.post('/contacts', { email: address() }), 201);
  assert.not('polluted' in bystander);
  assert.is(bystander.data, null);
});

test.run();
