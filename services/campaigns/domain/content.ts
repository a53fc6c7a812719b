/** What a client writes of a campaign, and how a PUT changes it (contract 2.3, 4.6). Formats were checked at the edge. */
import { invalid } from '#kit/errors.ts';

export const CAMPAIGN_TYPES = ['TRANSACTIONAL', 'MARKETING', 'HEADLESS'] as const;
export type CampaignType = (typeof CAMPAIGN_TYPES)[number];
export const AUDIENCE_TYPES = ['ALL', 'SEGMENT', 'FILTERED'] as const;
export type AudienceType = (typeof AUDIENCE_TYPES)[number];
export type Condition = Record<string, unknown>;

export interface Content {
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
const DEFAULTS = {
  description: null,
  fromName: null,
  replyTo: null,
  type: 'MARKETING',
  audienceCondition: null,
  segmentId: null,
  templateId: null,
} as const;
const FIELDS = [...REQUIRED, ...(Object.keys(DEFAULTS) as (keyof typeof DEFAULTS)[])];

export const NAME_MAX = 255;
const COPY = ' (Copy)';

/** Throws a 422 for an audience that does not say whom (contract 4.6). Drops what the audience's type does not use. */
function withAudience(content: Content): Content {
  const { audienceType, segmentId, audienceCondition } = content;
  const missing = (field: string) =>
    invalid([{ field, message: `Required when audienceType is ${audienceType}`, code: 'invalid_type', received: 'undefined' }]);
  if (audienceType === 'SEGMENT' && segmentId === null) throw missing('segmentId');
  if (audienceType === 'FILTERED' && audienceCondition === null) throw missing('audienceCondition');
  return {
    ...content,
    segmentId: audienceType === 'SEGMENT' ? segmentId : null,
    audienceCondition: audienceType === 'FILTERED' ? audienceCondition : null,
  };
}

type Sent = Readonly<Record<string, unknown>>;

/** What is absent or null has its default; required fields have none. */
function valueOf(field: keyof Content, sent: Sent, fallback?: unknown): unknown {
  return sent[field] ?? (field in DEFAULTS ? DEFAULTS[field as keyof typeof DEFAULTS] : fallback);
}

/** A new campaign's content: every required field is there. */
export function readContent(sent: Sent): Content {
  return withAudience(Object.fromEntries(FIELDS.map((field) => [field, valueOf(field, sent)])) as unknown as Content);
}

/** With all required fields a PUT replaces, else it changes what it has (contract 4.6). */
export function changeContent(content: Content, sent: Sent): Content {
  if (REQUIRED.every((field) => sent[field] !== undefined && sent[field] !== null)) return readContent(sent);
  const changed = FIELDS.filter((field) => sent[field] !== undefined).map((field) => [field, valueOf(field, sent, content[field])]);
  return withAudience({ ...content, ...Object.fromEntries(changed) });
}

/** The copy's name, cut without halving a character so that it fits with its suffix. */
export function copyName(name: string): string {
  const room = NAME_MAX - COPY.length;
  return (name.length > room ? name.slice(0, room).replace(/[\uD800-\uDBFF]$/, '') : name) + COPY;
}
