/**
 * The tokens of open pixels and tracked links: what was sent, to be read back only if we signed it (contract "Send pipeline: Token").
 * HMAC-SHA256 over kind, project, mail and target; then `<key id>-` and `project | mail | target | signature` in base64url. Older ones
 * name no key.
 */
import { timingSafeEqual } from 'node:crypto';
import { hmacSha256, markOf, readingKeys, writingKey } from '#kit/key-ring.ts';
import type { KeyRing } from '#kit/key-ring.ts';

export interface Tracked {
  projectId: string;
  emailId: string;
  /** Where a click leads; null in a pixel's token. */
  target: string | null;
}

const ID_BYTES = 16;
const MAC_BYTES = 32;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

function bytesOf(id: string): Buffer {
  if (!UUID.test(id)) throw new TypeError(`"${id}" is not the id of a row`);
  return Buffer.from(id.replaceAll('-', ''), 'hex');
}

function idOf(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** A pixel's signature is none for a link, even for one that leads nowhere. */
function macOf(secret: string, kind: 'open' | 'click', payload: Buffer): Buffer {
  return hmacSha256(secret).update(`tracking-${kind}\0`).update(payload).digest();
}

/** @param keys config.auth.trackingKeys. Throws TypeError for ids that are no uuids. */
export function signTracked(keys: KeyRing, { projectId, emailId, target }: Tracked): string {
  const key = writingKey(keys);
  const payload = Buffer.concat([bytesOf(projectId), bytesOf(emailId), Buffer.from(target ?? '', 'utf8')]);
  const signed = Buffer.concat([payload, macOf(key.secret, target === null ? 'open' : 'click', payload)]);
  return markOf(key) + signed.toString('base64url');
}

/** What the token was made for, or null unless every character of it is ours. Compares in constant time. */
export function readTracked(keys: KeyRing, kind: 'open' | 'click', token: string): Tracked | null {
  const { keys: possible, text } = readingKeys(keys, token);
  const bytes = Buffer.from(text, 'base64url');
  // The decoder skips what it does not know, and spare bits: only the one spelling that we wrote counts.
  if (bytes.length < 2 * ID_BYTES + MAC_BYTES || bytes.toString('base64url') !== text) return null;
  const payload = bytes.subarray(0, -MAC_BYTES);
  const mac = bytes.subarray(-MAC_BYTES);
  if (!possible.some(({ secret }) => timingSafeEqual(mac, macOf(secret, kind, payload)))) return null;
  const [projectId, emailId] = [idOf(payload.subarray(0, ID_BYTES)), idOf(payload.subarray(ID_BYTES, 2 * ID_BYTES))];
  return { projectId, emailId, target: kind === 'open' ? null : payload.toString('utf8', 2 * ID_BYTES) };
}
