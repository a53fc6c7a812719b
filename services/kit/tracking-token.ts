/**
 * The tokens of open pixels and tracked links: what was sent, to be read back only if we signed it (decisions "Send pipeline": Token).
 * HMAC-SHA256 over kind, project, mail and target; then `project | mail | target | signature` in base64url.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

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
  return createHmac('sha256', secret).update(`tracking-${kind}\0`).update(payload).digest();
}

/** @param secret config.auth.trackingSecret. Throws TypeError for ids that are no uuids. */
export function signTracked(secret: string, { projectId, emailId, target }: Tracked): string {
  const payload = Buffer.concat([bytesOf(projectId), bytesOf(emailId), Buffer.from(target ?? '', 'utf8')]);
  return Buffer.concat([payload, macOf(secret, target === null ? 'open' : 'click', payload)]).toString('base64url');
}

/** What the token was made for, or null unless every character of it is ours. Compares in constant time. */
export function readTracked(secret: string, kind: 'open' | 'click', token: string): Tracked | null {
  const bytes = Buffer.from(token, 'base64url');
  // The decoder skips what it does not know, and spare bits: only the one spelling that we wrote counts.
  if (bytes.length < 2 * ID_BYTES + MAC_BYTES || bytes.toString('base64url') !== token) return null;
  const payload = bytes.subarray(0, -MAC_BYTES);
  if (!timingSafeEqual(bytes.subarray(-MAC_BYTES), macOf(secret, kind, payload))) return null;
  const [projectId, emailId] = [idOf(payload.subarray(0, ID_BYTES)), idOf(payload.subarray(ID_BYTES, 2 * ID_BYTES))];
  return { projectId, emailId, target: kind === 'open' ? null : payload.toString('utf8', 2 * ID_BYTES) };
}
