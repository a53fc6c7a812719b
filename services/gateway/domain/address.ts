/** Addresses as requests write them, read by linear scans: they come from strangers (contract 4.3). */

export interface NamedAddress {
  email: string;
  name?: string | undefined;
}

/** `name <address>` in its parts; the name without its quotes, undefined for text that has not that form. */
export function splitNamed(text: string): { name: string; email: string } | undefined {
  const whole = text.trim();
  const open = whole.indexOf('<');
  if (open === -1 || !whole.endsWith('>')) return undefined;
  const email = whole.slice(open + 1, -1);
  const name = whole.slice(0, open).trim();
  if (email.includes('<') || email.includes('>')) return undefined;
  const isQuoted = name.length > 1 && name.startsWith('"') && name.endsWith('"');
  return { name: isQuoted ? name.slice(1, -1) : name, email: email.trim() };
}

/**
 * `a@b`, `Name <a@b>` or `{ name, email }`. `fallback` (the deprecated `name`) counts only for text without a name.
 * Whether the address is one is judged where the domain is checked.
 */
export function readSender(from: string | NamedAddress, fallback?: string): NamedAddress {
  if (typeof from !== 'string') return { email: from.email.trim(), name: from.name };
  const parts = splitNamed(from);
  if (!parts || parts.name.includes('"') || parts.name.includes('>')) return { email: from.trim(), name: fallback };
  return { email: parts.email, name: parts.name.trim() || fallback };
}
