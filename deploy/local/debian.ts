/** Programs that Debian packages, for tests and benchmarks: the machine's own, else unpacked below .local/debian, else installed. */
import { existsSync, globSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from './binaries.mjs';
import { locked } from './lock.mjs';
import { isExecutable, pathFolders, run } from './tool.ts';

interface Packaged {
  package: string;
  /** In the package. */
  file: string;
  /** Packages it can do without, and we cannot. */
  with?: readonly string[];
  /** Too much hangs on it to be unpacked beside the system: installed, which takes root. */
  install?: true;
}

const PROGRAMS = {
  'smtp-sink': { package: 'postfix', file: 'usr/sbin/smtp-sink' },
  'smtp-source': { package: 'postfix', file: 'usr/sbin/smtp-source' },
  // Logs in at a relay by the plugins of Cyrus SASL.
  postfix: { package: 'postfix', file: 'usr/sbin/postfix', with: ['libsasl2-modules'] },
  msmtp: { package: 'msmtp', file: 'usr/bin/msmtp' },
  swaks: { package: 'swaks', file: 'usr/bin/swaks', with: ['libnet-ssleay-perl'] },
  curl: { package: 'curl', file: 'usr/bin/curl' },
  zsh: { package: 'zsh', file: 'usr/bin/zsh', install: true },
  fish: { package: 'fish', file: 'usr/bin/fish', with: ['fish-common'] },
  prometheus: { package: 'prometheus', file: 'usr/bin/prometheus' },
  promtool: { package: 'prometheus', file: 'usr/bin/promtool' },
  postgres: { package: 'postgresql', file: 'usr/lib/postgresql', install: true },
  javac: { package: 'default-jdk-headless', file: 'usr/bin/javac', install: true },
  mvn: { package: 'maven', file: 'usr/bin/mvn', install: true },
  chromium: { package: 'chromium', file: 'usr/bin/chromium', install: true },
} as const satisfies Record<string, Packaged>;

export type DebianProgram = keyof typeof PROGRAMS;

export interface Program {
  path: string;
  /** What it is to be started with. */
  env: NodeJS.ProcessEnv;
}

const DEBIAN = join(ROOT, '.local/debian');
const LISTS = join(DEBIAN, 'apt');
/** Package lists of our own: without root the system's cannot be brought up to date. */
const OWN_LISTS = [
  '-o',
  `Dir::State=${LISTS}`,
  '-o',
  `Dir::State::status=/var/lib/dpkg/status`,
  '-o',
  `Dir::Cache=${LISTS}`,
  '-o',
  'APT::Sandbox::User=',
];
const ATTEMPTS = 4;

async function must(command: string, args: string[], cwd = DEBIAN): Promise<string> {
  const { ok, output } = await run(command, args, { cwd, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
  if (!ok) throw new Error(`${[command, ...args].join(' ')}:\n${output.trim().slice(-1_500)}`);
  return output;
}

/** Mirrors fail now and then, and another process may hold apt's lists for a while. */
async function again<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      await sleep(attempt * 2_000);
    }
  }
}

/** With the package lists as they are; when those do not do, with fresh ones. */
async function withLists(lists: string[], work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch {
    await again(() => must('apt-get', [...lists, '-q', 'update']));
    await again(work);
  }
}

/** Libraries a package asks for that the system lacks. */
async function missingLibraries(deb: string): Promise<string[]> {
  const depends = await must('dpkg-deb', ['-f', deb, 'Depends']);
  const named = depends
    .split(',')
    .map((each) => each.trim().split(/[\s:|]/)[0]!)
    .filter((name) => name.startsWith('lib'));
  const present = await Promise.all(
    named.map(async (name) => /ok installed/.test((await run('dpkg-query', ['-W', '-f', '${Status}', name])).output)),
  );
  return named.filter((_, index) => !present[index]);
}

/** Where it is unpacked to, with what goes with it. */
const folderOf = ({ package: name, with: more = [] }: Packaged): string => join(DEBIAN, [name, ...more].join('+'));

/** The packages and the libraries they need, unpacked into one folder that is put in place in one move. */
async function unpack(packaged: Packaged): Promise<void> {
  const target = folderOf(packaged);
  const partial = `${target}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(join(LISTS, 'lists/partial'), { recursive: true });
  mkdirSync(join(LISTS, 'archives/partial'), { recursive: true });
  mkdirSync(join(partial, 'deb'), { recursive: true });
  const wanted = [packaged.package, ...(packaged.with ?? [])];
  for (const each of wanted) {
    const fetch = (lists: string[]) => must('apt-get', [...lists, '-q', 'download', each], join(partial, 'deb'));
    await fetch([]).catch(() => withLists(OWN_LISTS, () => fetch(OWN_LISTS)));
    const [deb] = globSync(`deb/${each}_*.deb`, { cwd: partial });
    if (!deb) throw new Error(`apt-get brought no ${each}`);
    await must('dpkg-deb', ['-x', join(partial, deb), partial]);
    for (const library of await missingLibraries(join(partial, deb))) if (!wanted.includes(library)) wanted.push(library);
  }
  rmSync(join(partial, 'deb'), { recursive: true });
  renameSync(partial, target);
}

async function install(name: string): Promise<void> {
  if (process.getuid?.() !== 0) throw new Error(`only root may install it: sudo apt-get install ${name}`);
  const args = ['-q', '-o', 'DPkg::Lock::Timeout=300', 'install', '-y', '--no-install-recommends', name];
  await withLists([], () => must('apt-get', args));
}

function onMachine(name: DebianProgram): Program | undefined {
  // PostgreSQL's own programs are where no PATH leads.
  const folders = [...pathFolders(), '/usr/sbin', ...globSync('/usr/lib/postgresql/*/bin')];
  const path = folders.map((folder) => join(folder, name)).find(isExecutable);
  return path === undefined ? undefined : { path, env: process.env };
}

function unpacked(name: DebianProgram): Program | undefined {
  const packaged: Packaged = PROGRAMS[name];
  const { package: from, file } = packaged;
  const target = folderOf(packaged);
  const path = join(target, file);
  if (!isExecutable(path)) return undefined;
  const libraries = ['usr/lib', 'lib']
    .flatMap((folder) => [...globSync(`${folder}/*-linux-gnu`, { cwd: target }), `${folder}/${from}`])
    .map((folder) => join(target, folder));
  const perl = globSync(['usr/lib/*-linux-gnu/perl5/*', 'usr/share/perl5'], { cwd: target }).map((folder) => join(target, folder));
  const found = (folders: string[]): string => folders.filter(existsSync).join(delimiter);
  return { path, env: { ...process.env, LD_LIBRARY_PATH: found(libraries), PERL5LIB: found(perl) } };
}

/** Finds the program, or gets it, which takes seconds the first time. Throws, in words for a developer, when it cannot be had. */
export async function debianProgram(name: DebianProgram): Promise<Program> {
  const known = onMachine(name) ?? unpacked(name);
  if (known) return known;
  const packaged: Packaged = PROGRAMS[name];
  mkdirSync(DEBIAN, { recursive: true });
  try {
    await locked(join(DEBIAN, 'lock'), 'fetching of Debian packages', async () => {
      if (onMachine(name) ?? unpacked(name)) return;
      console.log(`  fetching ${name} (Debian package ${packaged.package}) …`);
      await (packaged.install ? install(packaged.package) : unpack(packaged));
    });
  } catch (error) {
    throw new Error(
      `${name} is needed and cannot be had here. Install it (on Debian and Ubuntu: apt-get install ${packaged.package}) and try ` +
        `again.\n${(error as Error).message}`,
      { cause: error },
    );
  }
  const found = onMachine(name) ?? unpacked(name);
  if (!found) throw new Error(`The Debian package ${packaged.package} brought no ${name}.`);
  return found;
}
