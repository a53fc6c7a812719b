/**
 * A client that sends each mail once whatever happens to the services: it repeats a request under its Idempotency-Key until it was
 * accepted.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { stretched } from '#local/time-scale.ts';

export interface Wanted {
  to: string;
  marketing: boolean;
}

/**
 * taken: answered with success, to this try or an earlier one; refused: answered with 5xx, which keeps the key (contract 4.3); open: no
 * answer in time.
 */
export type Answered = 'taken' | 'refused' | 'open';

export type Sent = Wanted & { answered: Answered };

export interface IdempotentClient {
  url: string;
  /** Secret key of the project. */
  key: string;
  from: string;
  /** A template of type MARKETING. */
  template: string;
}

const GIVE_UP_MS = 60_000;
const PAUSE_MS = 60;

export async function sendOnce({ url, key, from, template }: IdempotentClient, { to, marketing }: Wanted): Promise<Answered> {
  const body = JSON.stringify(marketing ? { to, template, subscribed: true } : { to, from, subject: 'Drill', body: `<p>For ${to}</p>` });
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': `drill ${to}` };
  for (const until = Date.now() + stretched(GIVE_UP_MS); Date.now() < until; await sleep(PAUSE_MS)) {
    try {
      const answer = await fetch(`${url}/v1/send`, { method: 'POST', headers, body, signal: AbortSignal.timeout(stretched(20_000)) });
      const said = (await answer.json()) as { error?: { details?: { originalStatusCode?: number | null } } };
      if (answer.status === 200) return 'taken';
      // Null is a request in flight: its holder may have died, and then the key is free again after a while.
      const original = answer.status === 409 ? said.error?.details?.originalStatusCode : null;
      if (original) return original === 200 ? 'taken' : 'refused';
    } catch {
      // The connection broke: nobody knows what became of it.
    }
  }
  return 'open';
}

/** After a refusal the client waits, as clients do: a service that is down would otherwise be offered mail after mail. */
const REFUSED_PAUSE_MS = 250;

/** Sends the wanted mails, some at a time, while it is to go on; answers those that were begun. */
export async function sendAll(
  client: IdempotentClient,
  wanted: Iterable<Wanted>,
  atOnce: number,
  goOn: (sent: readonly Sent[]) => boolean = () => true,
): Promise<Sent[]> {
  const left = wanted[Symbol.iterator]();
  const sent: Sent[] = [];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (goOn(sent)) {
        const { value: next, done } = left.next();
        if (done) return;
        const answered = await sendOnce(client, next);
        sent.push({ ...next, answered });
        if (answered === 'refused') await sleep(REFUSED_PAUSE_MS);
      }
    }),
  );
  return sent;
}
