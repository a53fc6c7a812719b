/**
 * One campaign to many recipients while campaigns, both delivery processes, contacts, the workflows' worker, Temporal, MongoDB and NATS are
 * killed: nobody lost, nobody mailed twice, no outcome unknown but of mails in flight; rows, counters, stats and timeline agree. Then one
 * is paused and one cancelled in the middle. The sink's own record judges.
 * DRILL_RECIPIENTS (20,000), DRILL_KILLS (20) and DRILL_RATE (mails a second; as fast as they go) set the size; SEED repeats the choice of
 * kills. DRILL_SPOOL=on gives both delivery processes a spool. DRILL_ANSWERS=bad has the sink answer 4xx to a third of the first attempts
 * and 5xx to a tenth of the addresses.
 */
import { createFindings } from '#test/findings.ts';
import { createRandom } from '#test/random.ts';
import { until } from '#test/until.ts';
import { audit } from './campaigns/audit.ts';
import { controls } from './campaigns/controls.ts';
import { killThrough } from './campaigns/kills.ts';
import { CLAIMED, WITHIN_MS, WORKERS, startSetup } from './campaigns/setup.ts';
import { unknownByKill } from './campaigns/unknown.ts';

const size = (name: string, otherwise: number): number => Number(process.env[`DRILL_${name}`] ?? otherwise);
const [recipients, kills, rate] = [size('RECIPIENTS', 20_000), size('KILLS', 20), size('RATE', 0)];
const hasSpool = process.env['DRILL_SPOOL'] === 'on';
const random = createRandom();
const findings = createFindings({
  kind: 'drill',
  name: 'campaigns',
  title: 'A campaign through kills',
  about:
    `${recipients.toLocaleString('en')} recipients at ${rate > 0 ? `${rate} a second` : 'full rate'}, one process a service and a ` +
    `second delivery; ${kills} times kill -9 of a service, the workflows' worker, Temporal, MongoDB or NATS in one campaign ` +
    `(SEED=${random.seed}), ${hasSpool ? 'a spool for both deliveries' : 'without a spool'}` +
    `${process.env['DRILL_ANSWERS'] === 'bad' ? ', 4xx to a third and 5xx to a tenth of first attempts' : ''}, ` +
    "judged by the sink's own record.",
});
const setup = await startSetup(recipients);
try {
  const { asked, campaign, deliveries, mongo, prefix, sent } = setup;
  const campaignId = await campaign({ audienceType: 'ALL' });
  if (rate > 0) await asked('POST', `/campaigns/${campaignId}/rate`, { perSecond: rate });
  const began = performance.now();
  await asked('POST', `/campaigns/${campaignId}/send`);
  const { inFlight, senders } = await killThrough(setup, findings, { kills, recipients, random });
  await sent(campaignId);
  findings.note(`SENT after ${((performance.now() - began) / 1_000).toFixed(0)} s, ${kills} kills included.`);
  const emails = mongo.useDb(`${prefix}delivery`, { useCache: true }).collection('emails');
  await until(async () => (await emails.countDocuments({ status: 'SENDING' })) === 0, {
    within: WITHIN_MS,
    every: 200,
    what: 'idle delivery',
  });
  findings.expect('delivery processes at the end', deliveries.filter((one) => one.alive()).length, 2);
  await audit(setup, findings, { campaignId, recipients, inFlight, from: 0 });
  const { byKill, others } = await unknownByKill(mongo.useDb(`${prefix}delivery`, { useCache: true }), campaignId, senders);
  const bound = hasSpool ? WORKERS : CLAIMED;
  findings.note(
    `UNKNOWN by kill of a sender: ${byKill.join(', ') || 'none'}; ${others} of processes that were alive, their database gone.`,
  );
  byKill.forEach((count, nth) =>
    findings.holds(
      `sender kill ${nth + 1}: UNKNOWN, at most ${hasSpool ? 'its connections' : 'what it claims at once'}`,
      count,
      count <= bound,
    ),
  );
  await controls(setup, findings, Math.min(2_000, recipients));
  findings.close();
} finally {
  await setup.stop();
}
