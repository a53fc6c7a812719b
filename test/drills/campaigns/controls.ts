/** A campaign paused, and one cancelled, at full speed: how many mails leave behind the answer, and what becomes of the rest. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Findings } from '#test/findings.ts';
import { until } from '#test/until.ts';
import { isRefused, WITHIN_MS, WORKERS } from './setup.ts';
import type { Setup } from './setup.ts';

const TABLE = 'Paused, and cancelled, when a quarter had left (no rate of its own)';
/** A mail is in one of these conversations when the answer comes; anything later was let out behind it. */
const conversations = ({ deliveries }: Setup): number => deliveries.length * WORKERS;

/** Mails that were taken since a place in the sink's record, once delivery holds no row and nothing more comes. */
async function settled({ mongo, prefix, sink }: Setup, since: number): Promise<number> {
  const emails = mongo.useDb(`${prefix}delivery`, { useCache: true }).collection('emails');
  await until(async () => (await emails.countDocuments({ status: 'SENDING' })) === 0, {
    within: 60_000,
    every: 100,
    what: 'idle delivery',
  });
  for (let before = -1; before !== sink.taken.length; await sleep(1_000)) before = sink.taken.length;
  return sink.taken.length - since;
}

export async function controls(setup: Setup, findings: Findings, count: number): Promise<void> {
  const { asked, campaign, client, sent, sink } = setup;
  const audience = {
    audienceType: 'FILTERED',
    audienceCondition: { logic: 'AND', groups: [{ filters: [{ field: 'data.n', operator: 'lessThan', value: count }] }] },
  };
  for (const action of ['pause', 'cancel'] as const) {
    const id = await campaign(audience);
    const from = sink.taken.length;
    await asked('POST', `/campaigns/${id}/send`);
    await until(() => sink.taken.length - from >= count / 4, { within: WITHIN_MS, every: 5, what: 'a quarter' });
    const answer = await client.post(`/campaigns/${id}/${action}`);
    const before = sink.taken.length - from;
    findings.expect(`${action}: answered`, answer.status, 200);
    const late = await settled(setup, from + before);
    findings.row(TABLE, {
      action,
      of: count,
      'before the answer': before,
      'behind it': late,
      'in conversation at most': conversations(setup),
    });
    findings.holds(`${action}: mails behind the answer, at most those in conversation`, late, late <= conversations(setup));
    findings.holds(`${action}: came before the end`, before + late, before + late < count);
    if (action === 'pause') {
      await asked('POST', `/campaigns/${id}/resume`);
      await sent(id);
      const all = await settled(setup, from);
      const taken = Array.from({ length: count }, (_, n) => `r${n}@example.org`).filter((to) => !isRefused(to)).length;
      findings.expect('resumed: mails, and recipients', [all, new Set(sink.taken.slice(from).map(({ to }) => to)).size], [taken, taken]);
    } else {
      const { status, sentCount } = await until(
        async () => {
          const seen = await asked('GET', `/campaigns/${id}`);
          return seen.sentCount === before + late && seen;
        },
        { within: 30_000, every: 300, what: 'the counters' },
      );
      findings.expect('cancelled: for good, and counted', [status, sentCount], ['CANCELLED', before + late]);
    }
  }
}
