/**
 * `npm start`: the servers, the services and a first account, until Ctrl-C. `npm start -- each` runs every service in a process of its own.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeAccount, readAccount, tryAccount } from './account.ts';
import type { Account } from './account.ts';
import { runUntilEnded } from './ending.ts';
import { becomeLauncher, launcherIsStopping, leaveLauncher } from './launcher.ts';
import { relaySettings } from './relay.ts';
import { secrets } from './secrets.ts';
import { grpcAddresses, startServices } from './services.ts';
import type { Services } from './services.ts';
import { LOCAL, startStack, stopLeftovers } from './stack.ts';
import type { Stack } from './stack.ts';
import { changeState } from './state.ts';
import { supervise } from './supervise.ts';
import { follow, shortened } from './tail.ts';

/** What a sign-up needs, whatever the developer set: used for as long as it takes to make the first account. */
const FOR_SIGN_UP = {
  NODE_ENV: 'development',
  DISABLE_SIGNUPS: 'false',
  VERIFY_EMAIL_ON_SIGNUP: 'false',
  DOMAIN_AUTO_VERIFY: 'true',
  POSTHORN_API_KEY: '',
};

const say = (line: string): void => console.log(`  ${line}`);
const known = secrets();
const mode = process.argv[2] === 'each' ? 'each' : 'one';
const begun = Date.now();
const ends: (() => void)[] = [];
let stack: Stack | undefined;
let services: Services | undefined;
let launcher = false;
let stopping = false;
/** Until all is up, or has failed. */
let starting = true;

async function environment(urls: Readonly<Record<string, string>>): Promise<NodeJS.ProcessEnv> {
  const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''));
  const development = (given.NODE_ENV ?? 'development') === 'development';
  return {
    NODE_ENV: 'development',
    JWT_SECRET: known.jwtSecret,
    UPLOADS_DIR: join(LOCAL, 'uploads'),
    ...(await relaySettings(join(LOCAL, 'certificate'), { submission: 1587, secure: 1465 })),
    ...(development && { DOMAIN_AUTO_VERIFY: 'true' }),
    ...given,
    ...urls,
  };
}

async function boot(env: NodeJS.ProcessEnv): Promise<Services> {
  if (stopping) throw new Error('stopped');
  const number = (name: string, otherwise: number): number => Number(process.env[name]) || otherwise;
  const ports = { http: number('PORT', 8080), admin: number('ADMIN_PORT', 9090), grpc: number('GRPC_PORT', 50_051) };
  const since = Date.now();
  const started = await startServices({ env, mode, dir: LOCAL, ports, natsUsers: stack?.servers.nats !== undefined, log: say });
  const port = Number(new URL(started.url).port);
  if (port !== ports.http) say(`gateway: port ${ports.http} is taken, using ${port}`);
  say(`services  ${mode === 'one' ? 'all in one process' : 'a process each'}, ready after ${((Date.now() - since) / 1000).toFixed(1)} s`);
  return started;
}

/** The account, and the services with the developer's own settings. */
async function open(env: NodeJS.ProcessEnv): Promise<Account> {
  const earlier = readAccount();
  if (earlier) {
    services = await boot(env);
    const tried = await tryAccount(services.url, earlier);
    if (tried?.stale) say('the keys in .local/posthorn.json no longer work: they were changed since; npm run reset starts afresh');
    if (tried) return tried.account;
    await services.stop();
  }
  const plain = Object.entries(FOR_SIGN_UP).every(([name, value]) => (env[name] ?? (value === 'false' ? value : '')) === value);
  services = await boot({ ...env, ...FOR_SIGN_UP });
  const account = await makeAccount(services.url, known);
  say(`account   ${account.user.email} with a project and the sender domain example.org`);
  if (plain) return account;
  await services.stop();
  services = await boot(env);
  return (await tryAccount(services.url, account))?.account ?? account;
}

function farewell({ url, inbox, user, project }: Account, { SMTP_ENABLED, PORT_SUBMISSION }: NodeJS.ProcessEnv): string {
  const post = (path: string, body: object): string =>
    `curl -s -X POST ${url}${path} -H 'Authorization: Bearer ${project.secret}' -H 'Content-Type: application/json' -d ` +
    `'${JSON.stringify(body)}'`;
  const login = `--tls --auth PLAIN --auth-user posthorn --auth-password ${project.secret}`;
  const mail = `--from hello@example.org --to ada@example.com --header 'Subject: Hello {{name}}' --body 'Welcome, {{name}}.'`;
  const smtp = SMTP_ENABLED === 'true' ? `\nThe same by SMTP:\n\nswaks --server localhost:${PORT_SUBMISSION} ${login} ${mail}\n` : '';
  return `
Posthorn is ready after ${((Date.now() - begun) / 1000).toFixed(1)} s

  URL         ${url}
  Reference   ${url}/docs   (every request, to read and to try)
  Inbox       ${inbox}   (captured mail; nothing leaves this machine)
  Public key  ${project.public}
  Secret key  ${project.secret}
  Account     ${user.email}   password ${user.password}
  All of this is in .local/posthorn.json, logs are in .local/log. Ctrl-C stops everything.

Create a contact, send it a mail, read the mail:

${post('/contacts', { email: 'ada@example.com', data: { name: 'Ada' } })}
${post('/v1/send', { to: 'ada@example.com', from: 'hello@example.org', subject: 'Hello {{name}}', body: '<p>Welcome, {{name}}.</p>' })}
sleep 2; curl -s '${inbox}?to=ada@example.com'
${smtp}`;
}

async function begin(): Promise<void> {
  console.log('Posthorn: starting');
  [stack] = await Promise.all([
    startStack({ dir: LOCAL, preferPorts: true, log: say }),
    stopLeftovers(LOCAL, { servers: false, log: say }),
  ]);
  const env = await environment(stack.urls);
  const account = await open(env);
  changeState(LOCAL, (state) => {
    state.url = account.url;
    state.grpc = grpcAddresses(services!);
  });
  console.log(farewell(account, env));
  const processes = Object.values(services!.processes);
  for (const { name, logFile, logFrom } of processes)
    ends.push(
      follow(logFile, logFrom, (line) => {
        const text = shortened(line);
        if (text) console.log(`[${name}] ${text}`);
      }),
    );
  ends.push(supervise([...processes, ...Object.values(stack.servers)], (line) => console.log(`[posthorn] ${line}`)));
}

async function work(): Promise<number> {
  const other = await becomeLauncher(say);
  if (other !== null) {
    const running = readAccount();
    throw new Error(
      `Posthorn runs in this folder already (process ${other})${running ? `: ${running.url}` : ''}. Stop it there with Ctrl-C, or ` +
        `with: kill ${other}`,
    );
  }
  launcher = true;
  await begin().finally(() => {
    starting = false;
  });
  return new Promise(() => {});
}

/** The services first: they finish what is in flight, for which they need the servers. */
async function stop(why: string | null): Promise<void> {
  stopping = true;
  if (!launcher) return;
  launcherIsStopping();
  const since = Date.now();
  const seconds = (): string => `${((Date.now() - since) / 1000).toFixed(1)} s`;
  if (why) console.log(`\nPosthorn: stopping (${why})`);
  // Watchers before what they watch: what ends from here on is meant to.
  for (const end of ends) end();
  // A start that is under way brings up more for a moment, until it notices.
  while (starting) {
    await stopLeftovers(LOCAL);
    await sleep(50);
  }
  await services?.stop();
  if (why && services) say(`services  stopped after ${seconds()}`);
  await stack?.stop();
  await stopLeftovers(LOCAL);
  leaveLauncher();
  if (why) say(`servers   stopped; all is in .local, npm start goes on from there (${seconds()})`);
}

await runUntilEnded(work, stop, 0);
