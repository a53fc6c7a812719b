/**
 * A pause in front of a slow MTA: rows that a process has claimed ahead are asked about once more right before they are handed over, so
 * that after the answer only what is on an open connection leaves.
 */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { account, api } from '#test/client.ts';
import { startSink } from '#test/smtp.ts';
import { ownStack } from '#test/stack.ts';
import { until } from '#test/until.ts';
import { ok } from './answers.ts';

const CONNECTIONS = 4;
const RECIPIENTS = 60;
/** How long the MTA thinks about each message, in ms: the rows behind it wait, claimed. */
const SLOW_MS = 500;

const sink = await startSink();
const own = await ownStack({
  env: {
    MAIL_PROVIDER: 'smtp',
    SMTP_URL: sink.url,
    EMAIL_WORKER_CONCURRENCY: String(CONNECTIONS),
    EMAIL_RATE_LIMIT_PER_SECOND: '1000',
    API_RATE_LIMIT_PER_MINUTE: '100000',
  },
});
const services = await own.startServices('one');
const { project, domain } = await account(services.url);
const client = api(services.url, project.secret);
const test = suite('pause');

const emails = Array.from({ length: RECIPIENTS }, (_, n) => `slow-${n}@example.com`);
for (const email of emails) {
  sink.script(email, { slow: [SLOW_MS] });
  await client.post('/contacts', { email });
}
const { body: created } = await client.post('/campaigns', {
  name: 'News',
  subject: 'News',
  body: '<p>News</p>',
  from: `news@${domain}`,
  audienceType: 'ALL',
});
const { id } = created.data;
const progress = async () => ok(await client.get(`/campaigns/${id}/progress`));

test('after the answer no more leaves than connections were busy; resumed, everybody has it once', async () => {
  ok(await client.post(`/campaigns/${id}/send`, {}));
  await until(async () => sink.taken.length >= CONNECTIONS, { what: 'the first mails' });
  // Else none waits behind a connection, and nothing is shown. The count may be of a moment ago, when the first few were claimed.
  await until(async () => (await progress()).sending > CONNECTIONS, { what: 'more claimed than connections' });

  ok(await client.post(`/campaigns/${id}/pause`, {}));
  const atAnswer = sink.taken.length;
  await until(async () => (await progress()).sending === 0, { what: 'the rows that were claimed' });
  const late = sink.taken.length - atAnswer;
  assert.ok(late <= CONNECTIONS, `${late} mails left behind the answer, over ${CONNECTIONS} connections`);
  assert.ok(sink.taken.length < RECIPIENTS, 'the pause came too late to show anything');

  ok(await client.post(`/campaigns/${id}/resume`, {}));
  await until(async () => (await progress()).status === 'SENT', { what: 'the end of the send' });
  assert.equal(sink.taken.map(({ to }) => to).sort(), [...emails].sort());
});

test.after(async () => {
  await services.stop();
  await own.stop();
  await sink.stop();
});
test.run();
