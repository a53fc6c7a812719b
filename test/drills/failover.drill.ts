/**
 * The primary of a MongoDB replica set killed under load, its last writes on no other member: nothing answered is lost or done twice. Then
 * the same while a campaign is sent, judged by the sink's own record.
 * DRILL_FAILOVERS (3) and DRILL_RECIPIENTS (20,000) set the size.
 */
import mongoose from 'mongoose';
import { setTimeout as sleep } from 'node:timers/promises';
import { account } from '#test/client.ts';
import { check } from '#test/checker.ts';
import { startFactCounter } from '#test/fact-counter.ts';
import { createFindings } from '#test/findings.ts';
import { startLoad } from '#test/load.ts';
import { startReplicaSet } from '#test/replica-set.ts';
import { reportVerdict } from '#test/report.ts';
import { ownStack } from '#test/stack.ts';
import { until } from '#test/until.ts';
import { campaignFailovers } from './failover/campaign.ts';

const FAILOVERS = Number(process.env['DRILL_FAILOVERS'] ?? 3);
const RECIPIENTS = Number(process.env['DRILL_RECIPIENTS'] ?? 20_000);
/** How long the primary takes writes that it does not get to replicate: well within what its followers wait before an election. */
const UNREPLICATED_MS = 700;
const FLOWS = 20;
const BACK_WITHIN_MS = 30_000;
const SETTLED_WITHIN_MS = 60_000;

const findings = createFindings({
  kind: 'drill',
  name: 'failover',
  title: 'Failover',
  about: [
    `Three mongods; ${FAILOVERS} times the primary is killed while eight clients send and track, after ${UNREPLICATED_MS} ms whose writes`,
    'are on it alone; it comes back and rolls them back. Then the same in a campaign to',
    `${RECIPIENTS.toLocaleString('en')} recipients at full rate.`,
  ].join(' '),
});
const set = await startReplicaSet();

/** Mails whose row and whose timeline do not agree on whether they left. @param prefix of the databases */
async function disagreeing(prefix: string): Promise<string[]> {
  const connection = await mongoose.createConnection(set.uri).asPromise();
  try {
    const emails = connection.useDb(`${prefix}delivery`).collection<{ _id: string }>('emails');
    const events = connection.useDb(`${prefix}events`).collection('events');
    const left = await emails.find({ status: { $in: ['SENT', 'DELIVERED'] } }, { projection: { _id: 1 } }).toArray();
    const sent = await events.find({ name: 'email.sent' }, { projection: { emailId: 1, joint: 1 } }).toArray();
    const written = new Set(left.map(({ _id }) => _id));
    // A document stands for one mail or for many.
    const published = new Set(sent.flatMap(({ joint, emailId }): string[] => joint?.emailIds.split(' ') ?? [emailId]));
    return [...[...written].filter((id) => !published.has(id)), ...[...published].filter((id) => !written.has(id))];
  } finally {
    await connection.close();
  }
}

async function singleMails(): Promise<void> {
  const own = await ownStack({
    servers: ['nats', 'redis', 'temporal'],
    env: { MONGODB_URI: set.uri, API_RATE_LIMIT_PER_MINUTE: '10000000', EMAIL_RATE_LIMIT_PER_SECOND: '2000' },
  });
  const prefix = own.env['MONGODB_PREFIX']!;
  try {
    const services = await own.startServices('one');
    const pids = Object.values(services.processes).map(({ pid }) => pid);
    const counter = await startFactCounter(set.uri, own.stack.urls['NATS_URL']!);
    const { project, domain } = await account(services.url);
    const load = startLoad(services.url, project, `drill@${domain}`);
    const answered = (): number => load.promised.emails.length + load.promised.events.length;
    for (let failover = 1; failover <= FAILOVERS; failover += 1) {
      const before = answered();
      await until(() => answered() >= before + 10 * FLOWS, { within: BACK_WITHIN_MS, what: 'a flow of answers' });
      const killed = await set.killPrimaryUnreplicated(() => sleep(UNREPLICATED_MS));
      const elected = performance.now();
      const from = answered();
      const isFlowing = await until(async () => answered() >= from + FLOWS, { within: BACK_WITHIN_MS, every: 20 }).catch(() => false);
      const flowsAfter = (performance.now() - elected) / 1_000;
      await sleep(1_000);
      const isRolledBack = await set.rejoin(killed);
      findings.row('Failovers', {
        failover,
        'answered before': answered(),
        'flowing again s after the election': isFlowing ? flowsAfter : null,
      });
      findings.holds(`failover ${failover}: answers flow again`, flowsAfter, Boolean(isFlowing));
      findings.holds(`failover ${failover}: the killed member rolled back`, killed.name, isRolledBack);
    }
    const promised = await load.stop();
    const now = Object.values(services.processes).map((process) => (process.alive() ? process.pid : 0));
    if (now.join() !== pids.join()) promised.strange.push('a process of ours ended');
    reportVerdict(findings, 'primary killed', promised, await check(set.uri, prefix, promised, counter.acted));
    await until(async () => (await disagreeing(prefix)).length === 0, { within: SETTLED_WITHIN_MS, every: 1_000 }).catch(() => undefined);
    findings.expect('mails whose row and timeline disagree', (await disagreeing(prefix)).length, 0);
    await counter.stop();
  } finally {
    await own.stop();
  }
}

try {
  await singleMails();
  await campaignFailovers(set, findings, { recipients: RECIPIENTS, failovers: FAILOVERS, unreplicatedMs: UNREPLICATED_MS });
} finally {
  await set.stop();
}
findings.close();
