/** The header a balancer puts before a connection it passes on (PROXY protocol, versions 1 and 2). Read by fixed offsets, bounded. */

export interface Peer {
  /** Of version 1 as it was written: whether it is one is for who uses it to see. */
  address: string;
  port: number;
}

/**
 * more: the header is not all there yet. invalid: it is none. Else its length in bytes, and who is behind the balancer; null where the
 * balancer speaks for itself (UNKNOWN, LOCAL) or of something that is no TCP address.
 */
export type ProxyHeader = 'more' | 'invalid' | { length: number; peer: Peer | null };

const V1 = Buffer.from('PROXY ');
const V2 = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1');
/** The longest line of version 1. */
const V1_MAX = 107;
const V2_HEAD = 16;
/** Room for what version 2 may carry besides the addresses. */
const V2_MAX = 4_096;
const [LOCAL, PROXIED] = [0x20, 0x21];
const [TCP4, TCP6] = [0x11, 0x21];

/** True while `bytes` may still become `start`. */
const mayBe = (bytes: Buffer, start: Buffer): boolean => {
  const length = Math.min(bytes.length, start.length);
  return bytes.compare(start, 0, length, 0, length) === 0;
};

function readText(bytes: Buffer): ProxyHeader {
  const end = bytes.subarray(0, V1_MAX).indexOf('\r\n');
  if (end === -1) return bytes.length >= V1_MAX ? 'invalid' : 'more';
  const length = end + 2;
  const [, family, address = '', , port = '', ...rest] = bytes.toString('latin1', 0, end).split(' ');
  if (family === 'UNKNOWN') return { length, peer: null };
  const fits =
    (family === 'TCP4' || family === 'TCP6') && address !== '' && rest.length === 1 && /^\d{1,5}$/.test(port) && Number(port) < 65_536;
  return fits ? { length, peer: { address, port: Number(port) } } : 'invalid';
}

const groups = (bytes: Buffer): string => Array.from({ length: 8 }, (_, index) => bytes.readUInt16BE(index * 2).toString(16)).join(':');

function readBinary(bytes: Buffer): ProxyHeader {
  if (bytes.length < V2_HEAD) return 'more';
  const [command, family, carried] = [bytes[12]!, bytes[13]!, bytes.readUInt16BE(14)];
  if ((command !== LOCAL && command !== PROXIED) || carried > V2_MAX) return 'invalid';
  const length = V2_HEAD + carried;
  if (bytes.length < length) return 'more';
  if (command === LOCAL) return { length, peer: null };
  const addresses = bytes.subarray(V2_HEAD, length);
  if (family === TCP4 && carried >= 12)
    return { length, peer: { address: addresses.subarray(0, 4).join('.'), port: addresses.readUInt16BE(8) } };
  if (family === TCP6 && carried >= 36)
    return { length, peer: { address: groups(addresses.subarray(0, 16)), port: addresses.readUInt16BE(32) } };
  return family === TCP4 || family === TCP6 ? 'invalid' : { length, peer: null };
}

/** The first bytes of a connection. */
export function readProxyHeader(bytes: Buffer): ProxyHeader {
  if (mayBe(bytes, V2)) return bytes.length < V2.length ? 'more' : readBinary(bytes);
  if (mayBe(bytes, V1)) return bytes.length < V1.length ? 'more' : readText(bytes);
  return 'invalid';
}
