/** Where names are looked up. */
import { isIP } from 'node:net';
import { concern, setting } from './concern.ts';
import { list } from './types.ts';

function isServer(text: string): boolean {
  if (isIP(text)) return true;
  const at = text.lastIndexOf(':');
  const [host, port] = [text.slice(0, at).replace(/^\[|\]$/g, ''), Number(text.slice(at + 1))];
  return isIP(host) !== 0 && Number.isInteger(port) && port > 0 && port < 65_536;
}

const servers = list.refine((items) => items.every(isServer), 'addresses `ip` or `ip:port`, parted by commas');

export const dns = concern(
  {
    DNS_SERVERS: setting(servers, 'system', "resolvers that names are looked up with, `ip[:port]`, parted by commas; unset: the system's"),
  },
  (v) => ({
    /** Empty: the system's. */
    servers: v.DNS_SERVERS,
  }),
);
