/**
 * The SMTP relay beside Postfix's smtpd, which writes mail into its queue and then drops it, and beside POST /v1/send, in the same run;
 * replies at a steady pace; memory at 200 connections. BENCH_SECONDS (8), BENCH_ROUNDS (3).
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#local/ports.ts';
import { relaySettings } from '#local/relay.ts';
import { LOCAL } from '#local/stack.ts';
import { account } from '#test/client.ts';
import { createFindings } from '#test/findings.ts';
import { startPostfix } from '#test/postfix.ts';
import { quantile } from '#test/quantile.ts';
import { comparedInTurn, httpRate, rateOf } from '#test/rate.ts';
import type { Rate } from '#test/rate.ts';
import { smtpClient } from '#test/smtp-client.ts';
import type { SmtpClient } from '#test/smtp-client.ts';
import { ownStack } from '#test/stack.ts';
import { residentOf } from './sending/costs.ts';
import { startPostfixSink } from './sending/postfix.ts';

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 8);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
const CONNECTIONS = 20;
const PACE = 50;
const MOST = 200;
const MB = 1_048_576;

const findings = createFindings({
  kind: 'bench',
  name: 'relay',
  title: 'SMTP relay',
  about:
    'Mails of 5 KB with one recipient, by a bare client that pipelines the envelope, over TLS; client, services (one process), MongoDB, ' +
    'Valkey, NATS and Temporal on one machine. Ours logged in, every mail in the ledger before its 250, and handed to smtp-sink ' +
    `meanwhile. ${ROUNDS} rounds in turn.`,
});
const sink = await startPostfixSink(await freePort());
const settings = await relaySettings(join(LOCAL, 'certificate'));
const postfix = await startPostfix({
  wrapped: true,
  settings: {
    default_transport: 'discard:',
    smtpd_tls_cert_file: join(settings.CERT_PATH, 'fullchain.pem'),
    smtpd_tls_key_file: join(settings.CERT_PATH, 'privkey.pem'),
  },
});
const own = await ownStack({
  env: {
    ...settings,
    API_RATE_LIMIT_PER_MINUTE: '100000000',
    MAIL_PROVIDER: 'smtp',
    SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
    EMAIL_RATE_LIMIT_PER_SECOND: '1000000',
    LOG_LEVEL: 'warn',
    REQUEST_LOGGING: 'false',
  },
});
const services = await own.startServices('one');
const { project, domain } = await account(services.url);
const html = `<p>${'Words of a mail. '.repeat(4)}</p>\r\n`.repeat(64);
let serial = 0;
const address = (): string => `bench-${serial++}@example.com`;

/** One mail: envelope and DATA at once, then the message. Answers milliseconds from its dot to the reply. */
async function submit(client: SmtpClient): Promise<number> {
  const to = address();
  client.write(`MAIL FROM:<bench@${domain}>\r\nRCPT TO:<${to}>\r\nDATA\r\n`);
  for (const code of ['250', '250', '354']) {
    const reply = await client.reply();
    if (!reply.startsWith(code)) throw new Error(`${reply} in place of ${code}`);
  }
  const head = `From: Bench <bench@${domain}>\r\nTo: ${to}\r\nSubject: Mail ${serial}\r\nMessage-ID: <${crypto.randomUUID()}@bench>\r\n`;
  client.write(`${head}MIME-Version: 1.0\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${html}.\r\n`);
  const begun = performance.now();
  const reply = await client.reply();
  if (!reply.startsWith('250')) throw new Error(reply);
  return performance.now() - begun;
}

async function relay(): Promise<SmtpClient> {
  const client = await smtpClient(Number(settings.PORT_SECURE), { secure: true });
  const reply = await client.login(project.secret);
  if (!reply.startsWith('235')) throw new Error(reply);
  return client;
}

async function smtpd(): Promise<SmtpClient> {
  const client = await smtpClient(postfix.port, { secure: true });
  await client.say('EHLO bench.example');
  return client;
}

/** Mails a second over some connections. */
async function bySmtp(connect: () => Promise<SmtpClient>): Promise<Rate> {
  const clients = await Promise.all(Array.from({ length: CONNECTIONS }, connect));
  const free = [...clients];
  const send = async (): Promise<void> => {
    const client = free.pop()!;
    await submit(client);
    free.push(client);
  };
  const rate = await rateOf(CONNECTIONS, send, SECONDS);
  for (const client of clients) client.close();
  return rate;
}

/** The same mail by HTTP. */
const byHttp = (): Promise<Rate> =>
  httpRate(
    CONNECTIONS,
    {
      url: `${services.url}/v1/send`,
      method: 'POST',
      key: project.secret,
      next: () => ({ body: { to: address(), from: `bench@${domain}`, subject: `Mail ${serial}`, body: html } }),
    },
    SECONDS,
  );

async function paced(): Promise<number[]> {
  const clients = await Promise.all(Array.from({ length: CONNECTIONS }, relay));
  const free = [...clients];
  const times: Promise<number>[] = [];
  for (let n = 0; n < PACE * SECONDS; n += 1) {
    const begun = performance.now();
    const client = free.shift();
    if (client)
      times.push(
        submit(client).finally(() => {
          free.push(client);
        }),
      );
    else times.push(sleep(0, Number.POSITIVE_INFINITY));
    await sleep(Math.max(0, 1_000 / PACE - (performance.now() - begun)));
  }
  const all = await Promise.all(times);
  for (const client of clients) client.close();
  return all.toSorted((a, b) => a - b);
}

try {
  const besides = [
    { beside: 'Postfix: smtpd, its queue on disk, discard', rate: () => bySmtp(smtpd) },
    { beside: 'POST /v1/send', rate: byHttp },
  ];
  const { ours, limits } = await comparedInTurn(() => bySmtp(relay), besides, ROUNDS);
  findings.compare(`Mails a second over ${CONNECTIONS} connections, as fast as they are taken`, {
    what: 'a mail by SMTP',
    inFlight: CONNECTIONS,
    ours,
    limits,
  });
  const times = await paced();
  findings.row(`From the final dot to the reply, ${PACE} mails a second`, {
    mails: times.length,
    'p50 ms': quantile(times, 0.5),
    'p95 ms': quantile(times, 0.95),
    'p99 ms': quantile(times, 0.99),
    'not begun in time': times.filter((time) => time === Number.POSITIVE_INFINITY).length,
  });

  const { pid } = services.processes['posthorn']!;
  const before = residentOf(pid);
  const two = [await account(services.url), await account(services.url)];
  const connected = await Promise.all(
    Array.from({ length: MOST }, async (_, n) => {
      // One client may have half of them.
      const client = await smtpClient(Number(settings.PORT_SECURE), { secure: true, localAddress: `127.0.0.${1 + (n % 2)}` });
      return client.greeting.startsWith('220') ? { client, reply: await client.login(two[n % 2]!.project.secret) } : { client, reply: '' };
    }),
  );
  const idle = residentOf(pid);
  const logged = connected.filter(({ reply }) => reply.startsWith('235')).map(({ client }) => client);
  let most = idle;
  const look = setInterval(() => (most = Math.max(most, residentOf(pid))), 50);
  await Promise.all(
    logged.map(async (client, n) => {
      await client.say(`MAIL FROM:<bench@${two[n % 2]!.domain}>`);
      await client.say('RCPT TO:<large@example.com>');
      await client.say('DATA');
      // Half of what the budget takes, on its way and never ended.
      client.write(`Subject: large\r\n\r\n${`${'y'.repeat(62)}\r\n`.repeat((64 * MB) / 64 / MOST)}`);
    }),
  );
  await sleep(3_000);
  clearInterval(look);
  for (const { client } of connected) client.close();
  findings.row('Memory of the process with all services, MB resident', {
    connections: logged.length,
    before,
    'logged in': idle,
    'with 64 MB of messages on their way': most,
  });
} finally {
  await own.stop();
  await sink.stop();
  await postfix.stop();
}
findings.close();
process.exit();
