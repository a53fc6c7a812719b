/** Rows this process has claimed and whose outcome is not written yet, each with its lease, renewed as long as the process lives. */
import type { Log } from '#kit/telemetry/log.ts';
import type { EmailRow } from '../domain/email.ts';
import { isUrgent } from '../domain/fair-queue.ts';
import type { LedgerRows } from '../ledger/ledger.ts';
import type { Composed } from './send-attempt.ts';

export interface Claimed {
  row: EmailRow;
  leaseUntil: number;
  /** Composed while the row was being written. */
  composed?: Promise<Composed>;
}

export interface InFlightParts {
  ledger: Pick<LedgerRows, 'renew'>;
  leaseMs: number;
  clock: () => Date;
  log: Log;
}

/** A row is handed over only with this share of its lease left; leases are renewed at a third. */
const MARGIN = 1 / 3;

export class InFlight {
  readonly #parts: InFlightParts;
  readonly #claimed = new Map<string, Claimed>();
  #urgent = 0;
  #renewal: NodeJS.Timeout | undefined;

  constructor(parts: InFlightParts) {
    this.#parts = parts;
  }

  get size(): number {
    return this.#claimed.size;
  }

  /** How many are of transactional class. */
  get urgent(): number {
    return this.#urgent;
  }

  has(id: string): boolean {
    return this.#claimed.has(id);
  }

  take(rows: readonly EmailRow[], leaseUntil: number): Claimed[] {
    const items = rows.map((row): Claimed => ({ row, leaseUntil }));
    for (const item of items) {
      this.#claimed.set(item.row._id, item);
      if (isUrgent(item.row.priority)) this.#urgent += 1;
    }
    return items;
  }

  /** The outcome is written. */
  release({ _id, priority }: EmailRow): void {
    if (this.#claimed.delete(_id) && isUrgent(priority)) this.#urgent -= 1;
  }

  /** Somebody else may hold the row by now, or soon. */
  isLeaseShort({ leaseUntil }: Claimed): boolean {
    return leaseUntil - this.#parts.clock().getTime() < this.#parts.leaseMs * MARGIN;
  }

  startRenewing(): void {
    this.#renewal = setInterval(() => void this.#renew(), this.#parts.leaseMs * MARGIN);
  }

  stopRenewing(): void {
    clearInterval(this.#renewal);
  }

  async #renew(): Promise<void> {
    const { ledger, leaseMs, clock, log } = this.#parts;
    const items = [...this.#claimed.values()];
    if (items.length === 0) return;
    const leaseUntil = clock().getTime() + leaseMs;
    try {
      await ledger.renew(
        items.map(({ row }) => row),
        new Date(leaseUntil),
      );
      for (const item of items) item.leaseUntil = leaseUntil;
    } catch (error) {
      log.warn({ error: (error as Error).message }, 'leases could not be renewed');
    }
  }
}
