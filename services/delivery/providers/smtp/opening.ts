/** Opens an SMTP connection: TCP, greeting, EHLO, TLS, AUTH. Every failure is a Refused of the connection. */
import { BlockList, connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Socket } from 'node:net';
import type { Reply } from '../../domain/smtp-syntax.ts';
import { capabilitiesOf } from '../../domain/smtp-syntax.ts';
import { Refused } from '../port.ts';
import { Channel } from './channel.ts';
import type { Server } from './server.ts';

export interface Opened {
  channel: Channel;
  /** What the server said it can do, the last time it was asked. */
  capabilities: ReadonlyMap<string, string>;
}

async function socketTo({ host, port, secure, rejectUnauthorized, servername, connectionTimeout }: Server): Promise<Socket> {
  const socket = secure ? connectTls({ host, port, rejectUnauthorized, ...(servername ? { servername } : {}) }) : connect({ host, port });
  return await new Promise<Socket>((resolve, reject) => {
    const fail = (text: string) => {
      socket.destroy();
      reject(new Refused({ text, stage: 'connection' }));
    };
    const timer = setTimeout(() => fail(`no connection within ${connectionTimeout / 1_000} s`), connectionTimeout);
    const failed = (error: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      fail(error.message || error.code || 'the connection failed');
    };
    socket.once('error', failed).once(secure ? 'secureConnect' : 'connect', () => {
      clearTimeout(timer);
      socket.off('error', failed);
      resolve(socket);
    });
  });
}

function demand({ code, text }: Reply, expected: number): void {
  if (code !== expected) throw new Refused({ code, text, stage: 'connection' });
}

const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64');

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** A password crosses no network in clear text. @param address of the server, as the socket knows it */
export function mayAuthenticate(isEncrypted: boolean, address: string | undefined): boolean {
  if (isEncrypted) return true;
  const plain = address?.replace(/^::ffff:/i, '') ?? '';
  return loopback.check(plain, plain.includes(':') ? 'ipv6' : 'ipv4');
}

async function authenticate(channel: Channel, { user, password, socketTimeout }: Server, methods: string): Promise<void> {
  if (user === undefined) return;
  if (!mayAuthenticate(channel.isEncrypted, channel.address))
    throw new Refused({ text: 'the server offers no TLS, and a password is sent to no other host without', stage: 'connection' });
  const ask = (line: string) => channel.ask(line, 'answer to AUTH', socketTimeout);
  if (/\bPLAIN\b/i.test(methods)) return demand(await ask(`AUTH PLAIN ${base64(`\0${user}\0${password}`)}`), 235);
  if (!/\bLOGIN\b/i.test(methods)) throw new Refused({ text: 'the server offers neither AUTH PLAIN nor AUTH LOGIN', stage: 'connection' });
  demand(await ask('AUTH LOGIN'), 334);
  demand(await ask(base64(user)), 334);
  demand(await ask(base64(password)), 235);
}

async function introduce(channel: Channel, { name, socketTimeout }: Server): Promise<ReadonlyMap<string, string>> {
  const reply = await channel.ask(`EHLO ${name}`, 'answer to EHLO', socketTimeout);
  if (reply.code === 250) return capabilitiesOf(reply);
  if (reply.code < 500) demand(reply, 250);
  // RFC 5321 §3.2: a server of old knows HELO only, and can do nothing more.
  demand(await channel.ask(`HELO ${name}`, 'answer to HELO', socketTimeout), 250);
  return new Map();
}

/** @throws Refused */
export async function open(server: Server): Promise<Opened> {
  const channel = new Channel(await socketTo(server));
  try {
    demand(await channel.ask(null, 'greeting', server.greetingTimeout), 220);
    let capabilities = await introduce(channel, server);
    const encrypts = !server.secure && server.startTls !== 'never' && (capabilities.has('STARTTLS') || server.startTls === 'required');
    if (encrypts) {
      demand(await channel.ask('STARTTLS', 'answer to STARTTLS', server.socketTimeout), 220);
      await channel.secure(server);
      capabilities = await introduce(channel, server);
    }
    await authenticate(channel, server, capabilities.get('AUTH') ?? '');
    if (channel.isLost) throw new Refused({ text: 'the connection was lost', stage: 'connection' });
    return { channel, capabilities };
  } catch (error) {
    channel.lose('given up');
    throw error;
  }
}
