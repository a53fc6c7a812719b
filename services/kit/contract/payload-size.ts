/** The size of a payload, and which is too large for the bus: NATS refuses messages over 1 MB. */

/** Leaves room for the envelope around the message. */
const BUS_CARRIES = 900_000;
const LONG = 1_024;

/**
 * True when the message, as JSON, would not fit into one message of the bus, or into `most` bytes. Exact for long texts, generous for short
 * ones.
 */
export function isOversized(message: unknown, most = BUS_CARRIES): boolean {
  let left = most;
  const walk = (value: unknown): void => {
    if (left <= 0) return;
    if (typeof value === 'string') left -= value.length < LONG ? 2 * value.length : Buffer.byteLength(JSON.stringify(value));
    else if (typeof value !== 'object' || value === null) left -= 8;
    else if (Array.isArray(value)) value.forEach(walk);
    else
      for (const [key, inner] of Object.entries(value)) {
        left -= key.length + 4;
        walk(inner);
      }
  };
  walk(message);
  return left <= 0;
}
