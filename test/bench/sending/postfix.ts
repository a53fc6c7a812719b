/** Postfix's own ends of an SMTP conversation: smtp-sink takes mail and forgets it, smtp-source makes mail as fast as it can. */
import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { debianProgram } from '#local/debian.ts';

export interface PostfixSink {
  readonly pid: number;
  readonly port: number;
  stop(): Promise<void>;
}

/** As postfix's programs run as root, they ask for a user to become. */
const asUser = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    }).on('error', () => resolve(false));
  });
}

export async function startPostfixSink(port: number): Promise<PostfixSink> {
  const { path, env } = await debianProgram('smtp-sink');
  const child = spawn(path, [...asUser, '-m', '1000', `127.0.0.1:${port}`, '1000'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  for (let tries = 0; !(await listens(port)); tries += 1) {
    if (child.exitCode !== null || tries > 200) throw new Error(`smtp-sink does not listen on ${port}`);
    await sleep(25);
  }
  return {
    pid: child.pid!,
    port,
    async stop() {
      child.kill();
      await ended;
    },
  };
}

export interface SourceWork {
  port: number;
  connections: number;
  messages: number;
  /** One session carries many messages; otherwise each message has a session of its own. */
  kept: boolean;
  /** A message without SMTP's dots, lines ended by LF. */
  file: string;
}

/** Messages a second of smtp-source. */
export async function sourceRate({ port, connections, messages, kept, file }: SourceWork): Promise<number> {
  const { path, env } = await debianProgram('smtp-source');
  const args = [
    '-s',
    String(connections),
    '-m',
    String(messages),
    ...(kept ? ['-d'] : []),
    '-F',
    file,
    '-f',
    'bench@example.org',
    '-t',
    'bench@example.com',
    `127.0.0.1:${port}`,
  ];
  const begun = performance.now();
  const child = spawn(path, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`smtp-source ended with ${code}`);
  return (messages * 1_000) / (performance.now() - begun);
}
