/** A campaign while primaries of its database die, their last writes on no other member: nobody lost, nobody mailed twice. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Findings } from '#test/findings.ts';
import type { ReplicaSet } from '#test/replica-set.ts';
import { until } from '#test/until.ts';
import { audit } from '../campaigns/audit.ts';
import { CLAIMED, WITHIN_MS, startSetup } from '../campaigns/setup.ts';

export interface FailoverPlan {
  recipients: number;
  failovers: number;
  /** How long a primary takes writes that no other member gets, before it is killed. */
  unreplicatedMs: number;
}

const TABLE = 'Failovers with a campaign under way, one process a service and a second delivery';
/** Share of the audience in which the primaries are killed. */
const SPREAD = 0.85;

export async function campaignFailovers(set: ReplicaSet, findings: Findings, plan: FailoverPlan): Promise<void> {
  const { recipients, failovers, unreplicatedMs } = plan;
  const setup = await startSetup(recipients, set.uri);
  try {
    const { asked, campaign, deliveries, services, sink, sent } = setup;
    const processes = [...Object.values(services.processes), deliveries[1]!];
    const pids = processes.map(({ pid }) => pid);
    const id = await campaign({ audienceType: 'ALL' });
    await asked('POST', `/campaigns/${id}/send`);
    for (let failover = 0; failover < failovers; failover += 1) {
      // The first falls into the freezing.
      const at = Math.floor((failover * recipients * SPREAD) / failovers);
      await until(() => sink.taken.length >= at, { within: WITHIN_MS, every: 5, what: `mail ${at}` });
      const before = sink.taken.length;
      let unreplicated = 0;
      const killed = await set.killPrimaryUnreplicated(async () => {
        await sleep(unreplicatedMs);
        unreplicated = sink.taken.length;
      });
      const [elected, taken] = [performance.now(), sink.taken.length];
      await until(() => sink.taken.length > taken, { within: WITHIN_MS, every: 5, what: `a mail after failover ${failover + 1}` });
      const firstAfter = (performance.now() - elected) / 1_000;
      const isRolledBack = await set.rejoin(killed);
      findings.row(TABLE, {
        failover: failover + 1,
        'after mails': before,
        'mails while nothing was replicated': unreplicated - before,
        'first mail s after the election': firstAfter,
      });
      findings.holds(`campaign, failover ${failover + 1}: the killed member rolled back`, killed.name, isRolledBack);
    }
    await sent(id);
    const { unknown } = await audit(setup, findings, { campaignId: id, recipients, from: 0 });
    // No process of ours died: only what waited for its note longer than a lease may be unknown.
    const bound = failovers * deliveries.length * CLAIMED;
    findings.holds(`campaign: UNKNOWN, at most what is claimed at each failover (${bound})`, unknown, unknown <= bound);
    findings.expect(
      'campaign: processes that ended',
      processes.filter((one, n) => !one.alive() || one.pid !== pids[n]).map(({ name }) => name),
      [],
    );
  } finally {
    await setup.stop();
  }
}
