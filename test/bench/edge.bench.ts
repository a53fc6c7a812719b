/**
 * The edge: what a request costs beside the bare thing it rests on, as a single call and batched as ours are, all in one run on one
 * machine. BENCH_ROUNDS (5) sets how often each is measured.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import mongoose from 'mongoose';
import { account, api } from '#test/client.ts';
import { createFindings } from '#test/findings.ts';
import { freePort } from '#local/ports.ts';
import { comparedInTurn, httpRate, rateOf } from '#test/rate.ts';
import { ownStack } from '#test/stack.ts';
import { bareContacts } from './edge/bare-contacts.ts';
import { measureCalls } from './edge/calls.ts';
import { requestsOf } from './edge/requests.ts';
import { acceptedCount } from './sending/acceptance.ts';
import { residentOf } from './sending/costs.ts';
import { startPostfixSink } from './sending/postfix.ts';

const CONNECTIONS = [1, 32, 256];
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
const CONTACTS = 10_000;
const TOKEN = 'a-service-token-for-the-bench';
const REQUESTS =
  `Requests over HTTP: reads of ${CONTACTS.toLocaleString('en')} contacts at random, every body different, nothing throttled: ` +
  'mail leaves to an ' +
  'SMTP sink while it is accepted. Calls of ours that arrive together share round trips, as the batched bare calls do';

const findings = createFindings({
  kind: 'bench',
  name: 'edge',
  title: 'Edge: what a request costs',
  about:
    'Client, services (one process), MongoDB, Valkey, NATS and Temporal on one machine. Ours and the bare calls are measured in ' +
    'turn, medians of ' +
    `${ROUNDS} rounds. Beside: the bare driver, one call each, as many in flight. Beside 2: the bare driver with as many rows in ` +
    'one call as are in flight.',
});
const sink = await startPostfixSink(await freePort());
const own = await ownStack({
  env: {
    API_RATE_LIMIT_PER_MINUTE: '100000000',
    GRPC_TOKEN: TOKEN,
    MAIL_PROVIDER: 'smtp',
    SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
    EMAIL_RATE_LIMIT_PER_SECOND: '1000000',
    EMAIL_WORKER_CONCURRENCY: '20',
    LOG_LEVEL: 'warn',
    REQUEST_LOGGING: 'false',
  },
});
const services = await own.startServices('one');
const driver = await mongoose.createConnection(own.stack.urls.MONGODB_URI!, { w: 'majority', maxPoolSize: 256 }).asPromise();
const server = createServer((_request, response) => response.setHeader('content-type', 'application/json').end('{"ok":true}'));
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

try {
  const { project, domain } = await account(services.url);
  const client = api(services.url, project.secret);
  const ids: string[] = [];
  while (ids.length < CONTACTS) {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        client.post('/contacts', { email: `c${ids.length + n}@example.com`, data: { name: `Name ${n}`, plan: 'pro' } }),
      ),
    );
    ids.push(...answers.map(({ body }) => body.id as string));
  }
  const bare = await bareContacts(driver.useDb('bench'), project.id, ids);
  const { port } = server.address() as AddressInfo;
  for (const inFlight of CONNECTIONS) {
    const health = await comparedInTurn(
      () => httpRate(inFlight, { url: `${services.url}/health` }),
      [{ beside: 'bare node:http', rate: () => httpRate(inFlight, { url: `http://127.0.0.1:${port}/` }) }],
      ROUNDS,
    );
    findings.compare('Without a database', { what: 'GET /health', inFlight, ...health });
    for (const { what, work, single, batched, goal } of requestsOf({ url: services.url, project, domain, ids }, bare)) {
      const [left, begun] = [await acceptedCount(services), performance.now()];
      const compared = await comparedInTurn(
        () => httpRate(inFlight, work),
        [
          { beside: single.beside, rate: () => rateOf(inFlight, single.call) },
          { beside: batched.beside, rate: () => batched.rate(inFlight) },
        ],
        ROUNDS,
      );
      // One connection measures round trips, which a request has more of than a driver's call; goals are about what is carried.
      findings.compare(REQUESTS, { what, inFlight, ...compared, goal: inFlight > 1 ? goal : undefined });
      const perSecond = (((await acceptedCount(services)) - left) * 1_000) / (performance.now() - begun);
      if (what.startsWith('POST /v1/send'))
        findings.note(
          `${what}, ${inFlight} in flight: meanwhile ${perSecond.toFixed(0)} mails left a second, the bare calls' time included.`,
        );
    }
  }
  await measureCalls(findings, { own, services, projectId: project.id, token: TOKEN, ids, bare: bare.find.call, rounds: ROUNDS });
  const { posthorn } = services.processes;
  findings.note(`One process with all services, after this load: ${residentOf(posthorn!.pid).toFixed(0)} MB resident.`);
} finally {
  server.close();
  await driver.close();
  await own.stop();
  await sink.stop();
}
findings.close();
process.exit();
