/** The record of a segment that answers show (contract 2.4, 4.7). */
import { z } from 'zod';
import { serializer } from '../reply.ts';
import { at, data, id, pageOf } from '../schemas.ts';
import { contact, serializeContact } from './contact.ts';
import type { Segment } from '#proto/segments/v1/segments.ts';

export const condition = data.meta({
  type: 'object',
  additionalProperties: true,
  description: 'A condition tree: `logic` joins `groups`; a group has `filters` and nested `conditions`',
  examples: [{ logic: 'AND', groups: [{ filters: [{ field: 'data.plan', operator: 'equals', value: 'pro' }] }] }],
});

export const SEGMENT_TYPES = ['DYNAMIC', 'STATIC'] as const;
const number = z.int().meta({ examples: [1] });

export const segment = z
  .object({
    id,
    name: z
      .string()
      .max(100)
      .meta({ examples: ['VIP users'] }),
    description: z
      .string()
      .max(500)
      .nullable()
      .meta({ examples: ['On a paid plan'] }),
    type: z.enum(SEGMENT_TYPES).default('DYNAMIC'),
    condition: condition.nullable(),
    trackMembership: z.boolean().default(false),
    memberCount: number,
    projectId: id,
    createdAt: at,
    updatedAt: at,
  })
  .meta({ id: 'Segment' });

export const segmentContacts = pageOf(contact);
export const addedMembers = z.object({
  added: number,
  notFound: z.array(z.string()).meta({ examples: [['nobody@example.org']] }),
  created: number.optional().meta({ description: 'Only with createMissing' }),
});
export const removedMembers = z.object({ removed: number });
export const computed = z.object({ added: number, removed: number, total: number });
export const refreshed = z.object({ memberCount: number });
export const preview = z.object({
  count: number,
  sample: z.array(contact),
  warnings: z.array(z.string()).meta({ examples: [['No contact has the field data.plan']] }),
});

const keys = serializer(segment.omit({ type: true, trackMembership: true, memberCount: true }));

/** `memberCount` 0 and `trackMembership` false are values too. */
export const serializeSegment = (one: Segment): object => ({
  ...keys(one),
  type: one.type,
  trackMembership: one.trackMembership,
  memberCount: one.memberCount,
});
export const serializePreview = ({ count, sample, warnings }: { count: number; sample: object[]; warnings: string[] }): object => ({
  count,
  sample: sample.map(serializeContact),
  warnings,
});
