/** The conversation (RFC 5321, 4954, 3207): smtp-server speaks it, here is decided what is said at each step. */
import { domainToASCII } from 'node:url';
import { SMTPServer } from 'smtp-server';
import type { SMTPServerAuthentication, SMTPServerDataStream, SMTPServerSession } from 'smtp-server';
import { isAddress } from '#kit/address.ts';
import type { Log } from '#kit/telemetry/log.ts';
import type { Authentication, Identity } from './authentication.ts';
import type { Certificate } from './certificates.ts';
import {
  Refusal,
  UnclearEnd,
  endUnclear,
  invalidRecipient,
  invalidSender,
  loginRequired,
  notSentNow,
  tooManyRecipients,
} from './domain/refusal.ts';
import type { RelayMetrics } from './metrics.ts';
import { SESSION_LIMITS } from './sessions.ts';
import type { Session, Sessions } from './sessions.ts';
import type { Spool } from './spool.ts';
import type { Submissions } from './submissions.ts';

export interface ConversationParts {
  /** What it greets as. */
  name: string;
  maxBytes: number;
  maxRecipients: number;
  authentication: Pick<Authentication, 'login'>;
  submissions: Submissions;
  spool: Spool;
  sessions: Sessions;
  metrics: RelayMetrics;
  log: Log;
}

export interface ServerOptions {
  /** TLS from the first byte. */
  secure: boolean;
  /** Null: no TLS at all, logins in the clear. */
  certificate: Certificate | null;
  /** Every connection begins with a line of the PROXY protocol. */
  proxied: boolean;
}

/** A client that says nothing. */
const SILENCE_MS = 120_000;

const ASCII = /^[\0-\x7f]*$/;

type Done<T = void> = (error?: Error | null, result?: T) => void;

/** Hands the outcome to smtp-server. What is no Refusal nobody meant: the client comes again. */
function settle<T>(work: Promise<T>, done: Done<T>, log: Log): void {
  work.then(
    (result) => done(null, result),
    (error: Error) => {
      if (!(error instanceof Refusal)) log.warn({ error: error.message }, 'a command of a connection failed');
      done(error instanceof Refusal ? error : notSentNow('An unexpected error occurred'));
    },
  );
}

/**
 * What the client wrote: smtp-server spells a domain of `xn--` out, which only who asked for SMTPUTF8 can have written. POST /v1/send keeps
 * addresses as they are written, and so does this way in.
 */
function written(address: string, { envelope: { smtpUtf8 } }: SMTPServerSession): string {
  const at = address.lastIndexOf('@') + 1;
  return smtpUtf8 === true || ASCII.test(address.slice(at)) ? address : address.slice(0, at) + domainToASCII(address.slice(at));
}

const identityOf = ({ user }: SMTPServerSession): Identity => {
  if (!user) throw loginRequired();
  return user as Identity;
};

function handlers(parts: ConversationParts) {
  const { maxRecipients, authentication, submissions, spool, sessions, metrics, log } = parts;

  async function login(session: SMTPServerSession, username: string, password: string): Promise<{ user: Identity }> {
    try {
      const identity = await authentication.login({ username, password, address: session.remoteAddress });
      sessions.authenticate(session.id, identity);
      metrics.logins.inc({ outcome: 'ok' });
      return { user: identity };
    } catch (error) {
      metrics.logins.inc({ outcome: error instanceof Refusal && error.code === 535 ? 'refused' : 'error' });
      throw error;
    }
  }

  async function sender(address: string, session: SMTPServerSession): Promise<void> {
    const identity = identityOf(session);
    // It says MAIL FROM, but that may have been a line of a message.
    if (sessions.get(session.id)?.state === 'distrusted') throw endUnclear();
    if (address !== '' && !isAddress(address)) throw invalidSender();
    sessions.enter(session.id, 'idle');
    try {
      await submissions.checkSender(identity, address);
    } catch (error) {
      if (error instanceof Refusal) metrics.replied(String(error.code), 0);
      throw error;
    }
  }

  async function recipient(address: string, { envelope }: SMTPServerSession): Promise<void> {
    if (envelope.rcptTo.length >= maxRecipients) throw tooManyRecipients(maxRecipients);
    if (!isAddress(address)) throw invalidRecipient();
  }

  async function* counted(stream: SMTPServerDataStream, id: string): AsyncIterable<Uint8Array> {
    for await (const chunk of stream) {
      const session = sessions.get(id);
      if (session) session.received += (chunk as Buffer).length;
      yield chunk as Buffer;
    }
  }

  async function message(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<string> {
    const { mailFrom, rcptTo } = session.envelope;
    const envelope = {
      from: mailFrom ? written(mailFrom.address, session) : '',
      recipients: rcptTo.map(({ address }) => written(address, session)),
    };
    let whole: number | undefined;
    let reply = '250';
    let after: Session['state'] = 'idle';
    try {
      const identity = identityOf(session);
      sessions.enter(session.id, 'receiving');
      const spooled = await spool.take(counted(stream, session.id), identity.projectId);
      whole = performance.now();
      sessions.enter(session.id, 'working');
      return await submissions.submit(identity, envelope, spooled);
    } catch (error) {
      reply = error instanceof Refusal ? String(error.code) : 'none';
      if (error instanceof UnclearEnd) after = 'distrusted';
      else if (!(error instanceof Refusal)) after = 'failing';
      throw error;
    } finally {
      sessions.enter(session.id, after);
      metrics.replied(reply, whole === undefined ? 0 : (performance.now() - whole) / 1_000);
    }
  }

  return {
    onConnect(session: SMTPServerSession, done: Done): void {
      settle((async () => sessions.open(session.id, session.remoteAddress))(), done, log);
    },
    onClose: ({ id }: SMTPServerSession): void => sessions.close(id),
    onAuth({ username, password }: SMTPServerAuthentication, session: SMTPServerSession, done: Done<any>): void {
      settle(login(session, username ?? '', password ?? ''), done, log);
    },
    onMailFrom: ({ address }: { address: string }, session: SMTPServerSession, done: Done): void =>
      settle(sender(written(address, session), session), done, log),
    onRcptTo: ({ address }: { address: string }, session: SMTPServerSession, done: Done): void =>
      settle(recipient(address, session), done, log),
    onData: (stream: SMTPServerDataStream, session: SMTPServerSession, done: Done<any>): void =>
      settle(message(stream, session), done, log),
  };
}

export function createSmtpServer(parts: ConversationParts, { secure, certificate, proxied }: ServerOptions): SMTPServer {
  const server = new SMTPServer({
    ...handlers(parts),
    name: parts.name,
    banner: 'Posthorn',
    size: parts.maxBytes,
    secure,
    ...(certificate ? { ...certificate, minVersion: 'TLSv1.2' as const } : { disabledCommands: ['STARTTLS'], hideSTARTTLS: true }),
    authMethods: ['PLAIN', 'LOGIN'],
    // With a certificate nobody's key crosses the net in the clear.
    allowInsecureAuth: certificate === null,
    hideENHANCEDSTATUSCODES: false,
    useProxy: proxied,
    disableReverseLookup: true,
    maxClients: SESSION_LIMITS.connections,
    socketTimeout: SILENCE_MS,
    logger: false,
  });
  server.on('error', (error) => parts.log.debug({ error: error.message }, 'a connection failed'));
  return server;
}
