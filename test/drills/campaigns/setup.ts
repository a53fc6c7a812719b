/** What the drill of campaigns works with: services one process each with a second delivery, a project with an audience, a sink. */
import { hash } from 'node:crypto';
import mongoose from 'mongoose';
import type { Connection } from 'mongoose';
import { serviceProcess } from '#local/services.ts';
import type { ServiceProcess, Services } from '#local/services.ts';
import { account, api } from '#test/client.ts';
import type { Api } from '#test/client.ts';
import { csvForm } from '#test/csv-form.ts';
import { startSink } from '#test/smtp.ts';
import type { SmtpSink } from '#test/smtp.ts';
import { ownStack } from '#test/stack.ts';
import type { OwnStack } from '#test/stack.ts';
import { until } from '#test/until.ts';

/** Mails that one delivery process hands over at the same time. */
export const WORKERS = 20;
/** Mails that one delivery process has claimed at once, at most: what waits for a worker, and what is handed over or being written down. */
export const CLAIMED = (25 + 8) * WORKERS;
export const WITHIN_MS = 400_000;

export interface Setup {
  own: OwnStack;
  services: Services;
  /** Both. */
  deliveries: readonly ServiceProcess[];
  sink: SmtpSink;
  mongo: Connection;
  prefix: string;
  projectId: string;
  client: Api;
  /** A request, repeated until it is answered with success: a service may be down. */
  asked(method: string, path: string, body?: object): Promise<any>;
  /** A campaign in DRAFT, of a domain with a key, or with DRILL_SIGNED=off of none. `audience`: its fields of POST /campaigns. */
  campaign(audience: object): Promise<string>;
  /** Waits until the campaign is SENT. */
  sent(id: string): Promise<void>;
  stop(): Promise<void>;
}

const ENVIRONMENT = {
  MAIL_PROVIDER: 'smtp',
  EMAIL_RATE_LIMIT_PER_SECOND: '2000',
  EMAIL_WORKER_CONCURRENCY: String(WORKERS),
  API_RATE_LIMIT_PER_MINUTE: '10000000',
  LOG_LEVEL: 'error',
  SEND_LEASE: '4s',
  BUS_REQUEST_TIMEOUT_MS: '3000',
  IMPORT_MAX_SIZE_MB: '200',
};

const BODY = '<p>Hello {{n}}, <a href="https://shop.example/{{n}}">look</a></p>';

export const hasSpool = process.env['DRILL_SPOOL'] === 'on';
export const isSigned = process.env['DRILL_SIGNED'] !== 'off';
/** By the address alone, so that a run is like the other. */
export const share = (to: string): number => hash('sha256', to, 'buffer').readUInt32BE() / 2 ** 32;
/** 5xx to a tenth of the addresses, for good; 4xx to the first attempts of a third. */
export const isBad = process.env['DRILL_ANSWERS'] === 'bad';
export const isRefused = (to: string): boolean => isBad && share(to) < 0.1;
function badAnswer(to: string, attempt: number): string | undefined {
  if (isRefused(to)) return '554 5.7.1 not wanted';
  return share(to) < 0.1 + 1 / 3 && attempt === 0 ? '451 4.3.0 later' : undefined;
}

/**
 * `recipients` subscribed contacts r0@example.org …, their number in `n`.
 * @param mongodb of a MongoDB that is there; one of its own without it
 */
export async function startSetup(recipients: number, mongodb?: string): Promise<Setup> {
  const sink = await startSink();
  if (isBad) sink.manner.judges = badAnswer;
  const env = { ...ENVIRONMENT, SMTP_URL: sink.url };
  const own = await ownStack(mongodb ? { servers: ['nats', 'redis', 'temporal'], env: { ...env, MONGODB_URI: mongodb } } : { env });
  if (hasSpool) own.env['SPOOL_DIR'] = `${own.dir}/spool`;
  const services = await own.startServices('each');
  const second = await serviceProcess('delivery', { ...own.env, PORT: '0' }, { env: own.env, mode: 'each', dir: `${own.dir}/second` });
  await second.start();
  const { project, domain } = await account(services.url);
  const client = api(services.url, project.secret);
  const asked: Setup['asked'] = async (method, path, body) => {
    const answer = await until(
      async () => {
        const found = await client.send(method, path, body);
        return found.status < 300 ? found : undefined;
      },
      { within: 60_000, every: 200, what: `${method} ${path}` },
    );
    return answer.body;
  };
  const lines = Array.from({ length: recipients }, (_, n) => `r${n}@example.org,${n}`);
  const { body } = await client.post('/contacts/import', csvForm(`email,n\n${lines.join('\n')}\n`));
  await until(async () => (await asked('GET', `/contacts/import/${body.jobId}`)).status === 'completed', {
    within: WITHIN_MS,
    every: 200,
    what: 'the import',
  });
  const mongo = await mongoose.createConnection(own.env['MONGODB_URI']!).asPromise();
  const prefix = own.env['MONGODB_PREFIX']!;
  return {
    own,
    services,
    deliveries: [services.processes['delivery']!, second],
    sink,
    mongo,
    prefix,
    projectId: project.id,
    client,
    asked,
    async campaign(audience) {
      const content = { name: 'Drill', subject: 'Drill {{n}}', body: BODY, from: `drill@${domain}` };
      const { id } = (await asked('POST', '/campaigns', { ...content, ...audience })).data;
      // Every domain that can be asked for has a key.
      const campaigns = mongo.useDb(`${prefix}campaigns`, { useCache: true }).collection<{ _id: string }>('campaigns');
      if (!isSigned) await campaigns.updateOne({ _id: id }, { $set: { from: 'drill@unsigned.example' } });
      return id;
    },
    async sent(id) {
      const isSent = async (): Promise<boolean> => (await asked('GET', `/campaigns/${id}`)).status === 'SENT';
      await until(isSent, { within: WITHIN_MS, every: 300, what: 'the end of the campaign' });
    },
    async stop() {
      await mongo.close();
      await second.kill();
      await own.stop();
      await sink.stop();
    },
  };
}
