/**
 * Executions of a graph with all seven types of steps while every process and server is killed, in turn and at random: none stuck, lost or
 * twice; each mail at the sink once, each contact changed once, webhooks at least once with the same key; read model, Temporal, ledger,
 * timeline and kept numbers agree.
 * DRILL_EXECUTIONS (2,000), DRILL_KILLS (20) and DRILL_RATE (begun a second, 20) set the size; SEED repeats the choice of kills.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { stretched } from '#local/time-scale.ts';
import { createFindings } from '#test/findings.ts';
import { createRandom } from '#test/random.ts';
import { factsDrained } from '#test/facts-drained.ts';
import { until } from '#test/until.ts';
import { audit } from './workflows/audit.ts';
import { BEGINS, GOES_ON, addressOf, buildGraph, getsEvent } from './workflows/graph.ts';
import { killThrough } from './workflows/kills.ts';
import { startSetup } from './workflows/setup.ts';

const size = (name: string, otherwise: number): number => Number(process.env[`DRILL_${name}`] ?? otherwise);
const [count, kills, rate] = [size('EXECUTIONS', 2_000), size('KILLS', 20), size('RATE', 20)];
const LANES = 8;
/** How often those that wait are looked for, and the event sent that they wait for. */
const LOOK_MS = 500;
const WAITS = { delayMinutes: 0.05, timeoutSeconds: 45 };
const ENDS_WITHIN_MS = 400_000;
const random = createRandom();
const findings = createFindings({
  kind: 'drill',
  name: 'workflows',
  title: 'Executions of workflows through kills',
  about:
    `${count.toLocaleString('en')} executions of a graph with all seven types, ${rate} begun a second, one process a service and ` +
    'a second of ' +
    `workflows; ${kills} times kill -9 of a process or server (SEED=${random.seed}), judged by the sink, the webhook's server ` +
    'and the timeline.',
});
const setup = await startSetup();
try {
  const { asked, tracked, mongo, prefix, projectId, own } = setup;
  const workflow = await buildGraph(setup, WAITS);
  const contacts: { id: string; n: number }[] = [];
  const signalled = new Set<string>();
  const began = performance.now();
  let next = 0;
  async function lane(): Promise<void> {
    for (let n = next++; n < count; n = next++) {
      await sleep(Math.max(0, began + (n * 1_000) / rate - performance.now()));
      const { id } = await asked('POST', '/contacts', { email: addressOf(n), subscribed: false });
      contacts.push({ id, n });
      await tracked(BEGINS, addressOf(n), { n, parity: n % 2 === 0 ? 'even' : 'odd' });
    }
  }

  const executions = mongo.useDb(`${prefix}workflows`, { useCache: true }).collection<{ contactId: string }>('executions');
  const open = (): Promise<number> => executions.countDocuments({ projectId, active: true } as object);

  /** Sends their event to those that wait for it and are to hear it, until all have begun and none is open. */
  async function speak(): Promise<void> {
    while (contacts.length < count || (await open().catch(() => 1)) > 0) {
      const numbers = new Map(contacts.map(({ id, n }) => [id, n]));
      const waiting = await executions
        .find({ projectId, waitsFor: GOES_ON } as object)
        .toArray()
        .catch(() => []);
      const due = waiting.filter(({ contactId }) => !signalled.has(contactId) && getsEvent(numbers.get(contactId) ?? 0));
      for (const { contactId } of due) signalled.add(contactId);
      await Promise.all(due.map(({ contactId }) => tracked(GOES_ON, addressOf(numbers.get(contactId)!), { signalled: true })));
      if (performance.now() - began > (count * 1_000) / rate + stretched(ENDS_WITHIN_MS)) return findings.note('Some did not end in time.');
      await sleep(LOOK_MS);
    }
  }

  const running = Promise.all([...Array.from({ length: LANES }, lane), speak()]);
  const [inFlight] = await Promise.all([killThrough(setup, findings, { kills, random, progress: () => contacts.length / count }), running]);
  findings.note(`All ended ${((performance.now() - began) / 1_000).toFixed(0)} s after the first began, ${kills} kills included.`);
  await factsDrained({ mongoUri: own.env['MONGODB_URI']!, prefix, natsUrl: own.env['NATS_URL']!, within: 120_000 });
  const emails = mongo.useDb(`${prefix}delivery`, { useCache: true }).collection('emails');
  await until(async () => (await emails.countDocuments({ projectId, dueAt: { $exists: true } })) === 0, {
    within: 120_000,
    every: 300,
  }).catch(() => undefined);
  await audit(setup, findings, { workflow, contacts, inFlight });
  findings.close();
} finally {
  await setup.stop();
}
