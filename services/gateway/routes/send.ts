/** POST /v1/send (contract 4.3, 2.8). */
import { z } from 'zod';
import type { Config } from '#kit/config/config.ts';
import { DeliveryServiceDefinition as Delivery } from '#proto/delivery/v1/delivery.ts';
import type { Address } from '#proto/delivery/v1/delivery.ts';
import { readSender } from '../domain/address.ts';
import { sendResult } from '../records/email.ts';
import { wrapped } from '../reply.ts';
import { route } from '../route.ts';
import type { Route } from '../route.ts';
import { data, dependingOn, email, headerText, id, isRecord, listOf, needing } from '../schemas.ts';

const SUBJECT_MAX = 998;
const MOST_RECIPIENTS = 1_000;
/** Faults of headers after which nobody reads on. */
const MOST_FAULTS = 200;
/** Printable ASCII without colon and blank: what a header's name may be (RFC 5322, 3.6.8). */
const HEADER_NAME = /^[\x21-\x39\x3b-\x7e]{1,255}$/;

const MB = 1_048_576;

/** An address with a name before it. */
const senderText = headerText.min(1).max(998);
const personName = headerText.max(255).meta({ examples: ['Ada'] });
const named = z.object({ email, name: personName.optional() }).meta({ id: 'NamedAddress' });
const recipient = z.union([email, named]);
const namedSender = z
  .object({ email: senderText.meta({ examples: ['hello@example.org'] }), name: personName.optional() })
  .meta({ id: 'NamedSender' });
const sender = z.union([senderText, namedSender]).meta({ examples: ['Example <hello@example.org>'] });

const headers = z
  .custom<Record<string, string>>()
  .superRefine((value, context) => {
    if (!isRecord(value)) return context.addIssue({ code: 'invalid_type', expected: 'object', input: value });
    for (const [name, text] of Object.entries(value)) {
      if (context.issues.length > MOST_FAULTS) return;
      if (!HEADER_NAME.test(name)) context.addIssue({ code: 'custom', path: [name], message: 'Not the name of a header', input: name });
      if (typeof text !== 'string') context.addIssue({ code: 'invalid_type', expected: 'string', path: [name], input: text });
      else if (text.length > SUBJECT_MAX)
        context.addIssue({ code: 'too_big', origin: 'string', maximum: SUBJECT_MAX, path: [name], input: text });
      else if (!headerText.safeParse(text).success)
        context.addIssue({ code: 'custom', path: [name], message: 'Must not contain line breaks', input: text });
    }
  })
  .meta({
    type: 'object',
    additionalProperties: { type: 'string', maxLength: SUBJECT_MAX, pattern: '^[^\\r\\n]*$' },
    propertyNames: { pattern: HEADER_NAME.source },
    examples: [{ 'X-Order': '1042' }],
  });

/** Standard or URL-safe, padded or not, wrapped or not: Node's decoder, which delivery uses, reads them all (contract 2.8). */
const BASE64 = /^(?:[A-Za-z0-9+/]+|[A-Za-z0-9_-]+)={0,2}$/;
/** The same for the document, blanks included. */
const BASE64_SHOWN = '^[ \\r\\n]*(?:[A-Za-z0-9+/][A-Za-z0-9+/ \\r\\n]*|[A-Za-z0-9_-][A-Za-z0-9_ \\r\\n-]*)(?:=[ \\r\\n]*){0,2}$';
const isBase64 = (text: string): boolean => BASE64.test(/\s/.test(text) ? text.replace(/\s+/g, '') : text);

const attachment = z
  .object({
    filename: z
      .string()
      .min(1)
      .max(255)
      .regex(/^[^\r\n"\0]*$/, 'Must not contain line breaks or quotes')
      .meta({ examples: ['invoice.pdf'] }),
    content: z
      .string()
      .min(1)
      .refine(isBase64, { message: 'Must be base64', params: { code: 'invalid_string' } })
      .meta({ examples: ['JVBERi0xLjQK'], pattern: BASE64_SHOWN }),
    contentType: z
      .string()
      .min(1)
      .max(255)
      .regex(/^[^\r\n\0]*$/, 'Must not contain line breaks')
      .optional()
      .meta({ examples: ['application/pdf'] }),
    type: z
      .string()
      .min(1)
      .max(255)
      .regex(/^[^\r\n\0]*$/, 'Must not contain line breaks')
      .optional()
      .meta({ description: 'Another name of contentType', examples: ['application/pdf'] }),
    disposition: z.enum(['attachment', 'inline']).default('attachment'),
    contentId: z
      .string()
      .min(1)
      .max(255)
      .regex(/^[^<>\r\n\0]*$/, 'Must not contain <, > or line breaks')
      .optional()
      .meta({ examples: ['logo'] }),
  })
  .superRefine(({ contentType, type, disposition, contentId }, context) => {
    if (contentType === undefined && type === undefined)
      context.addIssue({ code: 'invalid_type', expected: 'string', path: ['contentType'], input: undefined });
    if (disposition === 'inline' && contentId === undefined)
      context.addIssue({ code: 'custom', path: ['contentId'], message: 'Required for inline attachments', params: { code: 'required' } });
  })
  // `type` is for those who know it already.
  .meta({
    id: 'Attachment',
    required: ['filename', 'content', 'contentType'],
    ...dependingOn(needing({ disposition: { const: 'inline' } }), needing({ contentId: {} })),
  });

function attachmentsWithin({ maxCount, maxContentLength: most }: Config['sending']['attachments']) {
  return listOf(attachment, { most: maxCount }).superRefine((all, context) => {
    const total = all.reduce((sum, { content }) => sum + content.length, 0);
    if (total > most)
      context.addIssue({
        code: 'too_big',
        origin: 'array',
        maximum: most,
        input: all,
        message: `Attachments are larger than ${Math.round((most * 3) / 4 / MB)} MB together`,
      });
  });
}

const EXAMPLES = [
  {
    to: 'ada@example.org',
    from: 'hello@example.org',
    subject: 'Welcome, {{firstName}}',
    body: '<p>Hello {{firstName}}</p>',
    data: { firstName: 'Ada' },
  },
];

/** What is checked, and what the document shows: with a template, or with a subject and a body. */
function sendBodies(config: Config) {
  const fields = z.object({
    to: z
      .union([email, named, listOf(recipient, { least: 1, most: MOST_RECIPIENTS })], {
        error: ({ input }) => (input === undefined ? 'to is required: an address, { name, email }, or a list of them' : undefined),
      })
      .meta({ description: 'One recipient, or up to 1,000 who each get a mail of their own' }),
    subject: headerText
      .min(1)
      .max(SUBJECT_MAX)
      .optional()
      .meta({ examples: ['Welcome, {{firstName}}'] }),
    body: z
      .string()
      .min(1)
      .optional()
      .meta({ description: 'HTML', examples: ['<p>Hello {{firstName ?? "friend"}}</p>'] }),
    template: id.optional().meta({ description: 'Its subject, body and sender are used where the request has none' }),
    from: sender.optional().meta({ description: 'On a verified domain; needed unless the template has one' }),
    name: personName.optional().meta({ deprecated: true, examples: ['Example'], description: 'Say `from: { name, email }` instead' }),
    subscribed: z.boolean().optional().meta({ description: 'Subscribes or unsubscribes the contact; without it nothing changes' }),
    data: data.optional().meta({ description: 'Rendered with, and stored on the contact' }),
    headers: headers.optional(),
    reply: email.optional().meta({ description: 'Where answers go' }),
    attachments: attachmentsWithin(config.sending.attachments).optional(),
  });
  const checked = fields.superRefine(({ template, subject, body }, context) => {
    if (!template && !(subject && body))
      context.addIssue({ code: 'custom', path: ['template'], message: 'Either template, or both subject and body, are required' });
  });
  const shown = z
    .union([
      fields
        .required({ subject: true, body: true, from: true })
        .meta({ id: 'SendContent', description: 'A mail with its own content', examples: EXAMPLES }),
      fields.required({ template: true }).meta({ id: 'SendTemplate', description: 'A mail made of a template' }),
    ])
    .meta({ id: 'Mail', examples: EXAMPLES });
  return { body: checked, bodyAs: shown };
}

const address = (one: z.output<typeof recipient>): Address =>
  typeof one === 'string' ? { email: one } : { email: one.email, name: one.name };

export function sendRoutes(config: Config): Route[] {
  return [
    route('POST /v1/send', {
      summary: 'Send an email',
      auth: 'secret-key',
      idempotent: true,
      bucket: 'send',
      ...sendBodies(config),
      target: [Delivery, 'send'],
      request: ({ body: { to, from, name, headers: own, attachments, ...rest }, http }) => ({
        ...rest,
        to: (Array.isArray(to) ? to : [to]).map(address),
        from: from ? readSender(from as string, name ?? undefined) : undefined,
        headers: own ?? {},
        attachments: (attachments ?? []).map(({ type, contentType, ...one }) => ({ ...one, contentType: contentType ?? type! })),
        operationId: http.claim?.operationId,
      }),
      reply: wrapped(sendResult),
      serialize: ({ emails, timestamp }) => ({
        emails: emails.map(({ contact, email: row }) => ({ contact: { id: contact!.id, email: contact!.email }, email: row })),
        timestamp,
      }),
    }),
  ];
}
