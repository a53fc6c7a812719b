/** Reads what mail servers say about a mail: delivery status (RFC 3464) and feedback reports (RFC 5965), header lines both. */
import type { Report } from './report.ts';

export interface StatusText {
  /** Content of the `message/delivery-status` or `message/feedback-report` part. */
  text: string;
  type: 'message/delivery-status' | 'message/feedback-report';
}

type Fields = ReadonlyMap<string, string>;

/** Header blocks, parted by blank lines; names in lowercase, folded lines joined. */
export function readBlocks(text: string): Fields[] {
  const blocks: Map<string, string>[] = [new Map()];
  for (const line of text.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    if (line.trim() === '') {
      if (blocks.at(-1)!.size > 0) blocks.push(new Map());
      continue;
    }
    const [, name, value] = /^([!-9;-~]+)[ \t]*:(.*)$/.exec(line) ?? [];
    if (name && !blocks.at(-1)!.has(name.toLowerCase())) blocks.at(-1)!.set(name.toLowerCase(), value!.trim());
  }
  return blocks.filter(({ size }) => size > 0);
}

/** `rfc822; Ada@Example.org` → `ada@example.org`; the words of `smtp; 550 …` stay as they are. */
function typed(value: string | undefined): string {
  return (value ?? '').replace(/^[^;]*;/, '').trim();
}

/** An enhanced status code (RFC 3463), comments left out. */
const STATUS = /\b([245])\.\d{1,3}\.\d{1,3}\b/;

/** What is worst for the mail counts: a report may be about several of its recipients. */
const WEIGHT = { failed: 3, delayed: 2, delivered: 1, relayed: 1 } as const;

function isAction(action: string): action is keyof typeof WEIGHT {
  return Object.hasOwn(WEIGHT, action);
}

/** `failed` with 4.x.x and `delayed` pass; `failed` with anything but 5.x.x and 4.x.x leaves it open. */
function bounceType(action: keyof typeof WEIGHT, digit: string | undefined): string {
  if (action === 'delayed' || digit === '4') return 'Transient';
  return digit === '5' ? 'Permanent' : 'Undetermined';
}

/** The first of the values that is a time; never one in the future. */
function timeOf(values: readonly (string | undefined)[], now: Date): Date {
  const time = values.map((value) => Date.parse(value ?? '')).find((ms) => !Number.isNaN(ms));
  return new Date(Math.min(time ?? now.getTime(), now.getTime()));
}

function readStatus(text: string, now: Date): Report | null {
  const [message, ...recipients] = readBlocks(text);
  // Some servers leave out the part about the message.
  const decisive = (message?.has('action') ? [message, ...recipients] : recipients)
    .map((fields) => ({ fields, action: (fields.get('action') ?? '').split(/[\s(]/)[0]!.toLowerCase() }))
    .flatMap(({ fields, action }) => (isAction(action) ? [{ fields, action }] : []))
    .toSorted((a, b) => WEIGHT[b.action] - WEIGHT[a.action])[0];
  if (!decisive) return null;
  const { fields, action } = decisive;
  const at = timeOf([fields.get('last-attempt-date'), message?.get('arrival-date')], now);
  const diagnostic = typed(fields.get('diagnostic-code')) || fields.get('status') || null;
  if (WEIGHT[action] === 1) return { kind: 'delivery', at, diagnostic };
  const digit = STATUS.exec(fields.get('status') ?? '')?.[1] ?? STATUS.exec(diagnostic ?? '')?.[1];
  return { kind: 'bounce', at, bounceType: bounceType(action, digit), diagnostic };
}

/** A report of abuse; other feedback (`not-spam`, `virus`) says nothing about the mail's reader. */
function readFeedback(text: string, now: Date): Report | null {
  const [fields] = readBlocks(text);
  if (!fields?.has('feedback-type')) return null;
  return /^(?:abuse|fraud|opt-out|complaint)\b/i.test(fields.get('feedback-type')!)
    ? { kind: 'complaint', at: timeOf([fields.get('arrival-date'), fields.get('received-date')], now) }
    : null;
}

/** What the report says, or null when it says nothing of what we keep. */
export function readReport({ text, type }: StatusText, now: Date): Report | null {
  return type === 'message/delivery-status' ? readStatus(text, now) : readFeedback(text, now);
}

/** Addresses that a report names as the mail's sender or recipient of bounces: a return path of ours among them is proof. */
export function reportedSenders({ text }: StatusText): string[] {
  return readBlocks(text)
    .flatMap((fields) => ['original-mail-from', 'original-envelope-id', 'x-original-mail-from'].flatMap((name) => fields.get(name) ?? []))
    .map((value) => typed(value.includes(';') ? value : `;${value}`).replace(/^<|>$/g, ''));
}
