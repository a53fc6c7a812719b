/** `npm run why`: what a person on call is told, of real mails. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { run } from '#local/tool.ts';
import { until } from '#test/until.ts';
import { is } from './answers.ts';
import { address, sender } from './tenant.ts';

const test = suite('why');
const { api, from, project } = await sender();
const why = (...args: string[]) =>
  run(process.execPath, ['deploy/local/why.ts', ...args], { env: { ...process.env, POSTHORN_API_KEY: project.secret } });

const to = address();
const { data } = is(await api.post('/v1/send', { to, from, subject: 'Where am I', body: '<p>Hello</p>' }), 200);
const id: string = data.emails[0].email;
await until(async () => is(await api.get(`/emails/${id}`), 200).status === 'DELIVERED');

test('an address: who it is, and each mail step by step', async () => {
  const { ok, output } = await why(to.toUpperCase());
  assert.ok(ok, output);
  const steps = [
    'is a contact',
    `${id}  "Where am I"`,
    'PENDING waits in the ledger',
    'SENDING is claimed by a process, attempt 1',
    'SENT is accepted by the provider',
    'DELIVERED is delivered',
    'So: DELIVERED after 1 attempt. The provider says',
  ];
  const found = steps.map((step) => output.indexOf(step));
  assert.equal(
    found.filter((at) => at < 0),
    [],
    output,
  );
  assert.equal(
    found,
    found.toSorted((a, b) => a - b),
    output,
  );
  assert.match(output, /\+0\.\d{3} s +SENT[^\n]*\[\S+\]/, 'time and owner of a step');
});

test('a mail by its id', async () => assert.match((await why(id)).output, /So: DELIVERED/));

test('somebody nobody knows, and a mail that is not there', async () => {
  assert.match((await why('nobody@nowhere.example')).output, /is no contact of this project, and no mail was ever accepted/);
  const missing = await why(crypto.randomUUID());
  assert.not(missing.ok);
  assert.match(missing.output, /404/);
});

test.run();
