/** How senders may be written in a request (seed §4.3; decisions 10, "`name` in /v1/send"). */

export interface NamedAddress {
  email: string;
  name?: string;
}

const NAMED = /^\s*(?:"([^"]*)"|([^"<>]*?))\s*<([^<>]*)>\s*$/;

/**
 * `a@b`, `Name <a@b>` or `{ name, email }`. `fallback` (the deprecated `name`) counts only for text without a name.
 * Whether the address is one is judged where the domain is checked.
 */
export function readSender(from: string | NamedAddress, fallback?: string): NamedAddress {
  if (typeof from !== 'string') return { email: from.email.trim(), name: from.name };
  const parts = NAMED.exec(from);
  if (!parts) return { email: from.trim(), name: fallback };
  return { email: parts[3]!.trim(), name: (parts[1] ?? parts[2])!.trim() || fallback };
}
