/** TRIGGER → SEND_EMAIL → EXIT, from rows that come due together to their ends, beside empty workflows on the same Temporal. */
import type { Findings } from '#test/findings.ts';
import { median } from '#test/quantile.ts';
import { counting } from '../sending/costs.ts';
import type { BenchStack } from '../sending/bench-stack.ts';
import { startBareTemporal } from './bare-temporal.ts';
import { chain, taken } from './build.ts';
import { benchExecutions } from './executions.ts';

const RATES =
  'Executions a second, TRIGGER → SEND_EMAIL → EXIT, from a row that is due to its end on disk, its mail in the ledger and on ' +
  'its way: rows ' +
  'come due together and are started 16 at once; all steps run in the first workflow task; over the middle 80 %';
const GOAL = 0.8;

export async function executionRate(
  { api, templates, mongo, prefix, own, processes }: BenchStack,
  findings: Findings,
  { executions: count, rounds }: { executions: number; rounds: number },
): Promise<void> {
  const rows = benchExecutions(mongo, prefix);
  const bare = await startBareTemporal(own.env['TEMPORAL_ADDRESS']!);
  const steps = [{ type: 'SEND_EMAIL', templateId: templates.TRANSACTIONAL }, { type: 'EXIT' }];
  const id = await chain(api, 'bench-rate', steps);
  const contact = taken(await api.post('/contacts', { email: 'rate@example.com' }));
  taken(await api.post(`/workflows/${id}/executions`, { contactId: contact.id }));
  await rows.ended(id, 60_000);
  const seen: { ours: number; empty: number }[] = [];
  const used = new Map<string, number>();
  // The first round warms up and does not count.
  for (let round = 0; round <= rounds; round += 1) {
    const empty = await bare.rate(count);
    const due = new Date(Date.now() + 1_000 + count);
    const costs = await counting(processes(), mongo);
    await rows.fill(id, count, due);
    await rows.ended(id, 1_200_000);
    const ours = await rows.pace(id);
    const { cpu } = await costs();
    if (round === 0) continue;
    seen.push({ ours, empty });
    for (const [name, seconds] of Object.entries(cpu)) used.set(name, (used.get(name) ?? 0) + (seconds * 1_000) / (count * rounds));
  }
  await bare.stop();
  findings.compare(RATES, {
    what: 'TRIGGER → SEND_EMAIL → EXIT',
    inFlight: 50,
    ours: { perSecond: median(seen.map(({ ours }) => ours)) },
    limits: [
      {
        beside: 'empty workflows, bare Temporal',
        limit: { perSecond: median(seen.map(({ empty }) => empty)) },
        ratio: median(seen.map(({ ours, empty }) => ours / empty)),
      },
    ],
    goal: GOAL,
  });
  findings.row('CPU milliseconds an execution, its rows written beforehand included', Object.fromEntries(used));
}
