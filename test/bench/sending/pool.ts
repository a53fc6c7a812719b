/** What most Node programs send mail with: a nodemailer pool, here with messages that need no composing. */
import nodemailer from 'nodemailer';

export interface PoolWork {
  port: number;
  connections: number;
  messages: number;
  raw: Buffer;
}

/** Messages a second of a nodemailer pool in this process. */
export async function poolRate({ port, connections, messages, raw }: PoolWork): Promise<number> {
  const transport = nodemailer.createTransport({
    host: '127.0.0.1',
    port,
    secure: false,
    ignoreTLS: true,
    pool: true,
    maxConnections: connections,
    maxMessages: Infinity,
  } as never);
  const begun = performance.now();
  let next = 0;
  await Promise.all(
    Array.from({ length: connections * 2 }, async () => {
      while (next < messages) {
        const to = `r${next++}@example.com`;
        await transport.sendMail({ envelope: { from: 'bench@example.org', to }, raw });
      }
    }),
  );
  const rate = (messages * 1_000) / (performance.now() - begun);
  transport.close();
  return rate;
}
