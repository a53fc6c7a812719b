/** A real server of the protocol of S3 (versitygw) over a folder of its own, with a bucket; it can be stopped and started again. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { goProgram } from '#local/go.ts';
import { freePort, releasePorts } from '#local/ports.ts';
import { kill, launch, signal, stop } from '#local/process.ts';
import type { Identity } from '#local/process.ts';
import { ask } from '#local/servers/socket.ts';
import { LOCAL } from '#local/stack.ts';
import { freeze, thaw } from './freeze.ts';
import { until } from './until.ts';

const [ACCESS, SECRET, BUCKET, IMAGES] = ['posthorn', 'a secret of this machine', 'posthorn-test', 'posthorn-images'];
const GRACE_MS = 5_000;

export interface ObjectServer {
  readonly endpoint: string;
  readonly bucket: string;
  readonly credentials: { accessKeyId: string; secretAccessKey: string };
  /** For the services. */
  readonly env: Record<string, string>;
  /** The bucket's folder: what is in it are the objects. */
  readonly folder: string;
  /** SIGKILL; connections are refused. */
  kill(): Promise<void>;
  /** It takes connections and answers nothing, until it is thawed. */
  freeze(): Promise<void>;
  thaw(): void;
  start(): Promise<void>;
  /** Ends it and removes all objects. */
  stop(): Promise<void>;
}

export async function startObjectServer(): Promise<ObjectServer> {
  mkdirSync(LOCAL, { recursive: true });
  const dir = mkdtempSync(join(LOCAL, 'objects-'));
  const folder = join(dir, 'data', BUCKET);
  mkdirSync(folder, { recursive: true });
  mkdirSync(join(dir, 'data', IMAGES));
  mkdirSync(join(dir, 'attributes'));
  const [command, port] = [await goProgram('versitygw'), await freePort()];
  let process: Identity = { pid: 0, began: 'not yet' };
  const start = async (): Promise<void> => {
    const args = ['--port', `127.0.0.1:${port}`, '--access', ACCESS, '--secret', SECRET, '--quiet', 'posix'];
    // The folder's file system may know no extended attributes.
    args.push('--sidecar', join(dir, 'attributes'), join(dir, 'data'));
    process = await launch({ command, args, env: {}, cwd: dir, logFile: join(dir, 'log') });
    await until(() => ask(port, 'GET / HTTP/1.0\r\n\r\n'), { within: 30_000, what: 'an answer of versitygw' });
  };
  await start();
  const endpoint = `http://127.0.0.1:${port}`;
  return {
    endpoint,
    bucket: BUCKET,
    credentials: { accessKeyId: ACCESS, secretAccessKey: SECRET },
    env: {
      S3_BLOB_BUCKET: BUCKET,
      S3_BUCKET: IMAGES,
      S3_ENDPOINT: endpoint,
      S3_ACCESS_KEY_ID: ACCESS,
      S3_ACCESS_KEY_SECRET: SECRET,
    },
    folder,
    kill: () => kill(process),
    freeze: () => freeze(process.pid),
    thaw: () => thaw(process.pid),
    start,
    async stop() {
      signal(process, 'SIGCONT');
      await stop(process, 'SIGTERM', GRACE_MS);
      releasePorts(port);
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
