/** Hands mail to the MTA or smart host at SMTP_URL through a pool of connections. */
import type { Provider } from '../provider.ts';
import { smtpPool } from '../smtp/pool.ts';
import { serverOf } from '../smtp/server.ts';

export interface SmtpParts {
  url: string;
  connections: number;
  deliveredOnAccept: boolean;
}

export function smtpProvider({ url, connections, deliveredOnAccept }: SmtpParts): Provider {
  const pool = smtpPool(serverOf(url), connections);
  return {
    name: 'smtp',
    async send({ envelope, raw }) {
      return { reply: await pool.send(envelope, raw), delivered: deliveredOnAccept };
    },
    async close() {
      pool.close();
    },
  };
}
