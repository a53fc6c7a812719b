/**
 * Several servers that mail is handed over to, each by its weight. One that cannot be reached, or turns connections away, is left out for a
 * while, and the mail in flight goes to another: nothing of it was handed over yet. What a server says to a message itself stands.
 */
import { Refused } from '../port.ts';
import type { Pool } from './pool.ts';

export interface Target extends Pick<Pool, 'send' | 'close'> {
  /** Its share of the mail, beside the others' weights. */
  weight: number;
  /** `host:port`, for people. */
  name: string;
}

export interface TargetsParts {
  targets: readonly Target[];
  /** Milliseconds. */
  now?: () => number;
  /** One is left out from now on, or (without `leftOutMs`) takes mail again. */
  onChange: (change: { target: string; leftOutMs?: number; reason?: string }) => void;
}

/** Left out so long at first; twice as long each time it fails again. */
const LEFT_OUT_MS = 1_000;
const LEFT_OUT_MOST_MS = 60_000;

interface Standing extends Target {
  /** Smooth weighted round robin: the largest is next. */
  credit: number;
  /** Not before. */
  from: number;
  /** 0: it takes mail. */
  leftOutMs: number;
}

export function createSmtpTargets({ targets, onChange, now = () => performance.now() }: TargetsParts): Pick<Pool, 'send' | 'close'> {
  const all: Standing[] = targets.map((target) => ({ ...target, credit: 0, from: 0, leftOutMs: 0 }));

  /** By weight, of those that are not left out; when all are, the one whose time is over first. */
  function next(tried: ReadonlySet<Standing>): Standing | undefined {
    const left = all.filter((one) => !tried.has(one));
    const there = left.filter(({ from }) => from <= now());
    if (there.length === 0) return tried.size > 0 ? undefined : left.sort((a, b) => a.from - b.from)[0];
    const whole = there.reduce((sum, { weight }) => sum + weight, 0);
    for (const one of there) one.credit += one.weight;
    const chosen = there.reduce((most, one) => (one.credit > most.credit ? one : most));
    chosen.credit -= whole;
    return chosen;
  }

  function leaveOut(target: Standing, reason: string): void {
    // Mails that were on their way to it at the same time say the same.
    if (target.from > now()) return;
    target.leftOutMs = Math.min(target.leftOutMs * 2 || LEFT_OUT_MS, LEFT_OUT_MOST_MS);
    target.from = now() + target.leftOutMs;
    target.credit = 0;
    onChange({ target: target.name, leftOutMs: target.leftOutMs, reason });
  }

  function takes(target: Standing): void {
    if (target.leftOutMs === 0) return;
    [target.leftOutMs, target.from] = [0, 0];
    onChange({ target: target.name });
  }

  return {
    async send(envelope, raw, handingOver) {
      const tried = new Set<Standing>();
      let refused: Refused | undefined;
      // Whoever stops a mail at the last moment ends its connection, which is no fault of the server.
      let isStopped = false;
      const mayLeave = (): void => {
        isStopped = true;
        handingOver();
        isStopped = false;
      };
      for (let target = next(tried); target; target = next(tried)) {
        tried.add(target);
        try {
          const reply = await target.send(envelope, raw, mayLeave);
          takes(target);
          return reply;
        } catch (error) {
          if (isStopped || !(error instanceof Refused) || error.refusal.stage !== 'connection') throw error;
          leaveOut(target, error.message);
          refused = error;
        }
      }
      throw refused!;
    },
    close() {
      for (const target of all) target.close();
    },
  };
}
