/** What others report on mail, as it comes in (contract "Provider notifications: Generic"). */
import { z } from 'zod';
import type { ReportedNotice } from '#proto/delivery/v1/delivery.ts';
import { fault } from '#kit/errors.ts';
import { splitNamed } from '../domain/address.ts';
import { email, id, listOf } from '../schemas.ts';

const TYPES = ['delivery', 'bounce', 'complaint', 'open', 'click', 'received'] as const;
const text = (most: number, example: string) =>
  z
    .string()
    .max(most)
    .nullish()
    .meta({ type: 'string', maxLength: most, examples: [example] });

/** ISO 8601, or seconds since 1970. */
const time = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value, context) => {
    if (value === undefined || value === null) return undefined;
    const at = new Date(typeof value === 'number' ? value * 1_000 : value);
    if (!Number.isNaN(at.getTime())) return at.toISOString();
    context.addIssue({ code: 'custom', message: 'Invalid time', input: value });
    return z.NEVER;
  })
  .meta({ examples: ['2026-01-31T09:30:00.000Z'] });

export const notice = z
  .object({
    id: z
      .string()
      .min(1)
      .max(255)
      .meta({ examples: ['evt-1042'], description: 'Replay key, known for 7 days' }),
    type: z.enum(TYPES).meta({ examples: ['delivery'] }),
    emailId: id.nullish(),
    messageId: text(998, '5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42@example.org'),
    recipient: text(320, 'ada@example.org'),
    timestamp: time,
    bounceType: text(50, 'Permanent').describe('Permanent, Transient; anything else is Undetermined'),
    diagnostic: text(10_000, '550 5.1.1 no such user'),
    link: text(10_000, 'https://example.org/'),
    from: z
      .string()
      .max(998)
      .nullish()
      .meta({ description: 'Of `received`: `name <address>`', examples: ['Ada <ada@example.org>'] }),
    to: z
      .union([z.array(z.string().max(320)).max(1_000), z.string().max(320)])
      .nullish()
      .meta({ examples: [['hello@example.org']] }),
    subject: text(10_000, 'Re: Welcome'),
    text: text(20_000_000, 'Hello'),
    html: text(20_000_000, '<p>Hello</p>'),
  })
  .superRefine(({ type, from }, context) => {
    if (type === 'received' && !email.safeParse(authorOf(from ?? '').from).success)
      context.addIssue({ code: 'custom', path: ['from'], message: 'The sender of received mail is needed', input: from });
  })
  .meta({ id: 'Notice' });

export const notices = listOf(notice, { most: 1_000 });
export type Notice = z.output<typeof notice>;

/** `"Ada L." <ada@example.org>` → both parts. */
function authorOf(header: string): { from: string; fromName: string } {
  const parts = splitNamed(header);
  return parts ? { from: parts.email, fromName: parts.name.replace(/\\(.)/g, '$1') } : { from: header.trim(), fromName: '' };
}

/** A notice as delivery takes it. Faults BAD_REQUEST when it names no mail. */
export function askNotice({
  id: key,
  type,
  emailId,
  messageId,
  recipient,
  timestamp,
  from,
  to,
  subject,
  text: plain,
  html,
  ...rest
}: Notice): ReportedNotice {
  const common = { key: `generic:${key}`, type, at: timestamp };
  if (type === 'received') {
    const recipients = [to ?? recipient ?? []].flat().map((address) => address.trim().toLowerCase());
    return {
      ...common,
      mail: { recipients, ...authorOf(from ?? ''), fromHeader: from ?? '', subject: subject ?? '', messageId, text: plain, html },
    };
  }
  if (!emailId && !messageId) throw fault('BAD_REQUEST', { message: 'emailId or messageId is needed' });
  return { ...common, emailId, messageId, bounceType: rest.bounceType, diagnostic: rest.diagnostic, link: rest.link };
}
