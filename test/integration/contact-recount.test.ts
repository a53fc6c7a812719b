/** The recount of the field catalogue: nothing to find after any traffic; what was written around the service is found and repaired. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import mongoose from 'mongoose';
import { recount } from '#test/posthorn.ts';
import { is } from './answers.ts';
import { address, tenant, type Tenant } from './tenant.ts';

const test = suite('contact recount');

const fields = async ({ api }: Tenant) => is(await api.get('/contacts/fields'), 200).fields.filter((one: any) => one.isCustom);

test('nothing to find after traffic of every kind at once', async () => {
  const mine = await tenant();
  const { api, tracker, project } = mine;
  const emails = Array.from({ length: 12 }, () => address());
  let deleted = 0;
  await Promise.all(
    Array.from({ length: 8 }, async (_, client) => {
      for (let n = 0; n < 30; n += 1) {
        const email = emails[(client * 5 + n) % emails.length]!;
        const data = { [`k${n % 5}`]: n % 4 ? n : null, [`c${client}`]: 'x', other: n % 3 ? 'y' : null };
        const answer = n % 2 ? await api.post('/contacts', { email, data }) : await tracker.post('/v1/track', { email, event: 'e', data });
        assert.ok(answer.status < 300, answer.text);
        const id = answer.body.id ?? answer.body.data.contact;
        if (n % 7 === 3)
          assert.ok([200, 404, 409].includes((await api.patch(`/contacts/${id}`, { data: n % 2 ? null : { other: 1 } })).status));
        if (n % 10 === 9) deleted += (await api.delete(`/contacts/${id}`)).status === 204 ? 1 : 0;
        if (n === 15 && client === 0) is(await api.delete('/contacts/fields/data.k1'), 200);
      }
    }),
  );
  assert.ok(deleted > 0);
  assert.equal(await recount('contacts', [project.id]), { code: 0, lines: [] });
});

test('what was written around the service is found and repaired', async () => {
  const mine = await tenant();
  const { api, project } = mine;
  is(await api.post('/contacts', { email: address(), data: { a: 1, b: 2 } }), 201);
  const { id } = is(await api.post('/contacts', { email: address(), data: { a: 1 } }), 201);
  is(await api.get('/contacts/fields'), 200);
  const connection = await mongoose.createConnection(process.env['MONGODB_URI']!, { directConnection: false }).asPromise();
  try {
    const contacts = connection.useDb(`${process.env['MONGODB_PREFIX']}contacts`).collection<{ _id: string }>('contacts');
    await contacts.updateOne({ _id: id }, { $set: { 'data.d%2Ex': '2024-01-01' }, $unset: { 'data.a': 1 } });
  } finally {
    await connection.close();
  }
  const expected = [
    { service: 'contacts', key: 'a', of: 'count', listed: 2, counted: 1 },
    { service: 'contacts', key: 'a', of: 'values', listed: 1, counted: 1 },
    { service: 'contacts', key: 'd.x', of: 'count', listed: 0, counted: 1 },
    { service: 'contacts', key: 'd.x', of: 'values', listed: 0, counted: 1 },
  ];
  for (const [args, code] of [
    [[], 1],
    [['--repair'], 0],
  ] as const) {
    const found = await recount('contacts', [project.id, ...args]);
    assert.equal(
      { code: found.code, lines: found.lines.sort((a: any, b: any) => (a.key + a.of < b.key + b.of ? -1 : 1)) },
      { code, lines: expected },
    );
  }
  for (const [field, values] of [
    ['a', [1]],
    ['d.x', ['2024-01-01']],
  ])
    assert.equal(is(await api.get(`/contacts/fields/data.${field}/values`), 200).values, values);
  assert.equal(await recount('contacts', [project.id]), { code: 0, lines: [] });
  assert.equal(
    (await fields(mine)).map((one: any) => [one.field, one.type, one.coverage]),
    [
      ['data.a', 'number', 0.5],
      ['data.b', 'number', 0.5],
      ['data.d.x', 'date', 0.5],
    ],
  );
});

test.run();
