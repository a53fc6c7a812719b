/** What a template may be (contract 2.2, 4.5 "Faults on save"). Bodies come as clients sent them. */
import { isAddress } from '#kit/address.ts';
import { shortFault } from '#kit/errors.ts';
import { TEXT_LIMIT } from './placeholder.ts';

export const TEMPLATE_TYPES = ['TRANSACTIONAL', 'MARKETING', 'HEADLESS'] as const;
export type TemplateType = (typeof TEMPLATE_TYPES)[number];

export interface TemplateFields {
  name: string;
  description: string | null;
  subject: string;
  body: string;
  from: string;
  fromName: string | null;
  replyTo: string | null;
  type: TemplateType;
}

type Body = Readonly<Record<string, unknown>>;

const NAME_LIMIT = 100;
const COPY = ' (Copy)';

/** In the order in which their absence is reported. */
const REQUIRED = { name: 'Name', subject: 'Subject', body: 'Body', from: 'From address' } as const;
const LABELS = { ...REQUIRED, description: 'Description', fromName: 'From name', replyTo: 'Reply-to address', type: 'Type' } as const;
const LIMITS = { name: NAME_LIMIT, description: 500, subject: 998, body: TEXT_LIMIT, from: 320, fromName: 100, replyTo: 320 } as const;
const ONE_LINE: readonly string[] = ['subject', 'fromName'];
const ADDRESSES: readonly string[] = ['from', 'replyTo'];

const absent = (value: unknown): boolean => value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

function readText(field: keyof typeof LIMITS, value: unknown): string {
  const label = LABELS[field];
  if (typeof value !== 'string') throw shortFault(`${label} must be a string`);
  const text = ADDRESSES.includes(field) ? value.trim() : value;
  if (text.length > LIMITS[field]) throw shortFault(`${label} must be at most ${LIMITS[field]} characters`);
  if (ONE_LINE.includes(field) && /[\r\n]/.test(text)) throw shortFault(`${label} must not contain line breaks`);
  if (ADDRESSES.includes(field) && !isAddress(text)) throw shortFault(`${label} must be a valid email address`);
  return text;
}

function readType(value: unknown): TemplateType {
  if ((TEMPLATE_TYPES as readonly unknown[]).includes(value)) return value as TemplateType;
  throw shortFault(`Type must be one of ${TEMPLATE_TYPES.join(', ')}`);
}

function readField(field: keyof TemplateFields, value: unknown): string | null {
  if (field === 'type') return readType(value);
  return !(field in REQUIRED) && absent(value) ? null : readText(field, value);
}

const FIELDS = [
  'name',
  'description',
  'subject',
  'body',
  'from',
  'fromName',
  'replyTo',
  'type',
] as const satisfies (keyof TemplateFields)[];

/** A whole template from the body of POST; throws the first fault in the documented order, in the short form. */
export function readTemplate(body: Body): TemplateFields {
  for (const [field, label] of Object.entries(REQUIRED)) if (absent(body[field])) throw shortFault(`${label} is required`);
  const sent: Body = { ...body, type: body['type'] === undefined ? 'MARKETING' : body['type'] };
  return Object.fromEntries(FIELDS.map((field) => [field, readField(field, sent[field])])) as unknown as TemplateFields;
}

/** The fields that the body of PATCH changes: only those it has. */
export function readChanges(body: Body): Partial<TemplateFields> {
  const sent = FIELDS.filter((field) => body[field] !== undefined);
  for (const [field, label] of Object.entries(REQUIRED))
    if (body[field] !== undefined && absent(body[field])) throw shortFault(`${label} is required`);
  return Object.fromEntries(sent.map((field) => [field, readField(field, body[field])]));
}

/** The name of a duplicate: cut, without halving a character, so that it fits with its suffix. */
export function copyName(name: string): string {
  const room = NAME_LIMIT - COPY.length;
  return (name.length > room ? name.slice(0, room).replace(/[\uD800-\uDBFF]$/, '') : name) + COPY;
}
