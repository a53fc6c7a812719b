/** Bounds the bytes that requests and messages in flight hold in this process, and how many of them one owner may have. */
import { fault } from '../errors.ts';

/** What one request or message holds. */
export interface ByteCharge {
  /** Faults SERVICE_UNAVAILABLE with details.retryAfter when the process, or the owner's half of it, has no room for so many bytes more. */
  add(bytes: number): void;
  /** Gives everything back; what is added later is not counted. */
  end(): void;
}

export interface ByteBudget {
  /** @param owner a project, or a client without a key */
  open(owner: string): ByteCharge;
}

export function createByteBudget(mostBytes: number): ByteBudget {
  const byOwner = new Map<string, number>();
  let total = 0;

  function change(owner: string, bytes: number): void {
    const own = (byOwner.get(owner) ?? 0) + bytes;
    total += bytes;
    if (own > 0) byOwner.set(owner, own);
    else byOwner.delete(owner);
  }

  function open(owner: string): ByteCharge {
    let held = 0;
    let ended = false;
    return {
      add(bytes) {
        if (ended) return;
        if (total + bytes > mostBytes || (byOwner.get(owner) ?? 0) + bytes > mostBytes / 2)
          throw fault('SERVICE_UNAVAILABLE', { message: 'Too many large requests at once, try again', details: { retryAfter: 1 } });
        held += bytes;
        change(owner, bytes);
      },
      end() {
        if (!ended) change(owner, -held);
        ended = true;
      },
    };
  }

  return { open };
}
