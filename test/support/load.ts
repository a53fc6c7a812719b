/** Sends and tracks that flow while something is being broken, and the record of what was promised. */
import { setTimeout as sleep } from 'node:timers/promises';
import { stretched } from '#local/time-scale.ts';

export interface Promised {
  /** Ledger ids of answered sends. */
  emails: string[];
  /** Event ids of answered tracks. */
  events: string[];
  /** Status → how often; 0 for a connection that broke. */
  refused: Map<number, number>;
  /** Answers that were neither a success nor the contract's envelope. */
  strange: string[];
}

export interface Load {
  readonly promised: Promised;
  /** Ends the flow once what is under way was answered. */
  stop(): Promise<Promised>;
}

export interface Keys {
  public: string;
  secret: string;
}

interface Answer {
  success?: boolean;
  data?: { emails?: { email: string }[]; event?: string };
  error?: { code?: string; statusCode?: number };
}

async function post(url: string, key: string, body: unknown): Promise<{ status: number; answer: Answer; text: string }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(stretched(30_000)),
  });
  const text = await response.text();
  try {
    return { status: response.status, answer: JSON.parse(text) as Answer, text };
  } catch {
    return { status: response.status, answer: {}, text };
  }
}

/** Starts `workers` clients that send and track in turn, each to addresses of its own. `from` is on a verified domain. */
export function startLoad(url: string, keys: Keys, from: string, workers = 8): Load {
  const promised: Promised = { emails: [], events: [], refused: new Map(), strange: [] };
  let running = true;
  let serial = 0;

  async function once(worker: number): Promise<void> {
    const n = serial++;
    const address = `w${worker}-${n}@example.com`;
    const sending = n % 2 === 0;
    const { status, answer, text } = sending
      ? await post(`${url}/v1/send`, keys.secret, { to: address, from, subject: `Mail ${n}`, body: `<p>Mail {{n}}</p>`, data: { n } })
      : await post(`${url}/v1/track`, keys.public, { email: address, event: 'drill', data: { n } });
    if (status === 200 && answer.data) {
      promised.emails.push(...(answer.data.emails ?? []).map(({ email }) => email));
      if (answer.data.event) promised.events.push(answer.data.event);
      return;
    }
    promised.refused.set(status, (promised.refused.get(status) ?? 0) + 1);
    if (answer.success !== false || answer.error?.statusCode !== status) promised.strange.push(`${status} ${text.slice(0, 200)}`);
    // A refused client waits a little, as any would.
    await sleep(20);
  }

  async function work(worker: number): Promise<void> {
    while (running) {
      try {
        await once(worker);
      } catch {
        promised.refused.set(0, (promised.refused.get(0) ?? 0) + 1);
        await sleep(50);
      }
    }
  }

  const all = Array.from({ length: workers }, (_, worker) => work(worker));
  return {
    promised,
    async stop() {
      running = false;
      await Promise.all(all);
      return promised;
    },
  };
}
