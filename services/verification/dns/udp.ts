/**
 * Asks a name server over UDP. Questions of the same moment share a socket: making one costs more than asking. A socket is closed when
 * nothing waits on it and takes 32 questions at most, so that a forged answer has to guess a fresh port beside the id (RFC 5452 §9.2).
 */
import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import { decodeAnswer, encodeQuestion } from './message.ts';
import type { DnsMessage, Question } from './message.ts';

export interface DnsServer {
  host: string;
  port: number;
}

export interface UdpTransport {
  /** Null when nothing usable came within the time. */
  ask(question: Question): Promise<DnsMessage | null>;
}

const QUESTIONS_A_SOCKET = 32;

interface Pending {
  question: Question;
  bytes: Buffer;
  timer: NodeJS.Timeout;
  resolve(message: DnsMessage | null): void;
}

interface SharedSocket extends UdpTransport {
  /** Closed, or has taken all it may. */
  isSpent(): boolean;
}

function openSocket({ host, port }: DnsServer, withinMs: number): SharedSocket {
  const pending = new Map<number, Pending>();
  const socket = createSocket(isIPv6(host) ? 'udp6' : 'udp4');
  let asked = 0;
  let state: 'connecting' | 'connected' | 'closed' = 'connecting';

  function settle(id: number, message: DnsMessage | null): void {
    const { timer, resolve } = pending.get(id)!;
    clearTimeout(timer);
    pending.delete(id);
    resolve(message);
    if (pending.size > 0 || state === 'closed') return;
    state = 'closed';
    socket.close();
  }

  /** The port is closed, or there is no way to the host. */
  function failAll(): void {
    for (const id of pending.keys()) settle(id, null);
  }

  /** What the network says of one datagram, often when the next one is sent, holds for all of them. */
  function onSent(error: Error | null): void {
    if (error) failAll();
  }

  function onConnected(error?: Error): void {
    if (error) return failAll();
    state = 'connected';
    for (const { bytes } of pending.values()) socket.send(bytes, onSent);
  }

  function onMessage(bytes: Buffer): void {
    const id = bytes.length >= 2 ? bytes.readUInt16BE(0) : -1;
    const waiting = pending.get(id);
    const message = waiting && decodeAnswer(bytes, id, waiting.question);
    if (message) settle(id, message);
  }

  function ask(question: Question): Promise<DnsMessage | null> {
    asked += 1;
    let id = randomInt(65_536);
    while (pending.has(id)) id = randomInt(65_536);
    const bytes = encodeQuestion(question, id);
    return new Promise((resolve) => {
      pending.set(id, { question, bytes, resolve, timer: setTimeout(() => settle(id, null), withinMs) });
      if (state === 'connected') socket.send(bytes, onSent);
    });
  }

  socket.on('error', failAll);
  socket.on('message', onMessage);
  // Connected, so that only this server's datagrams arrive and a closed port is an error at once.
  socket.connect(port, host, onConnected as () => void);
  return { ask, isSpent: () => state === 'closed' || asked >= QUESTIONS_A_SOCKET };
}

/** @param withinMs how long one question waits */
export function createUdpTransport(server: DnsServer, withinMs: number): UdpTransport {
  let current: SharedSocket | undefined;
  function ask(question: Question): Promise<DnsMessage | null> {
    if (!current || current.isSpent()) current = openSocket(server, withinMs);
    return current.ask(question);
  }
  return { ask };
}
