/** Which addresses nothing that a stranger names may lead to (contract 6 "SSRF guard"). */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { IPv4, IPv6 } from 'ipaddr.js';

type Address = IPv4 | IPv6;
export type Range = readonly [Address, number];

const ranges = (texts: readonly string[]): Range[] => texts.map((text) => ipaddr.parseCIDR(text));

const BLOCKED = ranges([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.168.0.0/16',
  // Multicast and everything above.
  '224.0.0.0/3',
  '::/128',
  '::1/128',
  'fe80::/10',
  'fc00::/7',
  'ff00::/8',
  '100::/64',
  '2001:db8::/32',
  // Teredo
  '2001::/32',
  '64:ff9b:1::/48',
]);

/** IPv6 forms that carry an IPv4 address, and where in their bytes: mapped, compatible, 6to4, NAT64. */
const CARRIERS: readonly [Range, number][] = [
  [ipaddr.parseCIDR('::ffff:0:0/96'), 12],
  [ipaddr.parseCIDR('::/96'), 12],
  [ipaddr.parseCIDR('2002::/16'), 2],
  [ipaddr.parseCIDR('64:ff9b::/96'), 12],
];

/** The library takes either kind, its types only one of them. */
export const isIn = (address: Address, [network, bits]: Range): boolean =>
  address.kind() === network.kind() && address.match(network as IPv4 & IPv6, bits);

function carried(address: Address): Address | null {
  const carrier = CARRIERS.find(([range]) => isIn(address, range));
  return carrier ? ipaddr.fromByteArray(address.toByteArray().slice(carrier[1], carrier[1] + 4)) : null;
}

/** Malformed → blocked. @param allowed holes: an address in one of them is never blocked */
export function isBlockedAddress(text: string, allowed: readonly Range[] = []): boolean {
  if (isIP(text) === 0) return true;
  const address = ipaddr.parse(text);
  const inner = carried(address);
  const forms = inner ? [address, inner] : [address];
  if (forms.some((form) => allowed.some((range) => isIn(form, range)))) return false;
  return forms.some((form) => BLOCKED.some((range) => isIn(form, range)));
}

/** `10.0.0.0/8` → its range; undefined for what is none. A lone address is a range of one. */
export function readRange(text: string): Range | undefined {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  if (!ipaddr.isValid(text)) return undefined;
  const address = ipaddr.parse(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}
