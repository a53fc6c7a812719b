/** Hands mail to the MTA or smart host at SMTP_URL through a pool of connections. */
import nodemailer from 'nodemailer';
import type { Refusal } from '../domain/replies.ts';
import type { Provider } from '../provider.ts';
import { Refused } from '../provider.ts';

export interface SmtpParts {
  url: string;
  connections: number;
  deliveredOnAccept: boolean;
}

interface SmtpError extends Error {
  responseCode?: number;
  response?: string;
  command?: string;
}

/** nodemailer's `command` names what the reply answered. */
function stageOf(command: string | undefined): Refusal['stage'] {
  if (command === 'MAIL FROM') return 'sender';
  if (command === 'RCPT TO') return 'recipient';
  if (command === 'DATA') return 'content';
  return 'connection';
}

export function refusalOf(error: SmtpError): Refusal {
  return { code: error.responseCode, text: error.response ?? error.message, stage: stageOf(error.command) };
}

export function smtpProvider({ url, connections, deliveredOnAccept }: SmtpParts): Provider {
  const transport = nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: connections,
    maxMessages: 1_000,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 60_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as Parameters<typeof nodemailer.createTransport>[0]);
  return {
    name: 'smtp',
    async send({ envelope, raw }) {
      try {
        const { response } = await transport.sendMail({ envelope, raw }) as { response: string };
        return { reply: response, delivered: deliveredOnAccept };
      } catch (error) {
        throw new Refused(refusalOf(error as SmtpError));
      }
    },
    async close() {
      transport.close();
    },
  };
}
