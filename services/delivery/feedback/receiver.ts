/** The built-in mail server (contract "Provider notifications: VERP"): takes bounces and customers' inbound mail, nothing else. */
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server';
import { Fault } from '#kit/errors.ts';
import type { Log } from '#kit/telemetry/log.ts';
import type { BounceAddresses } from './bounce-addresses.ts';
import type { SenderDomains } from '../sender-domains/sender-domains.ts';
import type { MailReader } from './mail-reader.ts';
import type { NoticeRecorder } from './notices.ts';

export interface ReceiverParts {
  host: string;
  port: number;
  /** What it greets as. */
  name: string;
  messageMaxBytes: number;
  bounces: BounceAddresses;
  domains: Pick<SenderDomains, 'projectOf'>;
  readMail: MailReader;
  notices: NoticeRecorder;
  clock: () => Date;
  log: Log;
}

export interface Receiver {
  start(): Promise<void>;
  /** Takes no new connections, answers what is in flight. */
  stop(): Promise<void>;
}

const CONNECTIONS = 200;
const CONNECTIONS_PER_CLIENT = 20;
const RECIPIENTS = 100;
const SILENCE_MS = 60_000;
const CLOSE_WITHIN_MS = 5_000;

type Done = (error?: Error | null) => void;

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

/** What was asked cannot be done now, and may be asked again: nothing is lost. */
const later = () => refusal(451, '4.3.0 Cannot be taken now, try again later');

export function createReceiver({
  host,
  port,
  name,
  messageMaxBytes,
  bounces,
  domains,
  readMail,
  notices,
  clock,
  log,
}: ReceiverParts): Receiver {
  const clients = new Map<string, number>();

  async function accepts(address: string): Promise<boolean> {
    return bounces.read(address) !== null || (await domains.projectOf(address.slice(address.lastIndexOf('@') + 1).toLowerCase())) !== null;
  }

  async function read(stream: SMTPServerDataStream): Promise<Buffer | null> {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of stream) {
      size += (chunk as Buffer).length;
      // The rest is read and dropped: the answer comes after the final dot.
      if (size <= messageMaxBytes) chunks.push(chunk as Buffer);
    }
    return size > messageMaxBytes ? null : Buffer.concat(chunks);
  }

  /** Durable when it returns. */
  async function take(stream: SMTPServerDataStream, { envelope }: SMTPServerSession): Promise<void> {
    const raw = await read(stream);
    if (!raw) throw refusal(552, '5.3.4 Message is too large');
    const recipients = envelope.rcptTo.map(({ address }) => address);
    try {
      await notices.record(await readMail({ raw, recipients, trusted: false }, clock()));
    } catch (error) {
      const status = error instanceof Fault ? error.status : 500;
      // The mail it is about went with its project.
      if (status === 404) return;
      if (status < 500) throw refusal(554, `5.6.0 ${(error as Error).message.split('\n')[0]!.slice(0, 200)}`);
      throw later();
    }
  }

  const settle = (work: Promise<unknown>, done: Done): void =>
    void work.then(
      () => done(),
      (error: Error) => {
        const reply = 'responseCode' in error ? error : later();
        if (reply !== error) log.warn({ error: error.message }, 'incoming mail could not be taken');
        done(reply);
      },
    );

  const server = new SMTPServer({
    name,
    banner: 'Posthorn',
    size: messageMaxBytes,
    disabledCommands: ['AUTH', 'STARTTLS'],
    hideSTARTTLS: true,
    disableReverseLookup: true,
    maxClients: CONNECTIONS,
    socketTimeout: SILENCE_MS,
    closeTimeout: CLOSE_WITHIN_MS,
    logger: false,
    onConnect({ remoteAddress }, done) {
      const open = (clients.get(remoteAddress) ?? 0) + 1;
      clients.set(remoteAddress, open);
      done(open > CONNECTIONS_PER_CLIENT ? refusal(421, '4.7.0 Too many connections') : null);
    },
    onClose({ remoteAddress }) {
      const open = (clients.get(remoteAddress) ?? 1) - 1;
      if (open > 0) clients.set(remoteAddress, open);
      else clients.delete(remoteAddress);
    },
    onRcptTo({ address }, { envelope }, done) {
      if (envelope.rcptTo.length >= RECIPIENTS) return done(refusal(452, '4.5.3 Too many recipients'));
      settle(
        accepts(address).then((known) => {
          if (!known) throw refusal(550, '5.1.1 No such recipient here');
        }),
        done,
      );
    },
    onData(stream, session, done) {
      settle(take(stream, session), done as Done);
    },
  });
  server.on('error', (error) => log.warn({ error: error.message }, 'mail receiver'));

  return {
    async start() {
      await new Promise<void>((resolve, reject) => {
        server.server.once('error', reject);
        server.listen(port, host, () => resolve());
      });
      log.info({ address: server.server.address() as AddressInfo }, 'taking mail');
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
