/** The capture provider’s inbox (contract "Send pipeline: capture"). */
import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { envelope, is, keys, TIMESTAMP, UUID } from './answers.ts';
import { mails } from './inbox-mail.ts';
import { address, anonymous, sender } from './tenant.ts';

const test = suite('inbox');
const ITEM = ['id', 'emailId', 'projectId', 'from', 'to', 'subject', 'receivedAt'];

test('the list is newest first, an address is matched whole', async () => {
  const { api, from, project } = await sender();
  const to = address();
  const rows: string[] = [];
  for (const subject of ['first', 'second']) {
    rows.unshift(is(await api.post('/v1/send', { to, from, subject, body: 'b' }), 200).data.emails[0].email);
    await mails(to, rows.length);
  }
  const { data } = is(await anonymous.get(`/dev/inbox?to=${to}`), 200);
  for (const one of data) {
    keys(one, ...ITEM);
    assert.match(one.id, UUID);
    assert.match(one.receivedAt, TIMESTAMP);
    assert.is(one.projectId, project.id);
    assert.ok(one.to.includes(to) && one.from.includes(from));
  }
  assert.equal(
    data.map((one: any) => one.emailId),
    rows,
  );
  assert.equal(
    data.map((one: any) => one.subject),
    ['second', 'first'],
  );
  for (const fragment of [to.slice(0, -1), to.slice(1), '.*', '']) {
    const found = is(await anonymous.get(`/dev/inbox?to=${encodeURIComponent(fragment)}`), 200).data;
    if (fragment) assert.equal(found, [], fragment);
  }
  const whole = is(await anonymous.get(`/dev/inbox/${data[0].id}`), 200);
  keys(whole, ...ITEM, 'headers', 'html', 'text', 'attachments', 'raw');
  for (const key of ITEM) assert.is(whole[key], data[0][key]);
});

test('an unknown mail', async () => {
  for (const id of [randomUUID(), 'x', '%24ne']) envelope(await anonymous.get(`/dev/inbox/${id}`), 404, 'RESOURCE_NOT_FOUND');
});

test('DELETE empties it', async () => {
  const { api, from } = await sender();
  const to = address();
  is(await api.post('/v1/send', { to, from, subject: 's', body: 'b' }), 200);
  const [{ id }] = await mails(to);
  const answer = await anonymous.delete('/dev/inbox');
  assert.equal([answer.status, answer.text], [204, '']);
  assert.equal(is(await anonymous.get('/dev/inbox'), 200), { data: [] });
  envelope(await anonymous.get(`/dev/inbox/${id}`), 404, 'RESOURCE_NOT_FOUND');
});

test.run();
