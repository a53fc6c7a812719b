/** What a client writes of a campaign, and how a PUT changes it (seed §2.3; decisions 2.3, 4.6). Formats were checked at the edge. */
import { invalid } from '#kit/errors.ts';

export const CAMPAIGN_TYPES = ['TRANSACTIONAL', 'MARKETING', 'HEADLESS'] as const;
export type CampaignType = (typeof CAMPAIGN_TYPES)[number];
export const AUDIENCE_TYPES = ['ALL', 'SEGMENT', 'FILTERED'] as const;
export type AudienceType = (typeof AUDIENCE_TYPES)[number];
export type Condition = Record<string, unknown>;

export interface Letter {
  name: string;
  description: string | null;
  subject: string;
  body: string;
  from: string;
  fromName: string | null;
  replyTo: string | null;
  type: CampaignType;
  audienceType: AudienceType;
  audienceCondition: Condition | null;
  segmentId: string | null;
  /** A note of origin; never rendered from. */
  templateId: string | null;
}

const REQUIRED = ['name', 'subject', 'body', 'from', 'audienceType'] as const;
const DEFAULTS = { description: null, fromName: null, replyTo: null, type: 'MARKETING', audienceCondition: null, segmentId: null, templateId: null } as const;
const FIELDS = [...REQUIRED, ...(Object.keys(DEFAULTS) as (keyof typeof DEFAULTS)[])];

export const NAME_MAX = 255;
const COPY = ' (Copy)';

/** Throws a 422 for an audience that does not say whom (decisions 4.6). Drops what the audience's type does not use. */
function withAudience(letter: Letter): Letter {
  const { audienceType, segmentId, audienceCondition } = letter;
  const missing = (field: string) => invalid([{ field, message: `Required when audienceType is ${audienceType}`, code: 'invalid_type', received: 'undefined' }]);
  if (audienceType === 'SEGMENT' && segmentId === null) throw missing('segmentId');
  if (audienceType === 'FILTERED' && audienceCondition === null) throw missing('audienceCondition');
  return { ...letter, segmentId: audienceType === 'SEGMENT' ? segmentId : null, audienceCondition: audienceType === 'FILTERED' ? audienceCondition : null };
}

type Sent = Readonly<Record<string, unknown>>;

/** What is absent or null has its default; required fields have none. */
function valueOf(field: keyof Letter, sent: Sent, fallback?: unknown): unknown {
  return sent[field] ?? (field in DEFAULTS ? DEFAULTS[field as keyof typeof DEFAULTS] : fallback);
}

/** A new campaign's letter: every required field is there. */
export function readLetter(sent: Sent): Letter {
  return withAudience(Object.fromEntries(FIELDS.map((field) => [field, valueOf(field, sent)])) as unknown as Letter);
}

/** With all required fields a PUT replaces, else it changes what it has (decisions 4.6). */
export function changeLetter(letter: Letter, sent: Sent): Letter {
  if (REQUIRED.every((field) => sent[field] !== undefined && sent[field] !== null)) return readLetter(sent);
  const changed = FIELDS.filter((field) => sent[field] !== undefined).map((field) => [field, valueOf(field, sent, letter[field])]);
  return withAudience({ ...letter, ...Object.fromEntries(changed) });
}

/** The copy's name, cut without halving a character so that it fits with its suffix. */
export function copyName(name: string): string {
  const room = NAME_MAX - COPY.length;
  return (name.length > room ? name.slice(0, room).replace(/[\uD800-\uDBFF]$/, '') : name) + COPY;
}
