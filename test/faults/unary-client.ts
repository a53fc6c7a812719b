/** A gRPC caller that knows no more than a service's address and the names of its methods. */
import { Client, Metadata, credentials, status } from '@grpc/grpc-js';
import { stretched } from '#local/time-scale.ts';

export interface UnaryClient {
  /** Sends an empty message; answers the status's name, and the reply's bytes when there is one. */
  call(path: string, metadata?: Record<string, string>): Promise<{ status: string; reply: Buffer }>;
  close(): void;
}

const WITHIN_MS = stretched(10_000);
const same = (bytes: Buffer): Buffer => bytes;

export function createUnaryClient(address: string): UnaryClient {
  const client = new Client(address, credentials.createInsecure());
  return {
    call: (path, metadata = {}) =>
      new Promise((resolve) => {
        const sent = new Metadata();
        for (const [key, value] of Object.entries(metadata)) sent.set(key, value);
        client.makeUnaryRequest(path, same, same, Buffer.alloc(0), sent, { deadline: Date.now() + WITHIN_MS }, (error, reply) =>
          resolve({ status: status[error?.code ?? status.OK]!, reply: reply ?? Buffer.alloc(0) }),
        );
      }),
    close: () => client.close(),
  };
}
