/** Sends hostile requests while another connection asks /health, and says how long it was kept waiting. */
import { Agent, request as httpRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HostileRequest } from './hostile-requests.ts';

export interface Outcome {
  /** Answers by status; 0: the connection broke. */
  statuses: Map<number, number>;
  /** Milliseconds that each question to /health took. */
  healthMs: number[];
  /** The first answer of 500, as somebody has to look at it. */
  unexpected: string | undefined;
}

const HEALTH_EVERY_MS = 20;

function exchange(url: string, agent: Agent, { method, path, body, headers }: HostileRequest): Promise<{ status: number; text: string }> {
  return new Promise((resolve) => {
    const sent = httpRequest(url + path, { method, headers, agent }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (piece: string) => (text += piece.slice(0, 1_000)));
      response.on('end', () => resolve({ status: response.statusCode!, text }));
      response.on('error', () => resolve({ status: 0, text: '' }));
    });
    sent.on('error', (error) => resolve({ status: 0, text: error.message }));
    sent.end(body);
  });
}

/** @param atOnce requests under way at a time */
export async function underFire(url: string, requests: readonly HostileRequest[], atOnce: number): Promise<Outcome> {
  const outcome: Outcome = { statuses: new Map(), healthMs: [], unexpected: undefined };
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  let isOver = false;
  const watcher = (async () => {
    while (!isOver) {
      const begun = performance.now();
      const { ok } = await fetch(`${url}/health`);
      outcome.healthMs.push(ok ? performance.now() - begun : Infinity);
      await sleep(HEALTH_EVERY_MS);
    }
  })();
  const queue = requests.values();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const request of queue) {
        const { status, text } = await exchange(url, agent, request);
        outcome.statuses.set(status, (outcome.statuses.get(status) ?? 0) + 1);
        if (status === 500)
          outcome.unexpected ??= `${request.method} ${request.path.slice(0, 100)} ${request.body?.slice(0, 200)} → ${text}`;
      }
    }),
  );
  isOver = true;
  await watcher;
  agent.destroy();
  return outcome;
}
