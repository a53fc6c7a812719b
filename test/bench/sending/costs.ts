/** Measures the cost of work: CPU by process, and writes as MongoDB counts them. */
import { readFileSync } from 'node:fs';
import type { Connection } from 'mongoose';

const TICKS_PER_SECOND = 100;

/** User and system time a process has used so far, in seconds; proc(5), "stat". */
export function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** Resident memory in MB. */
export function residentOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1_024;
}

interface Writes {
  /** Documents inserted or changed. */
  documents: number;
  /** Bytes of the journal. */
  journal: number;
  /** Bytes of data and index blocks. */
  blocks: number;
}

async function writesOf(connection: Connection): Promise<Writes> {
  const { metrics, wiredTiger } = (await connection.db!.admin().serverStatus()) as any;
  return {
    documents: Number(metrics.document.inserted) + Number(metrics.document.updated),
    journal: Number(wiredTiger.log['log bytes written']),
    blocks: Number(wiredTiger['block-manager']['bytes written']),
  };
}

/** Groups of processes by name, e.g. `{ delivery: [12], others: [13, 14] }`. */
export type Processes = Readonly<Record<string, readonly number[]>>;

export interface Costs {
  /** CPU seconds by group. */
  cpu: Record<string, number>;
  writes: Writes;
}

/** Starts counting; the answer says what was used since. */
export async function counting(processes: Processes, connection: Connection): Promise<() => Promise<Costs>> {
  const look = (): Record<string, number> =>
    Object.fromEntries(Object.entries(processes).map(([name, pids]) => [name, pids.reduce((sum, pid) => sum + cpuOf(pid), 0)]));
  const [cpu, writes] = [look(), await writesOf(connection)];
  return async () => {
    const [cpuNow, writesNow] = [look(), await writesOf(connection)];
    return {
      cpu: Object.fromEntries(Object.keys(cpu).map((name) => [name, cpuNow[name]! - cpu[name]!])),
      writes: {
        documents: writesNow.documents - writes.documents,
        journal: writesNow.journal - writes.journal,
        blocks: writesNow.blocks - writes.blocks,
      },
    };
  };
}
