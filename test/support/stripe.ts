/** Stripe's mock server behind a proxy that keeps what was asked, and webhooks as Stripe signs them. */
import { spawn } from 'node:child_process';
import { createServer, request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
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
  /** Whose a charge is: the mock server's own charges are nobody's. */
  customers: Map<string, string>;
  /** Cuts connections instead of passing requests on. */
  setDown(down: boolean): void;
  stop(): void;
}

export async function startStripe(): Promise<StripeServer> {
  const [port, securePort] = [await freePort(), await freePort()];
  // Without an address for HTTPS it takes port 12112 of every interface: a second mock server would end at once.
  const mock = spawn(await stripeMock(), ['-http-addr', `127.0.0.1:${port}`, '-https-addr', `127.0.0.1:${securePort}`], {
    stdio: 'ignore',
  });
  const asked: Asked[] = [];
  const customers = new Map<string, string>();
  let down = false;
  const proxy = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (down) return void request.socket.destroy();
    const body = Buffer.concat(chunks);
    const customer = customers.get(request.url!.split('?')[0]!.split('/').at(-1)!);
    const onward = ask({ port, host: '127.0.0.1', method: request.method, path: request.url, headers: request.headers }, (answer) => {
      asked.push({
        method: request.method!,
        path: request.url!.split('?')[0]!,
        form: new URLSearchParams(body.length > 0 ? body.toString() : (request.url!.split('?')[1] ?? '')),
        status: answer.statusCode!,
      });
      const { 'content-length': _, ...headers } = answer.headers;
      if (customer === undefined) return void answer.pipe(response.writeHead(answer.statusCode!, answer.headers));
      void text(answer).then((charge) =>
        response.writeHead(answer.statusCode!, headers).end(JSON.stringify({ ...JSON.parse(charge), customer })),
      );
    });
    onward.on('error', () => response.destroy());
    onward.end(body);
  });
  proxy.listen(0, '127.0.0.1');
  await new Promise((resolve) => proxy.once('listening', resolve));
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
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
    customers,
    setDown: (now) => void (down = now),
    stop() {
      proxy.close();
      mock.kill();
    },
  };
}

export interface StripeEvent {
  id?: string;
  type: string;
  object: object;
  /** Seconds since 1970; now. */
  created?: number;
}

/** Posts events as Stripe signs them. @param at seconds since 1970 */
export function stripeWebhook(client: Api, secret: string) {
  const stripe = new Stripe('sk_test_1');
  return async (
    { id = `evt_${crypto.randomUUID()}`, type, object, created = Math.floor(Date.now() / 1_000) }: StripeEvent,
    at?: number,
  ): Promise<Answer> => {
    const payload = JSON.stringify({ id, object: 'event', type, data: { object }, created });
    const signature = await stripe.webhooks.generateTestHeaderStringAsync({ payload, secret, ...(at && { timestamp: at }) });
    return client.post('/webhooks/incoming/billing', payload, { 'stripe-signature': signature });
  };
}
