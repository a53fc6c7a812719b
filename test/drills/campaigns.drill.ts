/**
 * One campaign to many recipients while campaigns, both delivery processes, contacts, the workflows' worker, Temporal, MongoDB, NATS and
 * all services at once are killed: nobody lost, nobody mailed twice, no outcome unknown but of mails in flight; rows, counters, stats and
 * timeline agree. Then one is paused and one cancelled in the middle. The sink's own record judges.
 * DRILL_RECIPIENTS (20,000), DRILL_KILLS (20) and DRILL_RATE (mails a second; as fast as they go) set the size; SEED repeats the choice of
 * kills. DRILL_SPOOL=on gives both delivery processes a spool. DRILL_SIGNED=off has mail leave without a signature. DRILL_ANSWERS=bad has
 * the sink answer 4xx to a third of the first attempts and 5xx to a tenth of the addresses. DRILL_READERS=on has one in twenty open the
 * mail as it arrives, and half of them follow its link. Each form keeps a result of its own.
 */
import { createFindings } from '#test/findings.ts';
import { createRandom } from '#test/random.ts';
import { until } from '#test/until.ts';
import { audit } from './campaigns/audit.ts';
import { controls } from './campaigns/controls.ts';
import { killThrough } from './campaigns/kills.ts';
import { startReaders } from './campaigns/readers.ts';
import { CLAIMED, WITHIN_MS, WORKERS, hasSpool, isBad, isSigned, startSetup } from './campaigns/setup.ts';
import { unknownByKill } from './campaigns/unknown.ts';

const size = (name: string, otherwise: number): number => Number(process.env[`DRILL_${name}`] ?? otherwise);
const [recipients, kills, rate] = [size('RECIPIENTS', 20_000), size('KILLS', 20), size('RATE', 0)];
const hasReaders = process.env['DRILL_READERS'] === 'on';
const forms = [
  [hasSpool, 'spool', 'a spool for both deliveries'],
  [!isSigned, 'unsigned', 'no signatures'],
  [isBad, 'bad', '4xx to a third and 5xx to a tenth of first attempts'],
  [hasReaders, 'readers', 'one in twenty opens the mail as it arrives'],
] as const;
const chosen = forms.filter(([isChosen]) => isChosen);
const random = createRandom();
const findings = createFindings({
  kind: 'drill',
  name: ['campaigns', ...chosen.map(([, name]) => name)].join('-'),
  script: 'campaigns',
  title: ['A campaign through kills', ...chosen.map(([, , says]) => says)].join(', '),
  about:
    `${recipients.toLocaleString('en')} recipients at ${rate > 0 ? `${rate} a second` : 'full rate'}, one process a service and a ` +
    `second delivery; ${kills} times kill -9 of a service, all of them, the workflows' worker, Temporal, MongoDB or NATS in one campaign ` +
    `(SEED=${random.seed}), ${hasSpool ? 'with' : 'without'} a spool, ${isSigned ? 'signed' : 'unsigned'}, ` +
    "judged by the sink's own record.",
});
const setup = await startSetup(recipients);
try {
  const { asked, campaign, deliveries, mongo, prefix, sent } = setup;
  const campaignId = await campaign({ audienceType: 'ALL' });
  if (rate > 0) await asked('POST', `/campaigns/${campaignId}/rate`, { perSecond: rate });
  const readers = hasReaders ? startReaders(setup) : undefined;
  const began = performance.now();
  await asked('POST', `/campaigns/${campaignId}/send`);
  const { inFlight, senders } = await killThrough(setup, findings, { campaignId, kills, recipients, random });
  await sent(campaignId);
  await readers?.stop();
  findings.note(`SENT after ${((performance.now() - began) / 1_000).toFixed(0)} s, ${kills} kills included.`);
  const emails = mongo.useDb(`${prefix}delivery`, { useCache: true }).collection('emails');
  await until(async () => (await emails.countDocuments({ status: 'SENDING' })) === 0, {
    within: WITHIN_MS,
    every: 200,
    what: 'idle delivery',
  });
  findings.expect('delivery processes at the end', deliveries.filter((one) => one.alive()).length, 2);
  await audit(setup, findings, { campaignId, recipients, inFlight, from: 0 });
  await readers?.audit(findings, campaignId);
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
