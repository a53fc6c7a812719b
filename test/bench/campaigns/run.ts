/** One campaign from its send to SENT, and what it cost. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { factsDrained } from '#test/facts-drained.ts';
import { sendId } from '#temporal/lifecycle.ts';
import { counting, residentOf } from '../sending/costs.ts';
import type { Costs } from '../sending/costs.ts';
import type { BenchStack } from '../sending/bench-stack.ts';
import type { AudienceProject } from './audience.ts';
import { ledgerSize } from './ledger-size.ts';
import type { LedgerSize } from './ledger-size.ts';

export interface Run {
  /** From the answer to POST send, in seconds. */
  frozen: number;
  sent: number;
  costs: Costs;
  /** Most memory of the services' processes together, in MB, and what they had before. */
  peak: number;
  rest: number;
  /** The same of the process that sends. */
  sender: { peak: number; rest: number };
  /** Of the workflow's histories. */
  events: number;
  bytes: LedgerSize;
}

const LOOK_MS = 100;
const WITHIN_MS = 1_800_000;

export function runner({ own, services, mongo, prefix, processes }: BenchStack, more: Record<string, number[]>) {
  const database = (name: string) => mongo.useDb(`${prefix}${name}`, { useCache: true });
  const campaigns = database('campaigns').collection<{ _id: string; status: string; run: string }>('campaigns');
  const sends = database('delivery').collection<{ _id: string; frozen: boolean }>('campaign_sends');
  const size = (): Promise<LedgerSize> => ledgerSize(mongo, `${prefix}delivery`);
  const pids = Object.values(services.processes).map(({ pid }) => pid);
  const sending = (services.processes['delivery'] ?? services.processes['posthorn']!).pid;
  const memory = (): number => pids.reduce((sum, pid) => sum + residentOf(pid), 0);

  async function eventsOf(run: string): Promise<number> {
    const connection = await Connection.connect({ address: own.env['TEMPORAL_ADDRESS']! });
    try {
      await sleep(1_500);
      let events = 0;
      for await (const { historyLength } of new Client({ connection }).workflow.list({ query: `WorkflowId = '${sendId(run)}'` }))
        events += historyLength;
      return events;
    } finally {
      await connection.close();
    }
  }

  /** @param from another sender than the project's: of a domain without a key, its mails leave unsigned */
  return async ({ api }: AudienceProject, id: string, from?: string): Promise<Run> => {
    if (from) await campaigns.updateOne({ _id: id }, { $set: { from } });
    const [before, rest] = [await size(), memory()];
    const sender = { peak: 0, rest: residentOf(sending) };
    const costs = await counting(processes(more), mongo);
    const answer = await api.post(`/campaigns/${id}/send`);
    if (answer.status !== 200) throw new Error(`send answered ${answer.status} ${answer.text}`);
    const began = performance.now();
    const seconds = (): number => (performance.now() - began) / 1_000;
    let [frozen, peak] = [0, rest];
    for (;;) {
      peak = Math.max(peak, memory());
      sender.peak = Math.max(sender.peak, residentOf(sending));
      if (frozen === 0 && (await sends.findOne({ _id: id }, { projection: { frozen: 1 } }))?.frozen) frozen = seconds();
      if ((await campaigns.findOne({ _id: id }, { projection: { status: 1 } }))!.status === 'SENT') break;
      if (seconds() * 1_000 > WITHIN_MS) throw new Error(`not SENT after ${WITHIN_MS} ms`);
      await sleep(LOOK_MS);
    }
    const sent = seconds();
    // What the mails cause is work of the campaign too.
    await factsDrained({ mongoUri: own.env['MONGODB_URI']!, prefix, natsUrl: own.env['NATS_URL']!, within: WITHIN_MS });
    const used = await costs();
    const [after, { run }] = [await size(), (await campaigns.findOne({ _id: id }))!];
    return {
      frozen: frozen || sent,
      sent,
      costs: used,
      peak,
      rest,
      sender,
      events: await eventsOf(run),
      bytes: { data: after.data - before.data, disk: after.disk - before.disk },
    };
  };
}
