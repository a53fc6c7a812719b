/**
 * Verification: addresses and sender domains, warm beside a read of a contact, cold beside what the bound on questions in flight allows.
 */
import { Client, Connection } from '@temporalio/client';
import mongoose from 'mongoose';
import { DOMAINS_LOOP, WORKFLOW_QUEUE } from '#temporal/lifecycle.ts';
import { account, api } from '#test/client.ts';
import { createFindings } from '#test/findings.ts';
import { comparedInTurn, httpRate } from '#test/rate.ts';
import { ownStack } from '#test/stack.ts';
import { until } from '#test/until.ts';
import { residentOf } from './sending/costs.ts';
import { insertDomains } from './verification/domain-rows.ts';
import { startNameServerProcess } from './verification/name-server.ts';
import type { ZoneRecord } from './verification/name-server.ts';

const CONNECTIONS = 32;
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
const LATENCY_MS = 30;
/** Of the resolver. */
const IN_FLIGHT = 256;
const ADDRESSES = 10_000;
const ADDRESS_DOMAINS = 2_000;
const A_REQUEST = 500;
const SENDER_DOMAINS = 10_000;
const COLD =
  `Every answer ${LATENCY_MS} ms away, at most ${IN_FLIGHT} questions in flight; the limit is questions ÷ ${IN_FLIGHT} × ` +
  `${LATENCY_MS} ms`;

const findings = createFindings({
  kind: 'bench',
  name: 'verification',
  title: 'Verification: addresses and sender domains',
  about:
    'Client, services (one process), MongoDB, Valkey, NATS, Temporal and a scripted name server (one process, UDP on the ' +
    'loopback) on one machine. ' +
    `Rates are measured in turn, medians of ${ROUNDS} rounds.`,
});
const names = await startNameServerProcess(LATENCY_MS);
const own = await ownStack({
  env: {
    API_RATE_LIMIT_PER_MINUTE: '100000000',
    DNS_SERVERS: names.address,
    DOMAIN_AUTO_VERIFY: 'false',
    LOG_LEVEL: 'warn',
    REQUEST_LOGGING: 'false',
  },
});

/** How long it took and how many questions were asked. */
async function measured(work: () => Promise<unknown>): Promise<{ seconds: number; questions: number; limit: number }> {
  const [before, begun] = [await names.asked(), performance.now()];
  await work();
  const seconds = (performance.now() - begun) / 1_000;
  const questions = (await names.asked()) - before;
  return { seconds, questions, limit: (questions / IN_FLIGHT) * (LATENCY_MS / 1_000) };
}

const addressDomain = (n: number): string => `cold-${n % ADDRESS_DOMAINS}.org`;
const recordsOf = (domain: string): ZoneRecord[] => [
  [domain, 'NS', 'ns.test'],
  [domain, 'MX', `10 mx.${domain}`],
  [domain, 'A', '192.0.2.1'],
];

try {
  const services = await own.startServices('one');
  const connection = await Connection.connect({ address: own.env['TEMPORAL_ADDRESS']! });
  const temporal = new Client({ connection });
  // The loop is scheduled after the services are ready; here it runs when it is called.
  const loop = temporal.schedule.getHandle(DOMAINS_LOOP);
  await until(
    () =>
      loop.pause().then(
        () => true,
        () => false,
      ),
    { within: 30_000, what: 'the schedule of the loop' },
  );
  const { project } = await account(services.url);
  const client = api(services.url, project.secret);
  const { pid } = services.processes['posthorn']!;

  await names.add(recordsOf('warm.org'));
  const { body: contact } = await client.post('/contacts', { email: 'ada@example.com', data: { name: 'Ada' } });
  const compared = await comparedInTurn(
    () =>
      httpRate(CONNECTIONS, {
        url: `${services.url}/v1/verify`,
        method: 'POST',
        key: project.secret,
        next: () => ({ body: { email: 'ada@warm.org' } }),
      }),
    [
      {
        beside: 'GET /contacts/:id',
        rate: () => httpRate(CONNECTIONS, { url: `${services.url}/contacts/${contact.id}`, key: project.secret }),
      },
    ],
    ROUNDS,
  );
  findings.compare('Answers kept: one address, all its questions answered from memory', {
    what: 'POST /v1/verify',
    inFlight: CONNECTIONS,
    ...compared,
    goal: 0.5,
  });

  await names.add(Array.from({ length: ADDRESS_DOMAINS }, (_, n) => recordsOf(addressDomain(n))).flat());
  const emails = Array.from({ length: ADDRESSES }, (_, n) => `user-${n}@${addressDomain(n)}`);
  let valid = 0;
  const addresses = await measured(async () => {
    const parts = Array.from({ length: ADDRESSES / A_REQUEST }, (_, n) => emails.slice(n * A_REQUEST, (n + 1) * A_REQUEST));
    const answers = await Promise.all(parts.map((part) => client.post('/v1/verify/batch', { emails: part })));
    valid = answers.flatMap(({ body }) => body.data).filter((verdict) => verdict.valid).length;
  });
  const share = addresses.limit / addresses.seconds;
  const size = (count: number): string => count.toLocaleString('en');
  findings.row(COLD, {
    what: `${size(ADDRESSES)} addresses over ${size(ADDRESS_DOMAINS)} domains, in requests of ${A_REQUEST}, all at once`,
    ...addresses,
    share,
    'MB resident': residentOf(pid),
  });
  findings.expect('cold addresses judged valid', valid, ADDRESSES);
  findings.goal(`cold addresses: ${share.toFixed(2)} of the limit`, '≥ 0.7', share >= 0.7);

  const mongo = await mongoose.createConnection(own.stack.urls.MONGODB_URI!).asPromise();
  const delivery = mongo.useDb(`${own.env['MONGODB_PREFIX']}delivery`);
  const host = new URL(own.env['API_URI'] ?? services.url).hostname;
  const { records, ids } = await insertDomains(delivery, { projectId: project.id, count: SENDER_DOMAINS, host });
  await names.add(records);
  // The loop without its pauses: what is left of the five minutes is its reserve.
  const round = await measured(() =>
    temporal.workflow.execute('domainsRound', {
      taskQueue: WORKFLOW_QUEUE,
      workflowId: 'domains-bench',
      args: [{ part: 'all', after: '', pauseMs: 0 }],
    }),
  );
  findings.row(COLD, {
    what: `the loop over ${size(SENDER_DOMAINS)} sender domains, without its pauses`,
    ...round,
    share: round.limit / round.seconds,
    'MB resident': residentOf(pid),
  });
  const rows = delivery.collection<{ _id: string; verified: boolean }>('domains');
  findings.expect('sender domains proved', await rows.countDocuments({ _id: { $in: ids }, verified: true }), SENDER_DOMAINS);
  findings.goal(`a round over all sender domains: ${round.seconds.toFixed(0)} s of the loop's 300`, '≤ 240 s', round.seconds <= 240);
  await mongo.close();
  await connection.close();
} finally {
  await own.stop();
  await names.stop();
}
findings.close();
process.exit();
