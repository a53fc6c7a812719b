import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createCampaignGate, STATE_HOLDS_MS } from '#services/delivery/campaign-sends/campaign-gate.ts';
import type { CampaignSendState } from '#services/delivery/domain/campaign-send.ts';
import { row } from './row.ts';

const gate = suite('campaign gate');

/** A store whose answers the test gives, and a clock it moves. */
function setting() {
  const readings: ((state: CampaignSendState) => void)[] = [];
  let now = 0;
  const ask = createCampaignGate(
    {
      states: (ids) =>
        new Promise((resolve) => {
          readings.push((state) => resolve(new Map(ids.map((id) => [id, state]))));
        }),
    },
    () => now,
  );
  const mail = row({ sourceType: 'CAMPAIGN', campaignId: 'c', attempt: 1 });
  const reading = async (n: number): Promise<(state: CampaignSendState) => void> => {
    while (!readings[n]) await new Promise((resolve) => setImmediate(resolve));
    return readings[n];
  };
  return { ask: () => ask(mail), readings, reading, pass: (ms: number) => void (now += ms) };
}

gate('what was read holds for a moment from the beginning of the reading, and not longer', async () => {
  const { ask, readings, reading, pass } = setting();
  const first = ask();
  (await reading(0))('OPEN');
  assert.is(await first, undefined);
  pass(STATE_HOLDS_MS - 1);
  assert.is(ask(), undefined);
  pass(1);
  const later = ask();
  (await reading(1))('PAUSED');
  assert.is((await later)?.kind, 'held');
  assert.is(readings.length, 2);
});

gate('a reading that took longer than it holds counts only for those who asked before it began', async () => {
  const { ask, reading, pass } = setting();
  const before = ask();
  const finish = await reading(0);
  pass(STATE_HOLDS_MS - 1);
  const meanwhile = ask();
  pass(1);
  finish('OPEN');
  assert.is(await before, undefined);
  (await reading(1))('PAUSED');
  assert.is((await meanwhile)?.kind, 'held', 'it left behind the answer to a pause');
});

gate.run();
