/**
 * Rows of requests, written by the group. Where a worker would have a row at once it is born SENDING, with claim and lease, and leaves from
 * memory: nothing is looked for, claimed and read back. All others are born PENDING, and the fair queue says when they leave.
 */
import { failpoint } from '#kit/failpoint.ts';
import { createBatcher } from '#kit/store/batcher.ts';
import type { EmailRow } from '../domain/email.ts';
import type { LedgerRows } from '../ledger/ledger.ts';
import type { Dispatcher, Held } from './dispatcher.ts';
import type { Claimed } from './in-flight.ts';

export interface GroupCommitParts {
  rows: Pick<LedgerRows, 'insertEach'>;
  dispatcher: Pick<Dispatcher, 'grant' | 'hold' | 'begin' | 'release' | 'giveBack' | 'hint'>;
  /** Whether a row that was never handed over comes to its end by itself should this process die. */
  mayBeBornClaimed: (row: EmailRow) => boolean;
  leaseMs: number;
  /** Names this process in traces. */
  processId: string;
  id: () => string;
  clock: () => Date;
}

/** True for a row that was written, false for one that was there already. On disk when it answers. */
export type Commit = (row: EmailRow) => Promise<boolean>;

export function createGroupCommit(parts: GroupCommitParts): Commit {
  const { rows: ledger, dispatcher, mayBeBornClaimed, leaseMs, processId, id, clock } = parts;

  /** The rows that are claimed from birth, by their place in the group; their leases are kept from now on. */
  async function claimed(rows: readonly EmailRow[]): Promise<{ born: Map<number, Claimed>; refused: Held['refused'] }> {
    // A request that came twice has its rows twice: one of them at most is held.
    const first = new Map(rows.map((row, index) => [row._id, index] as const).reverse());
    const able = rows
      .map((row, index) => ({ row, index }))
      .filter(({ row, index }) => first.get(row._id) === index && mayBeBornClaimed(row));
    const places = able.slice(0, able.length === 0 ? 0 : await dispatcher.grant(able.length));
    const [now, claim] = [clock(), id()];
    const leaseUntil = now.getTime() + leaseMs;
    const born = places.map(({ row }): EmailRow => ({
      ...row,
      status: 'SENDING',
      claim,
      attempt: 1,
      dueAt: new Date(leaseUntil),
      trace: [...row.trace, { at: now, to: 'SENDING', by: processId }],
    }));
    const { items, refused } = dispatcher.hold(born, leaseUntil);
    return { born: new Map(places.map(({ index }, place) => [index, items[place]!])), refused };
  }

  async function write(rows: EmailRow[]): Promise<(boolean | Error)[]> {
    const { born, refused } = await claimed(rows);
    let written: (boolean | Error)[];
    try {
      written = await ledger.insertEach(rows.map((row, index) => born.get(index)?.row ?? row));
    } catch (error) {
      // They may be on disk all the same.
      dispatcher.giveBack([...born.values()], `not known whether it was written: ${(error as Error).message}`);
      throw error;
    }
    failpoint('delivery inserted');
    const [own, others] = [[...born].filter(([index]) => written[index] === true), [...born].filter(([index]) => written[index] !== true)];
    dispatcher.release(others.map(([, item]) => item));
    dispatcher.begin(
      own.map(([, item]) => item),
      refused,
    );
    dispatcher.hint(rows.filter((_, index) => !born.has(index) && !(written[index] instanceof Error)));
    failpoint('delivery hinted');
    return written;
  }

  return createBatcher<EmailRow, boolean>({ write });
}
