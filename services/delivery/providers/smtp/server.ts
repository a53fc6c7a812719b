/** Where mail is handed over, read from SMTP_URL: `smtp[s]://[user:password@]host[:port][?options]`, several parted by commas. */
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { addressesOf } from '#kit/config/types.ts';

export interface Server {
  host: string;
  port: number;
  /** TLS from the first byte. */
  secure: boolean;
  /** Goes on without STARTTLS: never, when the server lacks it, always. */
  startTls: 'required' | 'offered' | 'never';
  rejectUnauthorized: boolean;
  servername: string | undefined;
  user: string | undefined;
  password: string;
  /** What EHLO says. */
  name: string;
  /** Messages one connection carries. */
  maxMessages: number;
  /** Its share of the mail, beside the weights of the others. */
  weight: number;
  /** Milliseconds. */
  connectionTimeout: number;
  greetingTimeout: number;
  /** For the reply to a command, and for each piece of a message to be taken. */
  socketTimeout: number;
  /** For the reply to a message: until then nobody knows whether it was accepted. */
  dataTimeout: number;
}

const FLAGS = ['secure', 'requireTLS', 'ignoreTLS', 'rejectUnauthorized', 'tls.rejectUnauthorized'] as const;
const NUMBERS = ['weight', 'maxMessages', 'connectionTimeout', 'greetingTimeout', 'socketTimeout', 'dataTimeout'] as const;
const TEXTS = ['name', 'servername', 'tls.servername'] as const;

/** @throws Error for an option that is not known, or a value that is none: a mistyped `requireTLS` must not go unseen */
function optionsOf(query: URLSearchParams): Map<string, string> {
  const faulty = [...query].find(([name, value]) => {
    if (FLAGS.some((flag) => flag === name)) return value !== 'true' && value !== 'false';
    if (NUMBERS.some((number) => number === name)) return !/^[1-9]\d*$/.test(value);
    return !TEXTS.some((text) => text === name);
  });
  if (faulty) throw new Error(`SMTP_URL: the option "${faulty[0]}" is not known, or cannot have this value`);
  return new Map(query);
}

/** A host without a domain says its address. */
const greeting = (): string => (hostname().includes('.') ? hostname() : '[127.0.0.1]');

export function serverOf(address: string): Server {
  const url = new URL(address);
  const options = optionsOf(url.searchParams);
  const flag = (...names: (typeof FLAGS)[number][]) => names.map((name) => options.get(name)).find((value) => value !== undefined);
  const number = (name: (typeof NUMBERS)[number], usual: number) => Number(options.get(name) ?? usual);
  const secure = (flag('secure') ?? String(url.protocol === 'smtps:')) === 'true';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return {
    host,
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    startTls: flag('requireTLS') === 'true' ? 'required' : flag('ignoreTLS') === 'true' ? 'never' : 'offered',
    rejectUnauthorized: flag('rejectUnauthorized', 'tls.rejectUnauthorized') !== 'false',
    servername: options.get('servername') ?? options.get('tls.servername') ?? (isIP(host) ? undefined : host),
    user: url.username ? decodeURIComponent(url.username) : undefined,
    password: decodeURIComponent(url.password),
    name: options.get('name') ?? greeting(),
    maxMessages: number('maxMessages', 1_000),
    weight: number('weight', 1),
    connectionTimeout: number('connectionTimeout', 10_000),
    greetingTimeout: number('greetingTimeout', 10_000),
    socketTimeout: number('socketTimeout', 60_000),
    dataTimeout: number('dataTimeout', 180_000),
  };
}

/** Each address of a list; commas within an address (in a password, say) part nothing. */
export const serversOf = (addresses: string): Server[] => addressesOf(addresses).map(serverOf);
