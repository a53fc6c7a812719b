/**
 * Messages on their way in: small ones in memory, larger ones in a temporary file without a name, which goes with the process however that
 * ends. So what arrives slowly holds no memory, and all of it together has a budget.
 */
import { randomUUID } from 'node:crypto';
import { open, unlink } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Fault } from '#kit/errors.ts';
import { createByteBudget } from '#kit/limits/byte-budget.ts';
import { createLineGuard } from './domain/line-guard.ts';
import { UnclearEnd, Refusal, neverSent, tooLarge, tooManyMessages } from './domain/refusal.ts';

/** A whole message. */
export interface Spooled {
  size: number;
  /** Its bytes, or the descriptor of an open file that holds them from 0 on. */
  source: Uint8Array | number;
  /** Gives the bytes back; to be called once it was read. */
  end(): Promise<void>;
}

export interface SpoolOptions {
  /** Of all messages in this process; half of it for one owner. */
  budgetBytes: number;
  maxBytes: number;
}

export interface Spool {
  /**
   * Reads a message to its end, whatever is wrong with it: the reply has its place after the final dot. Refused: too large (552), no room
   * (452), lines that are none (554). One that goes on for ever ends before it did, by an error that is no Refusal.
   */
  take(stream: AsyncIterable<Uint8Array>, owner: string): Promise<Spooled>;
  /** Bytes held now. */
  held(): number;
}

/** What stays in memory. */
const SMALL = 65_536;
/** A message this many times too large is read no further. */
const MOST_OVERRUN = 2;

/** The bytes of one message: in memory until they are many. */
class Pieces {
  #small: Uint8Array[] = [];
  #file: FileHandle | undefined;
  size = 0;

  async add(bytes: Uint8Array): Promise<void> {
    this.size += bytes.length;
    if (this.#file === undefined && this.size <= SMALL) return void this.#small.push(bytes);
    if (this.#file === undefined) {
      const path = join(tmpdir(), `posthorn-relay-${randomUUID()}`);
      this.#file = await open(path, 'wx+', 0o600);
      await unlink(path);
      await this.#file.appendFile(Buffer.concat(this.#small));
      this.#small = [];
    }
    await this.#file.appendFile(bytes);
  }

  get source(): Uint8Array | number {
    return this.#file ? this.#file.fd : Buffer.concat(this.#small);
  }

  async end(): Promise<void> {
    this.#small = [];
    await this.#file?.close();
    this.#file = undefined;
  }
}

export function createSpool({ budgetBytes, maxBytes }: SpoolOptions): Spool {
  const budget = createByteBudget(budgetBytes);
  let held = 0;

  async function take(stream: AsyncIterable<Uint8Array>, owner: string): Promise<Spooled> {
    const charge = budget.open(owner);
    const guard = createLineGuard();
    const pieces = new Pieces();
    let size = 0;

    async function end(): Promise<void> {
      held -= pieces.size;
      pieces.size = 0;
      charge.end();
      await pieces.end();
    }

    async function keep(bytes: Uint8Array): Promise<Refusal | undefined> {
      if (size > maxBytes) return tooLarge(maxBytes);
      const fault = guard.check(bytes);
      if (fault !== undefined) return fault.isEndUnclear ? new UnclearEnd(fault.text) : neverSent(fault.text);
      try {
        charge.add(bytes.length);
      } catch (error) {
        if (error instanceof Fault) return tooManyMessages();
        throw error;
      }
      held += bytes.length;
      await pieces.add(bytes);
      return undefined;
    }

    try {
      let refusal: Refusal | undefined;
      for await (const bytes of stream) {
        size += bytes.length;
        if (size > maxBytes * MOST_OVERRUN) throw new Error('The message does not end');
        refusal ??= await keep(bytes);
        // What is refused holds nothing while the rest of it is read and dropped.
        if (refusal && pieces.size > 0) await end();
      }
      if (refusal) throw refusal;
      return { size, source: pieces.source, end };
    } catch (error) {
      await end();
      throw error;
    }
  }

  return { take, held: () => held };
}
