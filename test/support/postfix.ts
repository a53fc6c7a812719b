/** A real Postfix with a queue of its own: takes mail on 127.0.0.1, passes it on or throws it away. As root only, as Postfix does. */
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { debianProgram } from '#local/debian.ts';
import { freePort } from '#local/ports.ts';
import { launch, stop } from '#local/process.ts';
import { run } from '#local/tool.ts';
import { until } from './until.ts';

export interface PostfixOptions {
  /** main.cf: parameter → value, beside what every one has. */
  settings: Readonly<Record<string, string>>;
  /** smtpd speaks TLS from the first byte. */
  wrapped?: boolean;
  /** master.cf: lines beside what every one has. */
  services?: readonly string[];
  /** Name → text, in the folder of main.cf; settings may name them by /etc/postfix. */
  files?: Readonly<Record<string, string>>;
}

export interface Postfix {
  /** Where it takes mail, from anybody on this machine. */
  readonly port: number;
  /** Messages that are neither delivered nor given up. */
  queued(): number;
  /** What it logged. */
  log(): string;
  /** How many deliveries ended so: `sent`, `deferred`, `bounced`. A mail is deferred as often as it is put off. */
  count(status: 'sent' | 'deferred' | 'bounced'): number;
  stop(): Promise<void>;
}

/** Two accounts and a group that every Debian has, none of them ours: Postfix wants them apart from each other. */
const [OWNER, NOBODY, GROUP] = ['news', 'nobody', 'uucp'];
/** Should nobody stop it. */
const ENDS_BY_ITSELF_S = '1800';
const GRACE_MS = 10_000;
const QUEUES = ['incoming', 'active', 'deferred', 'bounce', 'defer', 'corrupt', 'flush', 'hold', 'saved', 'trace'];
/** Kept in a folder of the daemons' own, or read by others. */
const FOLDERS = [...QUEUES, 'private', 'public', 'maildrop', 'pid'];
const ENVIRONMENT = 'MAIL_CONFIG MAIL_LOGTAG TZ LANG=C LD_LIBRARY_PATH SASL_PATH';

/** master.cf: unprivileged daemons outside any chroot; `name type private unprivileged chroot wakeup most command`. */
const SERVICES = [
  'cleanup unix n - n - 0 cleanup',
  'qmgr unix n - n 300 1 qmgr',
  'tlsmgr unix - - n 1000? 1 tlsmgr',
  'rewrite unix - - n - - trivial-rewrite',
  'bounce unix - - n - 0 bounce',
  'defer unix - - n - 0 bounce',
  'trace unix - - n - 0 bounce',
  'verify unix - - n - 1 verify',
  'flush unix n - n - 0 flush',
  'proxymap unix - - n - - proxymap',
  'smtp unix - - n - - smtp',
  'relay unix - - n - - smtp',
  'error unix - - n - - error',
  'retry unix - - n - - error',
  'discard unix - - n - - discard',
  'anvil unix - - n - 1 anvil',
  'scache unix - - n - 1 scache',
  'postlog unix-dgram n - n - 1 postlogd',
];

const lines = (settings: Readonly<Record<string, string>>): string =>
  Object.entries(settings)
    .map(([name, value]) => `${name} = ${value}\n`)
    .join('');

async function idOf(kind: '-u' | '-g', user: string): Promise<number> {
  const { output } = await run('id', [kind, user]);
  return Number(output);
}

/** Owned as `postfix check` wants them. */
async function makeFolders(queue: string, data: string): Promise<void> {
  const [user, group] = [await idOf('-u', OWNER), await idOf('-g', GROUP)];
  mkdirSync(data);
  chownSync(data, user, 0);
  mkdirSync(queue);
  for (const name of FOLDERS) {
    const folder = join(queue, name);
    mkdirSync(folder);
    const isShared = name === 'public' || name === 'maildrop';
    chownSync(folder, name === 'pid' ? 0 : user, isShared ? group : 0);
    chmodSync(folder, isShared ? 0o730 : 0o700);
  }
  chmodSync(join(queue, 'pid'), 0o755);
}

/** Files of a folder and those below it. */
const filesIn = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile()).length;

export async function startPostfix({ settings, wrapped = false, services = [], files = {} }: PostfixOptions): Promise<Postfix> {
  if (process.getuid?.() !== 0) throw new Error('Postfix starts as root only');
  const { path, env } = await debianProgram('postfix');
  const root = path.slice(0, -'sbin/postfix'.length);
  const dir = mkdtempSync(join(tmpdir(), 'posthorn-postfix-'));
  chmodSync(dir, 0o755);
  const [config, queue, data, logFile] = [join(dir, 'etc'), join(dir, 'queue'), join(dir, 'data'), join(dir, 'log')];
  mkdirSync(config);
  await makeFolders(queue, data);
  const port = await freePort();
  const main = {
    compatibility_level: '3.6',
    queue_directory: queue,
    data_directory: data,
    command_directory: join(root, 'sbin'),
    daemon_directory: join(root, 'lib/postfix/sbin'),
    shlib_directory: join(root, 'lib/postfix'),
    meta_directory: config,
    mail_owner: OWNER,
    default_privs: NOBODY,
    setgid_group: GROUP,
    import_environment: ENVIRONMENT,
    export_environment: ENVIRONMENT,
    maillog_file: logFile,
    maillog_file_prefixes: dir,
    myhostname: 'client.example',
    mydestination: '',
    local_transport: 'error:nobody lives here',
    inet_interfaces: '127.0.0.1',
    inet_protocols: 'ipv4',
    mynetworks: '127.0.0.0/8',
    smtpd_relay_restrictions: 'permit_mynetworks, reject',
    alias_maps: '',
    alias_database: '',
    ...settings,
  };
  writeFileSync(join(config, 'main.cf'), lines(main).replaceAll('/etc/postfix', config));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(config, name), text);
  const intake = `127.0.0.1:${port} inet n - n - - smtpd${wrapped ? ' -o smtpd_tls_wrappermode=yes' : ''}`;
  writeFileSync(join(config, 'master.cf'), `${[intake, ...SERVICES, ...services].join('\n')}\n`);
  const sasl = (env['LD_LIBRARY_PATH'] ?? '').split(':').map((folder) => join(folder, 'sasl2'));
  const child = await launch({
    command: join(root, 'lib/postfix/sbin/master'),
    args: ['-c', config, '-e', ENDS_BY_ITSELF_S, '-s'],
    env: { ...env, SASL_PATH: sasl.join(':') },
    cwd: dir,
    logFile: join(dir, 'master.log'),
  });
  const log = (): string => readFileSync(logFile, 'utf8');
  await until(() => log().includes('daemon started'), { what: 'Postfix' }).catch((error: Error) => {
    throw new Error(`${error.message}: ${readFileSync(join(dir, 'master.log'), 'utf8')}`, { cause: error });
  });
  return {
    port,
    log,
    queued: () => ['incoming', 'active', 'deferred'].reduce((sum, name) => sum + filesIn(join(queue, name)), 0),
    count: (status) => log().split(` status=${status} `).length - 1,
    async stop() {
      await stop(child, 'SIGTERM', GRACE_MS);
      rmSync(dir, { recursive: true });
    },
  };
}

/** What makes a relay with a login the only way out, and brings what was put off again soon. */
export function smartHost(port: number, key: string): Record<string, string> {
  return {
    relayhost: `[127.0.0.1]:${port}`,
    smtp_sasl_auth_enable: 'yes',
    smtp_sasl_password_maps: `static:posthorn:${key}`,
    smtp_sasl_security_options: 'noanonymous',
    smtp_tls_security_level: 'encrypt',
    queue_run_delay: '1s',
    minimal_backoff_time: '1s',
    maximal_backoff_time: '2s',
    transport_retry_time: '1s',
  };
}
