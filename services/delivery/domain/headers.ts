/** Which headers a message carries besides those that its composer makes (decisions "Send pipeline"). */
import type { Header } from './email.ts';

/** Ours alone: a custom header of these names is ignored. */
const OURS = /^(?:from|to|subject|date|message-id|mime-version|content-.*|dkim-signature|return-path|bcc|cc)$/;
/** RFC 5322 field names. Another one would end the header. */
const NAME = /^[!-9;-~]+$/;
const LIST_PAIR = new Set(['list-unsubscribe', 'list-unsubscribe-post']);

/** Custom headers override the defaults without regard to case, in the caller's casing; either List-Unsubscribe header removes both defaults. */
export function mergeHeaders(defaults: readonly Header[], custom: readonly Header[]): Header[] {
  const kept = custom.filter(({ name }) => NAME.test(name) && !OURS.test(name.toLowerCase()));
  const overridden = new Set(kept.map(({ name }) => name.toLowerCase()));
  if ([...LIST_PAIR].some((name) => overridden.has(name))) LIST_PAIR.forEach((name) => overridden.add(name));
  return [...defaults.filter(({ name }) => !overridden.has(name.toLowerCase())), ...kept];
}

/** One-click unsubscription (RFC 8058). */
export function listUnsubscribe(url: string): Header[] {
  return [
    { name: 'List-Unsubscribe', value: `<${url}>` },
    { name: 'List-Unsubscribe-Post', value: 'List-Unsubscribe=One-Click' },
  ];
}
