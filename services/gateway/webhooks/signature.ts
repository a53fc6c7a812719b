/** `X-Posthorn-Signature: t=<unix>,v1=<hex HMAC-SHA256 of "<t>.<body>">` (contract "Provider notifications: Generic"). */
import { createHmac, timingSafeEqual } from 'node:crypto';

const TOLERANCE_S = 300;

/** True when one of the header's signatures is the secret's and its time is within five minutes of now. Constant-time. */
export function isSignedWebhook(body: Buffer, header: string | undefined, { secret, now }: { secret: string; now: Date }): boolean {
  const parts = (header ?? '').split(',').map((part) => part.trim().split(/=(.*)/s) as [string, string?]);
  const time = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^\d{1,12}$/.test(time) || Math.abs(now.getTime() / 1_000 - Number(time)) > TOLERANCE_S) return false;
  const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest();
  return parts.some(
    ([name, hex]) => name === 'v1' && /^[0-9a-f]{64}$/i.test(hex ?? '') && timingSafeEqual(Buffer.from(hex!, 'hex'), expected),
  );
}
