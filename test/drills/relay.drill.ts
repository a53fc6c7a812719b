/**
 * A queueing client hands mail to the relay while the relay, delivery and accounts are killed and MongoDB is away: what had no reply comes
 * again, and everything is in the ledger once. DRILL_MAILS (2000).
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import nodemailer from 'nodemailer';
import pLimit from 'p-limit';
import { relaySettings } from '#local/relay.ts';
import { LOCAL } from '#local/stack.ts';
import { account, api } from '#test/client.ts';
import { createFindings } from '#test/findings.ts';
import { ownStack } from '#test/stack.ts';
import { until } from '#test/until.ts';

const MAILS = Number(process.env['DRILL_MAILS'] ?? 2_000);
const CONNECTIONS = 10;
const DOWN_MS = 1_500;
const AWAY_MS = 5_000;
/** What a queue waits before it tries a deferred mail again. */
const RETRY_MS = 500;
const TRIES = 400;

const findings = createFindings({
  kind: 'drill',
  name: 'relay',
  title: 'SMTP relay',
  about:
    `${MAILS} mails in the queue of a client (nodemailer, ${CONNECTIONS} connections, a deferred mail again after ${RETRY_MS} ms). ` +
    'One process a service; kill -9 of relay, delivery and accounts in turn, each down for a moment, then MongoDB stopped for 5 s.',
});
const settings = await relaySettings(join(LOCAL, 'certificate'));
const own = await ownStack({
  env: {
    ...settings,
    API_RATE_LIMIT_PER_MINUTE: '10000000',
    EMAIL_RATE_LIMIT_PER_SECOND: '2000',
    IDEMPOTENCY_LEASE: '3s',
    BUS_REQUEST_TIMEOUT_MS: '5000',
  },
});

try {
  const services = await own.startServices('each');
  const { project, domain } = await account(services.url);
  const client = api(services.url, project.secret);
  const queue = nodemailer.createTransport({
    host: '127.0.0.1',
    port: Number(settings.PORT_SUBMISSION),
    pool: true,
    maxConnections: CONNECTIONS,
    maxMessages: 50,
    requireTLS: true,
    auth: { user: 'posthorn', pass: project.secret },
    tls: { rejectUnauthorized: false },
  });
  const replies = new Map<string, number>();
  let accepted = 0;
  let repeated = 0;

  const noted = (reply: string): void => void replies.set(reply, (replies.get(reply) ?? 0) + 1);

  /** As a queue does: again after no reply and after 4xx, with the same Message-ID; never after 250 and 5xx. */
  async function deliver(n: number): Promise<void> {
    const mail = { from: `drill@${domain}`, to: `drill-${n}@example.com`, subject: `Mail ${n}`, text: 'Drill' };
    const messageId = `<${n}-${crypto.randomUUID()}@drill.example>`;
    for (let tries = 0; tries < TRIES; tries += 1) {
      try {
        const { response } = await queue.sendMail({ ...mail, messageId });
        accepted += 1;
        if (response.includes('before')) repeated += 1;
        return;
      } catch (error) {
        const { responseCode, code } = error as { responseCode?: number; code?: string };
        noted(String(responseCode ?? code ?? 'no reply'));
        if (responseCode !== undefined && responseCode >= 500) return;
        await sleep(RETRY_MS);
      }
    }
  }

  const atOnce = pLimit(CONNECTIONS * 2);
  const begun = performance.now();
  const all = Promise.all(Array.from({ length: MAILS }, (_, n) => atOnce(() => deliver(n))));
  const share = (part: number) => until(() => accepted >= MAILS * part, { within: 120_000, what: `${part * 100} % of the mails` });
  const { servers } = own.stack;
  for (const [index, name] of ['relay', 'delivery', 'accounts', 'relay'].entries()) {
    await share(0.1 + index * 0.15);
    await services.processes[name]!.kill();
    await sleep(DOWN_MS);
    await services.processes[name]!.start();
  }
  await share(0.7);
  await servers.mongodb!.stop();
  await sleep(AWAY_MS);
  await servers.mongodb!.start();
  await all;
  const seconds = (performance.now() - begun) / 1_000;
  queue.close();

  const rows: number[] = await Promise.all(
    Array.from({ length: MAILS }, (_, n) =>
      atOnce(async () =>
        until(async () => {
          const { status, body } = await client.get(`/emails?to=drill-${n}@example.com&pageSize=1`);
          return status === 200 && String(body.total);
        }).then(Number),
      ),
    ),
  );
  findings.row('What became of the mails', {
    mails: MAILS,
    accepted,
    'told they were accepted before': repeated,
    'told to come again': [...replies].map(([reply, count]) => `${reply} × ${count}`).join(', ') || 'none',
    lost: rows.filter((count) => count === 0).length,
    twice: rows.filter((count) => count > 1).length,
    seconds,
  });
  findings.expect('mails accepted', accepted, MAILS);
  findings.expect('mails not in the ledger', rows.filter((count) => count === 0).length, 0);
  findings.expect('mails in the ledger more than once', rows.filter((count) => count > 1).length, 0);
  findings.holds('something was told to come again', replies.size, replies.size > 0);
} finally {
  await own.stop();
}
findings.close();
process.exit();
