/** Whose request it is (`TRUST_PROXY`): addresses that proxies vouch for, by hops or by CIDRs, and none that a client only claims. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startGateway } from './gateway-process.ts';

const test = suite('client addresses');

/** The smallest limit there may be: a client's requests in a minute. */
const MOST = 20;
let names = 0;
const fresh = (): string => `198.51.100.${(names += 1)}`;

/** For each setting: what a request's `X-Forwarded-For` may be so that it is the same client's, and so that it is another's. */
const CASES: [name: string, setting: string | undefined, same: (client: string) => string, other: (client: string) => string][] = [
  ['unset: nobody is believed', undefined, fresh, fresh],
  ['0 hops: nobody is believed', '0', fresh, fresh],
  ['one hop: the last entry counts, what stands before it is a claim', '1', (client) => `${fresh()}, ${client}`, () => fresh()],
  ['two hops: the entry before the last', '2', (client) => `${fresh()}, ${client}, 10.0.0.1`, () => `${fresh()}, 10.0.0.1`],
  [
    'CIDRs: the last entry that is no proxy of ours',
    '127.0.0.0/8,10.0.0.0/8',
    (client) => `${fresh()}, ${client}, 10.1.2.3, 10.0.0.1`,
    () => `${fresh()}, 10.1.2.3`,
  ],
  ['CIDRs that do not hold the peer: nobody is believed', '10.0.0.0/8', fresh, fresh],
];

for (const [name, setting, same, other] of CASES) {
  test(name, async () => {
    const gateway = await startGateway({ CLIENT_RATE_LIMIT_PER_MINUTE: String(MOST), ...(setting ? { TRUST_PROXY: setting } : {}) });
    const ask = async (forwarded: string): Promise<number> =>
      (await fetch(`${gateway.url}/health`, { headers: { 'x-forwarded-for': forwarded } })).status;
    try {
      const client = fresh();
      const statuses: number[] = [];
      for (let n = 0; n <= MOST; n += 1) statuses.push(await ask(same(client)));
      assert.equal(statuses, [...Array<number>(MOST).fill(200), 429], 'one client, whatever it claims');
      const believes = setting !== undefined && !['0', '10.0.0.0/8'].includes(setting);
      assert.is(await ask(other(client)), believes ? 200 : 429, 'another client');
    } finally {
      await gateway.stop();
    }
  });
}

test('an IPv6 client is its network, in whatever form a proxy writes it', async () => {
  const gateway = await startGateway({ CLIENT_RATE_LIMIT_PER_MINUTE: String(MOST), TRUST_PROXY: '1' });
  const ask = async (address: string): Promise<number> =>
    (await fetch(`${gateway.url}/health`, { headers: { 'x-forwarded-for': address } })).status;
  try {
    for (let n = 0; n < MOST; n += 1) assert.is(await ask(`2001:db8:0:1::${n}`), 200);
    assert.is(await ask('2001:0db8:0000:0001:ffff::1'), 429);
    assert.is(await ask('2001:db8:0:2::1'), 200);
    for (let n = 0; n < MOST; n += 1) assert.is(await ask(n % 2 === 0 ? '::ffff:192.0.2.7' : '192.0.2.7'), 200);
    assert.is(await ask('192.0.2.7'), 429);
  } finally {
    await gateway.stop();
  }
});

test.run();
