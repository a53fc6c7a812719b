/**
 * The tokens of open pixels and tracked links: what was sent, to be read back only if we signed it (contract "Send pipeline: Token").
 * HMAC-SHA256 over kind, project, mail and target; then `<key id>-` and `project | mail | target | signature` in base64url. Older ones
 * name no key.
 */
import { timingSafeEqual } from 'node:crypto';
import { hmacSha256, prefixOf, readingKeys, writingKey } from '#kit/key-ring.ts';
import type { Key, KeyRing } from '#kit/key-ring.ts';

export interface Tracked {
  projectId: string;
  emailId: string;
  /** Where a click leads; null in a pixel's token. */
  target: string | null;
}

const ID_BYTES = 16;
const MAC_BYTES = 32;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

function writeId(bytes: Buffer, id: string, at: number): void {
  if (!UUID.test(id)) throw new TypeError(`"${id}" is not the id of a row`);
  bytes.write(id.replaceAll('-', ''), at, 'hex');
}

function idOf(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** A pixel's signature is none for a link, even for one that leads nowhere. */
const PREFIX = { open: Buffer.from('tracking-open\0'), click: Buffer.from('tracking-click\0') } as const;

/** @param keys config.auth.trackingKeys. Throws TypeError for ids that are no uuids. */
export function signTracked(keys: KeyRing, { projectId, emailId, target }: Tracked): string {
  const key = writingKey(keys);
  const prefix = target === null ? PREFIX.open : PREFIX.click;
  const from = prefix.length;
  const targetAt = from + 2 * ID_BYTES;
  const macAt = targetAt + (target === null ? 0 : Buffer.byteLength(target, 'utf8'));
  const bytes = Buffer.allocUnsafe(macAt + MAC_BYTES);
  bytes.set(prefix);
  writeId(bytes, projectId, from);
  writeId(bytes, emailId, from + ID_BYTES);
  if (target !== null) bytes.write(target, targetAt, 'utf8');
  bytes.write(hmacSha256(key.secret, bytes.subarray(0, macAt), 'binary'), macAt, 'latin1');
  return prefixOf(key) + bytes.toString('base64url', from);
}

/** What the token was made for, or null unless every character of it is ours. Compares in constant time. */
export function readTracked(keys: KeyRing, kind: 'open' | 'click', token: string): Tracked | null {
  const { keys: possible, text } = readingKeys(keys, token);
  const bytes = Buffer.from(text, 'base64url');
  // The decoder skips what it does not know, and spare bits: only the one spelling that we wrote counts.
  if (bytes.length < 2 * ID_BYTES + MAC_BYTES || bytes.toString('base64url') !== text) return null;
  const payload = bytes.subarray(0, -MAC_BYTES);
  const mac = bytes.subarray(-MAC_BYTES);
  const signed = Buffer.concat([PREFIX[kind], payload]);
  const isOurs = ({ secret }: Key) => timingSafeEqual(mac, Buffer.from(hmacSha256(secret, signed, 'binary'), 'latin1'));
  if (!possible.some(isOurs)) return null;
  const [projectId, emailId] = [idOf(payload.subarray(0, ID_BYTES)), idOf(payload.subarray(ID_BYTES, 2 * ID_BYTES))];
  return { projectId, emailId, target: kind === 'open' ? null : payload.toString('utf8', 2 * ID_BYTES) };
}
