/** What the drill of workflows works with: services one process each and a second of workflows, a project, a sink, a webhook's server. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import mongoose from 'mongoose';
import type { Connection } from 'mongoose';
import { serviceProcess } from '#local/services.ts';
import type { ServiceProcess, Services } from '#local/services.ts';
import { account, api } from '#test/client.ts';
import type { Api } from '#test/client.ts';
import { startSink } from '#test/smtp.ts';
import type { SmtpSink } from '#test/smtp.ts';
import { ownStack } from '#test/stack.ts';
import type { OwnStack } from '#test/stack.ts';
import { until } from '#test/until.ts';

export interface Called {
  key: string;
  body: string;
}

export interface Setup {
  own: OwnStack;
  services: Services;
  /** Both. */
  workers: readonly ServiceProcess[];
  sink: SmtpSink;
  /** What the webhook's server was asked. */
  called: readonly Called[];
  hookUrl: string;
  mongo: Connection;
  prefix: string;
  projectId: string;
  domain: string;
  /** A request with the secret key, or the public one, repeated until it is answered with success: a service may be down. */
  asked(method: string, path: string, body?: object): Promise<any>;
  tracked(event: string, email: string, data: object): Promise<any>;
  stop(): Promise<void>;
}

const ENVIRONMENT = {
  MAIL_PROVIDER: 'smtp',
  EMAIL_RATE_LIMIT_PER_SECOND: '2000',
  API_RATE_LIMIT_PER_MINUTE: '10000000',
  WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8',
  LOG_LEVEL: 'error',
  SEND_LEASE: '4s',
  BUS_REQUEST_TIMEOUT_MS: '3000',
};

async function startHook(): Promise<{ called: Called[]; url: string; stop: () => void }> {
  const called: Called[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      called.push({ key: String(request.headers['idempotency-key']), body });
      response.end('{"ok":true}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { called, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, stop: () => void server.close() };
}

/** Asks until the answer is a success. */
function patient(client: Api): Setup['asked'] {
  return async (method, path, body) => {
    const probe = async () => {
      const found = await client.send(method, path, body);
      if (found.status >= 300) throw new Error(`${found.status} ${found.text.slice(0, 200)}`);
      return found;
    };
    return (await until(probe, { within: 60_000, every: 200, what: `${method} ${path}` })).body;
  };
}

export async function startSetup(): Promise<Setup> {
  const [sink, hook] = [await startSink(), await startHook()];
  const own = await ownStack({ env: { ...ENVIRONMENT, SMTP_URL: sink.url } });
  const services = await own.startServices('each');
  const second = await serviceProcess('workflows', { ...own.env, PORT: '0' }, { env: own.env, mode: 'each', dir: `${own.dir}/second` });
  await second.start();
  const { project, domain } = await account(services.url);
  const track = patient(api(services.url, project.public));
  const mongo = await mongoose.createConnection(own.env['MONGODB_URI']!).asPromise();
  return {
    own,
    services,
    workers: [services.processes['workflows']!, second],
    sink,
    called: hook.called,
    hookUrl: hook.url,
    mongo,
    prefix: own.env['MONGODB_PREFIX']!,
    projectId: project.id,
    domain,
    asked: patient(api(services.url, project.secret)),
    tracked: (event, email, data) => track('POST', '/v1/track', { event, email, data }),
    async stop() {
      await mongo.close();
      await second.kill();
      await own.stop();
      await sink.stop();
      hook.stop();
    },
  };
}
