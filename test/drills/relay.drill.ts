/**
 * Postfix as a smart-host client hands its queue to the relay while the relay, delivery and accounts are killed and MongoDB is away: what
 * had no reply, or a 4xx, comes again, and everything is in the ledger once. DRILL_MAILS (2000).
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import nodemailer from 'nodemailer';
import pLimit from 'p-limit';
import { relaySettings } from '#local/relay.ts';
import { LOCAL } from '#local/stack.ts';
import { account, api } from '#test/client.ts';
import { createFindings } from '#test/findings.ts';
import { smartHost, startPostfix } from '#test/postfix.ts';
import { ownStack } from '#test/stack.ts';
import { until } from '#test/until.ts';

const MAILS = Number(process.env['DRILL_MAILS'] ?? 2_000);
const AT_ONCE = 20;
const DOWN_MS = 1_500;
const AWAY_MS = 5_000;

const findings = createFindings({
  kind: 'drill',
  name: 'relay',
  title: 'SMTP relay',
  about:
    `${MAILS} mails in the queue of a Postfix whose smart host is the relay (a connection a mail, TLS, login; put off for a second at a ` +
    'time). One process a service; kill -9 of relay, delivery and accounts in turn, each down for a moment, then MongoDB stopped for 5 s.',
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
let stopPostfix = async (): Promise<void> => undefined;

try {
  const services = await own.startServices('each');
  const { project, domain } = await account(services.url);
  const client = api(services.url, project.secret);
  const postfix = await startPostfix({ settings: smartHost(Number(settings.PORT_SUBMISSION), project.secret) });
  stopPostfix = postfix.stop;

  const begun = performance.now();
  const source = nodemailer.createTransport({ host: '127.0.0.1', port: postfix.port, pool: true, maxConnections: 2, ignoreTLS: true });
  const queued = Promise.all(
    Array.from({ length: MAILS }, (_, n) =>
      source.sendMail({ from: `drill@${domain}`, to: `drill-${n}@example.com`, subject: `Mail ${n}`, text: 'Drill' }),
    ),
  );
  const share = (part: number) =>
    until(() => postfix.count('sent') >= MAILS * part, { within: 240_000, every: 100, what: `${part * 100} % of the mails` });
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
  await queued;
  source.close();
  await until(() => postfix.queued() === 0, { within: 240_000, every: 200, what: 'an empty queue' });
  const seconds = (performance.now() - begun) / 1_000;

  const atOnce = pLimit(AT_ONCE);
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
  const [accepted, deferred, bounced] = [postfix.count('sent'), postfix.count('deferred'), postfix.count('bounced')];
  findings.row('What became of the mails', {
    mails: MAILS,
    accepted,
    'told they were accepted before': postfix.log().split('Message was accepted before').length - 1,
    'put off, mails together': deferred,
    bounced,
    lost: rows.filter((count) => count === 0).length,
    twice: rows.filter((count) => count > 1).length,
    seconds,
  });
  findings.expect('mails accepted', accepted, MAILS);
  findings.expect('mails bounced', bounced, 0);
  findings.expect('mails not in the ledger', rows.filter((count) => count === 0).length, 0);
  findings.expect('mails in the ledger more than once', rows.filter((count) => count > 1).length, 0);
  findings.holds('something was put off', deferred, deferred > 0);
} finally {
  await stopPostfix();
  await own.stop();
}
findings.close();
process.exit();
