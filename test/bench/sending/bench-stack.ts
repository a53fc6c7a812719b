/** A running Posthorn that sends to a given port, with a project whose first mail was seen. */
import mongoose from 'mongoose';
import type { Connection } from 'mongoose';
import type { Mode, Services } from '#local/services.ts';
import { account, api } from '#test/client.ts';
import type { Api, TestAccount } from '#test/client.ts';
import { startSink } from '#test/smtp.ts';
import { ownStack } from '#test/stack.ts';
import type { OwnStack } from '#test/stack.ts';
import { until } from '#test/until.ts';
import type { Processes } from './costs.ts';
import { CONTENT, VALUES } from './content.ts';

export interface BenchStack {
  mode: Mode;
  own: OwnStack;
  services: Services;
  mongo: Connection;
  prefix: string;
  api: Api;
  account: TestAccount;
  /** Of a marketing and of a transactional template. */
  templates: { MARKETING: string; TRANSACTIONAL: string };
  /** The port that mail goes to; nobody listens there until somebody is started. */
  port: number;
  /** The first mail: its id in the ledger, and as it left, signed. */
  first: { id: string; raw: Buffer };
  /** Process ids for the account of costs; more can be added. */
  processes(more?: Processes): Processes;
  stop(): Promise<void>;
}

export interface BenchStackOptions {
  mode: Mode;
  connections: number;
  env?: Record<string, string>;
}

/** Which process's costs are shown under which name; what is in none is under `others`. Each process is counted once. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  posthorn: ['posthorn'],
  delivery: ['delivery'],
  timeline: ['events', 'contacts'],
  campaigns: ['campaigns'],
  mongod: ['mongodb'],
  temporal: ['temporal'],
};

function groupsOf(running: Readonly<Record<string, { pid: number }>>, more: Processes): Processes {
  const grouped = new Set(Object.values(GROUPS).flat());
  const pids = (names: readonly string[]): number[] => names.flatMap((name) => running[name]?.pid ?? []);
  const groups = Object.entries(GROUPS).map(([group, names]) => [group, pids(names)] as const);
  const others = pids(Object.keys(running).filter((name) => !grouped.has(name)));
  return { ...Object.fromEntries(groups.filter(([, found]) => found.length > 0)), others, ...more };
}

export async function startBenchStack({ mode, connections, env = {} }: BenchStackOptions): Promise<BenchStack> {
  const sink = await startSink();
  const port = Number(new URL(sink.url).port);
  const own = await ownStack({
    env: {
      MAIL_PROVIDER: 'smtp',
      SMTP_URL: sink.url,
      EMAIL_RATE_LIMIT_PER_SECOND: '1000000',
      EMAIL_WORKER_CONCURRENCY: String(connections),
      API_RATE_LIMIT_PER_MINUTE: '100000000',
      LOG_LEVEL: 'warn',
      REQUEST_LOGGING: 'false',
      ...env,
    },
  });
  const services = await own.startServices(mode);
  const mongo = await mongoose.createConnection(own.stack.urls['MONGODB_URI']!).asPromise();
  const stop = async (): Promise<void> => {
    await mongo.close();
    await own.stop();
  };
  try {
    const who = await account(services.url);
    const client = api(services.url, who.project.secret);
    const template = async (type: string): Promise<string> =>
      (await client.post('/templates', { name: type, ...CONTENT, from: `news@${who.domain}`, type })).body.id;
    const templates = { MARKETING: await template('MARKETING'), TRANSACTIONAL: await template('TRANSACTIONAL') };
    const answer = await client.post('/v1/send', {
      to: 'first@example.com',
      template: templates.MARKETING,
      subscribed: true,
      data: VALUES,
    });
    if (answer.status !== 200) throw new Error(`POST /v1/send answered ${answer.status} ${answer.text}`);
    const taken = await until(() => sink.taken[0], { what: 'the first mail' });
    await sink.stop();
    return {
      mode,
      own,
      services,
      mongo,
      prefix: own.env['MONGODB_PREFIX']!,
      api: client,
      account: who,
      templates,
      port,
      stop,
      first: { id: answer.body.data.emails[0].email, raw: Buffer.from(taken.raw, 'latin1') },
      processes: (more = {}) => groupsOf({ ...services.processes, ...own.stack.servers }, more),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
