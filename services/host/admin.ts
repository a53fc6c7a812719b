/** The admin port: /livez, /readyz, /metrics. Never reachable from outside. */
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Metrics } from '#kit/telemetry/metrics.ts';

export interface Admin {
  port: number;
  close(): Promise<void>;
}

export interface AdminParts {
  host: string;
  port: number;
  metrics: Metrics;
  /** Names what is not ready yet; empty means ready. */
  ready: () => string[];
}

export async function startAdmin({ host, port, metrics, ready }: AdminParts): Promise<Admin> {
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const say = (status: number, body: string, type = 'text/plain') => response.writeHead(status, { 'content-type': type }).end(body);
    switch (request.url) {
      case '/livez':
        return say(200, 'ok');
      case '/readyz': {
        const waiting = ready();
        return waiting.length === 0 ? say(200, 'ok') : say(503, `waiting for ${waiting.join(', ')}`);
      }
      case '/metrics':
        return say(200, await metrics.registry.metrics(), metrics.registry.contentType);
      default:
        return say(404, 'not found');
    }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: Error) => response.writeHead(500, { 'content-type': 'text/plain' }).end(error.message));
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve()).closeAllConnections()),
  };
}
