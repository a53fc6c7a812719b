/** The recording sink, from outside. */
import { fork } from 'node:child_process';
import { once } from 'node:events';

export interface RecordingSink {
  readonly pid: number;
  readonly port: number;
  /** What came since the last look: recipient → epoch milliseconds, with fractions. */
  look(): Promise<Map<string, number>>;
  stop(): Promise<void>;
}

export async function startRecordingSink(port = 0): Promise<RecordingSink> {
  const child = fork(new URL('./recording-sink-process.ts', import.meta.url), [String(port)]);
  const [ready] = (await once(child, 'message')) as [{ port: number }];
  return {
    pid: child.pid!,
    port: ready.port,
    async look() {
      child.send('look');
      const [{ taken }] = (await once(child, 'message')) as [{ taken: [string, number][] }];
      return new Map(taken);
    },
    async stop() {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}
