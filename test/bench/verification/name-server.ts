/** The name server's process, from outside. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { NameServer } from '#test/name-server.ts';

/** As `add` of the name server takes it. */
export type ZoneRecord = [name: string, type: Parameters<NameServer['add']>[1], data: string];

export interface NameServerProcess {
  /** `ip:port`, as DNS_SERVERS takes it. */
  readonly address: string;
  add(records: readonly ZoneRecord[]): Promise<void>;
  /** Questions asked so far. */
  asked(): Promise<number>;
  stop(): Promise<void>;
}

/** @param delayMs before every answer */
export async function startNameServerProcess(delayMs: number): Promise<NameServerProcess> {
  const child = fork(new URL('./name-server-process.ts', import.meta.url), [String(delayMs)]);
  const [{ address }] = (await once(child, 'message')) as [{ address: string }];
  async function call(message: readonly ZoneRecord[] | 'asked'): Promise<number> {
    child.send(message);
    const [{ asked }] = (await once(child, 'message')) as [{ asked: number }];
    return asked;
  }
  return {
    address,
    async add(records) {
      await call(records);
    },
    asked: () => call('asked'),
    async stop() {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}
