/** Logins that come all at once: those beyond the queue of password hashing get 503 with Retry-After, and others are served meanwhile. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { envelope, is } from './answers.ts';
import { address, anonymous, person, tenant } from './tenant.ts';

const test = suite('many logins at once');
const { api } = await tenant();

test('what does not fit into the queue is refused, the rest is answered, and others are not kept waiting', async () => {
  const user = await person();
  const logins = Array.from({ length: 400 }, () => anonymous.post('/auth/login', { email: address(), password: 'wrong wrong wrong' }));
  const beside = api.post('/contacts', { email: address() });
  const answers = await Promise.all(logins);
  const overflow = answers.filter(({ status }) => status === 503);
  assert.ok(
    overflow.length > 0,
    [...Map.groupBy(answers, ({ status }) => status)].map(([status, all]) => `${status} × ${all.length}`).join(),
  );
  for (const answer of overflow) {
    envelope(answer, 503, 'EXTERNAL_SERVICE_ERROR', 'Too many logins at once');
    assert.is(answer.headers.get('retry-after'), '2');
  }
  const others = answers.filter(({ status }) => status !== 503);
  // Those before them in the queue, at least.
  assert.ok(others.length >= 128, `${others.length} were answered`);
  for (const answer of others) is(answer, others[0]!.status);
  is(await beside, 201);
  assert.is(is(await anonymous.post('/auth/login', { email: user.email, password: user.password }), 200).success, true);
});

test.run();
