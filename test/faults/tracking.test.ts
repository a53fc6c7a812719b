/** A recipient who opens or clicks notices nothing when counting is not possible; and the count goes on when it is again. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { stretched } from '#local/time-scale.ts';
import { account, api } from '#test/client.ts';
import { ownStack } from '#test/stack.ts';
import { until } from '#test/until.ts';

const test = suite('tracking without delivery');
const own = await ownStack();
const services = await own.startServices('each');
const { project, domain } = await account(services.url);
const [client, anonymous] = [api(services.url, project.secret), api(services.url)];
const TARGET = 'https://shop.example/a';

const to = `${crypto.randomUUID()}@example.com`;
const {
  data: {
    emails: [{ email }],
  },
} = (await client.post('/v1/send', { to, from: `hello@${domain}`, subject: 's', body: `<a href="${TARGET}">a</a>` })).body;
const item = await until(async () => (await anonymous.get(`/dev/inbox?to=${to}`)).body.data[0]);
// What became of it is written a moment after it left: killed before, delivery would first have to find out.
await until(async () => (await client.get(`/emails/${email}`)).body.status === 'DELIVERED');
const { html } = (await anonymous.get(`/dev/inbox/${item.id}`)).body;
const [pixel, link] = ['o', 'c'].map((kind) => new RegExp(`/t/${kind}/[\\w-]+`).exec(html)![0]) as [string, string];

test('the picture and the redirect are answered while delivery is dead, and soon', async () => {
  const delivery = services.processes['delivery']!;
  await delivery.kill();
  for (const [path, status] of [
    [pixel, 200],
    [link, 302],
  ] as const) {
    const began = Date.now();
    const answer = await anonymous.get(path);
    assert.is(answer.status, status, answer.text);
    assert.ok(Date.now() - began < stretched(5_000));
    if (status === 302) assert.is(answer.headers.get('location'), TARGET);
  }
  await delivery.start();
  await until(async () => {
    await anonymous.get(link);
    const row = (await client.get(`/emails/${email}`)).body;
    return row.clicks >= 1 && row.status === 'CLICKED';
  });
});

test.after(() => own.stop());
test.run();
