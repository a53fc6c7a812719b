/**
 * What the drill of sending works with: services one process each, a second delivery that obeys no failpoint, and a client that insists.
 */
import { join } from 'node:path';
import mongoose from 'mongoose';
import type { Connection } from 'mongoose';
import { serviceProcess } from '#local/services.ts';
import type { ServiceProcess, Services } from '#local/services.ts';
import { account, api } from '#test/client.ts';
import type { IdempotentClient } from '#test/idempotent-client.ts';
import { startSink } from '#test/smtp.ts';
import type { SmtpSink } from '#test/smtp.ts';
import { ownStack } from '#test/stack.ts';

export interface Setup {
  services: Services;
  second: ServiceProcess;
  sink: SmtpSink;
  mongo: Connection;
  prefix: string;
  projectId: string;
  client: IdempotentClient;
  /** Arms the first process of each service. */
  failpointFile: string;
  stop(): Promise<void>;
}

const ENVIRONMENT = {
  MAIL_PROVIDER: 'smtp',
  EMAIL_RATE_LIMIT_PER_SECOND: '2000',
  API_RATE_LIMIT_PER_MINUTE: '10000000',
  LOG_LEVEL: 'error',
  SEND_UNKNOWN_RETRY_AFTER: '1s',
  SEND_LEASE: '4s',
  IDEMPOTENCY_LEASE: '3s',
  BUS_REQUEST_TIMEOUT_MS: '3000',
};

export async function startSetup(): Promise<Setup> {
  const sink = await startSink();
  const own = await ownStack({ env: { ...ENVIRONMENT, SMTP_URL: sink.url } });
  if (process.env['DRILL_SPOOL'] !== 'off') own.env['SPOOL_DIR'] = join(own.dir, 'spool');
  const second = await serviceProcess('delivery', { ...own.env, PORT: '0' }, { env: own.env, mode: 'each', dir: join(own.dir, 'second') });
  const failpointFile = join(own.dir, 'failpoint');
  own.env['FAILPOINT_FILE'] = failpointFile;
  const services = await own.startServices('each');
  await second.start();
  const { project, domain } = await account(services.url);
  const from = `drill@${domain}`;
  const content = { name: 'News', subject: 'News', body: '<p>News</p>', from, type: 'MARKETING' };
  const { body } = await api(services.url, project.secret).post('/templates', content);
  const mongo = await mongoose.createConnection(own.env['MONGODB_URI']!).asPromise();
  return {
    services,
    second,
    sink,
    mongo,
    prefix: own.env['MONGODB_PREFIX']!,
    projectId: project.id,
    client: { url: services.url, key: project.secret, from, template: body.id },
    failpointFile,
    async stop() {
      await mongo.close();
      await second.kill();
      await own.stop();
      await sink.stop();
    },
  };
}
