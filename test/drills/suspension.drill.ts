/**
 * A project is suspended while thousands of its mails are queued, two gateways take its key and two deliveries send: within a second every
 * process acts on it, nothing leaves but what was in flight, and all that waited is FAILED. DRILL_MAILS sets how many are queued (10,000).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import mongoose from 'mongoose';
import { freePort } from '#local/ports.ts';
import { serviceProcess } from '#local/services.ts';
import { stretched } from '#local/time-scale.ts';
import { account, api } from '#test/client.ts';
import { createFindings } from '#test/findings.ts';
import { startSink } from '#test/smtp.ts';
import { ownStack } from '#test/stack.ts';
import { until } from '#test/until.ts';
import { webhook } from '#test/webhook.ts';

const MAILS = Number(process.env['DRILL_MAILS'] ?? 10_000);
const RATE = 100;
const A_REQUEST = 100;
/** Permanent bounces in 24 hours that end a new project. */
const BOUNCES = 25;
/** On a quiet machine. */
const MOST_MS = 1_000;
const POLL_MS = 10;

const findings = createFindings({
  kind: 'drill',
  name: 'suspension',
  title: 'A suspension while mail is queued',
  about:
    `${MAILS.toLocaleString('en')} transactional mails of a new project, ${RATE} a second leave through two deliveries; ${BOUNCES} ` +
    'permanent bounces are reported. One process a service, and a second gateway and delivery.',
});
const sink = await startSink();
const own = await ownStack({
  env: {
    MAIL_PROVIDER: 'smtp',
    SMTP_URL: sink.url,
    EMAIL_RATE_LIMIT_PER_SECOND: String(RATE),
    API_RATE_LIMIT_PER_MINUTE: '10000000',
    LOG_LEVEL: 'error',
  },
});
const port = await freePort();
const more = async (name: string, PORT: string) =>
  serviceProcess(name, { ...own.env, PORT }, { env: own.env, mode: 'each', dir: `${own.dir}/second` });
const seconds = [await more('gateway', String(port)), await more('delivery', '0')];
try {
  const services = await own.startServices('each');
  await Promise.all(seconds.map((one) => one.start()));
  const gateways = [services.url, `http://127.0.0.1:${port}`];
  const { project, domain } = await account(services.url);
  const client = api(services.url, project.secret);
  const mongo = await mongoose.createConnection(own.env['MONGODB_URI']!).asPromise();
  const database = (name: string) => mongo.useDb(`${own.env['MONGODB_PREFIX']}${name}`);
  const emails = database('delivery').collection<{ _id: string; to: string; trace: { to: string; by: string }[] }>('emails');
  const projects = database('accounts').collection<{ _id: string; disabledAt: Date | null }>('projects');
  const mails = (status: string | object, also: object = {}) => emails.countDocuments({ projectId: project.id, status, ...also } as never);

  for (let n = 0; n < MAILS; n += A_REQUEST) {
    const to = Array.from({ length: Math.min(A_REQUEST, MAILS - n) }, (_, index) => `r${n + index}@rcpt.example`);
    const { status, text } = await client.post('/v1/send', { to, from: `drill@${domain}`, subject: 's', body: 'b' });
    if (status !== 200) throw new Error(`POST /v1/send answered ${status} ${text}`);
  }
  const { delivered, senders } = await until(
    async () => {
      const rows = await emails.find({ projectId: project.id, status: 'DELIVERED' } as never).toArray();
      const by = new Set(rows.flatMap(({ trace }) => trace.flatMap((step) => (step.to === 'SENDING' ? [step.by] : []))));
      return rows.length >= BOUNCES && by.size === 2 ? { delivered: rows, senders: by } : undefined;
    },
    { within: 60_000, every: 250, what: 'mails that can bounce, of both deliveries' },
  );
  findings.expect('deliveries that send', senders.size, 2);

  /** When a gateway first refused the key, and how often it let it in later. */
  let running = true;
  async function watch(url: string): Promise<{ refusedAt: number; letInLater: number }> {
    const found = { refusedAt: 0, letInLater: 0 };
    for (; running; await sleep(POLL_MS)) {
      const { body } = await api(url, project.secret).get('/contacts/fields');
      if (body?.error?.code !== 'PROJECT_DISABLED') found.letInLater += found.refusedAt > 0 ? 1 : 0;
      else found.refusedAt ||= Date.now();
    }
    return found;
  }
  const watching = gateways.map(watch);

  const queued = await mails('PENDING');
  const reports = delivered
    .slice(0, BOUNCES)
    .map(({ _id: emailId }) => ({ id: crypto.randomUUID(), type: 'bounce', emailId, bounceType: 'Permanent' }));
  await webhook(api(services.url), own.env['DELIVERY_WEBHOOK_SECRET']!)(reports);
  const disabled = await until(
    async () => {
      const row = await projects.findOne({ _id: project.id });
      return row?.disabledAt && { at: row.disabledAt.getTime(), inFlight: await mails('SENDING') };
    },
    { within: 60_000, every: 5, what: 'the suspension' },
  );
  const waits = { status: { $in: ['PENDING', 'SENDING', 'SENT'] } };
  await until(async () => (await mails(waits.status)) === 0, { within: 300_000, every: 200, what: 'the end of what waited' });
  const endedAt = Date.now();
  running = false;
  const watched = await Promise.all(watching);

  const later = sink.taken.filter(({ at }) => at > disabled.at);
  const last = Math.max(disabled.at, ...later.map(({ at }) => at));
  const most = stretched(MOST_MS);
  const failed = await mails('FAILED', { error: 'Project is disabled' });
  const arrived = new Set(sink.taken.map(({ to }) => to));
  const left = await emails.find({ projectId: project.id, status: 'FAILED' } as never, { projection: { to: 1 } }).toArray();
  for (const [index, { refusedAt, letInLater }] of watched.entries())
    findings.row('Until each process acts on it', {
      process: `gateway ${index + 1}`,
      'ms after the suspension': refusedAt - disabled.at,
      'let in or sent after that': letInLater,
    });
  findings.row('Until each process acts on it', {
    process: 'both deliveries: the last mail',
    'ms after the suspension': last - disabled.at,
    'let in or sent after that': 0,
  });
  findings.row('Mails', {
    'queued at the suspension': queued,
    'in flight then': disabled.inFlight,
    'left after it': later.length,
    'FAILED, Project is disabled': failed,
    'after s': (endedAt - disabled.at) / 1_000,
  });
  for (const [index, { refusedAt, letInLater }] of watched.entries()) {
    const took = refusedAt - disabled.at;
    findings.holds(
      `gateway ${index + 1} refuses the key after ms, under ${most}, and lets it in no more`,
      took,
      refusedAt > 0 && took < most && letInLater === 0,
    );
  }
  findings.holds(`the last mail left after ms, under ${most}`, last - disabled.at, last - disabled.at < most);
  const mayLeave = disabled.inFlight + (RATE * most) / 1_000;
  findings.holds(
    `mails that left after it, at most what was in flight and a second's: ${mayLeave}`,
    later.length,
    later.length <= mayLeave,
  );
  findings.expect(
    'mails: arrived and FAILED are all, none is both',
    [arrived.size + failed, left.filter(({ to }) => arrived.has(to)).length],
    [MAILS, 0],
  );
  await mongo.close();
  findings.close();
} finally {
  await Promise.all(seconds.map((one) => one.kill()));
  await own.stop();
  await sink.stop();
}
