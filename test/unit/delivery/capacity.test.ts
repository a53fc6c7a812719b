/** How fast and how wide mail leaves (contract 8 "Sending", "Send pipeline: Workers"). */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Config } from '#kit/config/config.ts';
import { rateOf, workersOf } from '#services/delivery/providers/provider.ts';

const rate = suite('rate');
const sending = (over: object) =>
  ({ ratePerSecond: undefined, workers: undefined, workersMax: 50, ...over }) as unknown as Config['sending'];

rate('the setting, else the provider’s quota, else 14 a second', () => {
  assert.equal([rateOf(sending({ ratePerSecond: 3 }), 200), rateOf(sending({}), 200), rateOf(sending({}), undefined)], [3, 200, 14]);
});

rate('half as many workers as mails a second, from 5 to the most; the setting overrides', () => {
  const table: [number, number][] = [
    [1, 5],
    [10, 5],
    [11, 6],
    [14, 7],
    [99, 50],
    [100, 50],
    [10_000, 50],
  ];
  for (const [perSecond, workers] of table) assert.is(workersOf(sending({}), perSecond), workers, String(perSecond));
  assert.equal(
    [workersOf(sending({ workersMax: 200 }), 1_000), workersOf(sending({ workers: 1 }), 1_000), workersOf(sending({ workers: 300 }), 1)],
    [200, 1, 300],
  );
});

rate.run();
