/** How fast and how wide mail leaves (contract 8 "Sending", "Send pipeline: Workers"). */
import type { Config } from '#kit/config/config.ts';
import type { Provider } from './port.ts';

const DEFAULT_RATE = 14;
const WORKERS_LEAST = 5;

/** Mails a second over all processes. */
export function rateOf({ ratePerSecond }: Config['sending'], quota: Provider['quota']): number {
  return ratePerSecond ?? quota ?? DEFAULT_RATE;
}

/** Mails this process hands over at the same time. */
export function workersOf({ workers, workersMax }: Config['sending'], rate: number): number {
  return workers ?? Math.min(Math.max(Math.ceil(rate * 0.5), WORKERS_LEAST), workersMax);
}
