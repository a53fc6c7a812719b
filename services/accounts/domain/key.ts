/** API keys as text (contract 5 "Key format", "Key storage"). */

export type KeyKind = 'public' | 'secret';

/** What a secret key may do: send mail, read, everything. The project's own may do everything. */
export const SCOPES = ['send', 'read', 'full'] as const;
export type Scope = (typeof SCOPES)[number];

const PREFIX = { public: 'pk_', secret: 'sk_' } as const;
const FORMAT = /^(pk|sk)_[0-9a-f]{64}$/;

/** Bytes of randomness behind a key. */
export const KEY_BYTES = 32;

/** @param hex 64 hex characters of randomness */
export function keyText(kind: KeyKind, hex: string): string {
  return PREFIX[kind] + hex;
}

/** The kind a well-formed key says it is; null for anything that cannot be a key. */
export function keyKind(text: string): KeyKind | null {
  const [, head] = FORMAT.exec(text) ?? [];
  return head === undefined ? null : head === 'pk' ? 'public' : 'secret';
}

/** What may be kept of a secret key in plain: `sk_` + 8 hex. */
export function secretPrefix(secret: string): string {
  return secret.slice(0, 11);
}

/** How a secret key is shown once it has been given out: prefix + `…`. */
export function shownSecret(prefix: string): string {
  return `${prefix}…`;
}
