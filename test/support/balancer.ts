/** What a Kubernetes Service is to its clients: one address, new connections to a ready pod in turn, old ones left where they are. */
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

export interface Balancer {
  readonly url: string;
  /** Ports that new connections go to. */
  readonly endpoints: Set<number>;
  stop(): Promise<void>;
}

export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const endpoints = new Set(ports);
  const sockets = new Set<Socket>();
  let turn = 0;
  const server = createServer((client) => {
    const ready = [...endpoints];
    const pod = connect(ready[turn++ % ready.length]!, '127.0.0.1');
    for (const [from, to] of [
      [client, pod],
      [pod, client],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy()).on('close', () => sockets.delete(from));
      from.pipe(to);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    endpoints,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await once(server.close(), 'close');
    },
  };
}
