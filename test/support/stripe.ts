/** Stripe's mock server behind a door that keeps what was asked, and webhooks as Stripe signs them. */
import { spawn } from 'node:child_process';
import { createServer, request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { freePort } from '#local/ports.ts';
import { stripeMock } from '#local/tools.ts';
import type { Answer, Api } from '#test/client.ts';
import { until } from '#test/until.ts';

export interface Asked {
  method: string;
  path: string;
  form: URLSearchParams;
  /** What the mock server answered; 400 for what Stripe's API does not take. */
  status: number;
}

export interface StripeServer {
  url: string;
  asked: Asked[];
  /** Cuts connections instead of passing requests on. */
  setDown(down: boolean): void;
  stop(): void;
}

export async function startStripe(): Promise<StripeServer> {
  const port = await freePort();
  const mock = spawn(await stripeMock(), ['-http-addr', `127.0.0.1:${port}`], { stdio: 'ignore' });
  const asked: Asked[] = [];
  let down = false;
  const door = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (down) return void request.socket.destroy();
    const body = Buffer.concat(chunks);
    const onward = ask({ port, host: '127.0.0.1', method: request.method, path: request.url, headers: request.headers }, (answer) => {
      asked.push({
        method: request.method!,
        path: request.url!.split('?')[0]!,
        form: new URLSearchParams(body.length > 0 ? body.toString() : (request.url!.split('?')[1] ?? '')),
        status: answer.statusCode!,
      });
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    onward.end(body);
  });
  door.listen(0, '127.0.0.1');
  await new Promise((resolve) => door.once('listening', resolve));
  const url = `http://127.0.0.1:${(door.address() as AddressInfo).port}`;
  await until(
    async () => (await fetch(`http://127.0.0.1:${port}/v1/prices`, { headers: { authorization: 'Bearer sk_test_1' } })).status === 200,
    {
      within: 30_000,
      what: 'the mock server of Stripe',
    },
  );
  return {
    url,
    asked,
    setDown: (now) => void (down = now),
    stop() {
      door.close();
      mock.kill();
    },
  };
}

export interface StripeEvent {
  id?: string;
  type: string;
  object: object;
}

/** Posts events as Stripe signs them. @param at seconds since the epoch */
export function stripeWebhook(client: Api, secret: string) {
  const stripe = new Stripe('sk_test_1');
  return async ({ id = `evt_${crypto.randomUUID()}`, type, object }: StripeEvent, at?: number): Promise<Answer> => {
    const payload = JSON.stringify({ id, object: 'event', type, data: { object }, created: Math.floor(Date.now() / 1_000) });
    const signature = await stripe.webhooks.generateTestHeaderStringAsync({ payload, secret, ...(at && { timestamp: at }) });
    return client.post('/webhooks/incoming/billing', payload, { 'stripe-signature': signature });
  };
}
