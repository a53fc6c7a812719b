/** The record of a segment that answers show (contract 2.4, 4.7). */
import { z } from 'zod';
import { COMPARISONS, HISTORY, PRESENCE } from '#kit/operators.ts';
import { serializer } from '../reply.ts';
import { at, data, dependingOn, id, needing, pageOf, written } from '../schemas.ts';
import { contact, serializeContact } from './contact.ts';
import type { Data } from '../schemas.ts';
import type { Segment } from '#proto/segments/v1/segments.ts';

const OPERATORS = [...COMPARISONS, 'gt', 'lt', 'gte', 'lte', ...PRESENCE, ...HISTORY] as const;
export const CONDITION_EXAMPLE = { logic: 'AND', groups: [{ filters: [{ field: 'data.plan', operator: 'equals', value: 'pro' }] }] };

const ASKS_AGE = HISTORY.filter((one) => /within|older/i.test(one));
const VALUELESS = [...PRESENCE, ...HISTORY.filter((one) => !ASKS_AGE.includes(one))];

/** What a filter needs with one of these operators, and otherwise. */
const byOperator = (operators: readonly string[], met: Data, otherwise: Data) =>
  dependingOn(needing({ operator: { enum: operators } }), met, otherwise);

const filter = z
  .object({
    field: z.string().meta({
      description: '`email`, `subscribed`, `createdAt`, `updatedAt`, `data.<key>`, `event.<name>`, `email.<activity>` or `segment.<id>`',
      examples: ['data.plan'],
    }),
    operator: z.enum(OPERATORS),
    value: z
      .unknown()
      .meta({ description: 'What to compare with; not for operators that ask whether there is any', examples: ['pro'] })
      .optional(),
    unit: z.enum(['days', 'hours', 'minutes']).optional().meta({ description: 'With operators that look back in time' }),
    templateId: z.string().optional().meta({ description: 'With `email.*`: only mails made of this template' }),
    by: z.enum(['human']).optional().meta({ description: 'With `email.opened` and `email.clicked`: only what people did' }),
  })
  .meta({
    id: 'ConditionFilter',
    ...byOperator(ASKS_AGE, needing({ value: {}, unit: {} }), byOperator(VALUELESS, {}, needing({ value: {} }))),
  });
const group = z
  .object({
    filters: z.array(filter).optional().meta({ description: 'All of them must hold' }),
    get conditions() {
      return conditionTree.optional();
    },
  })
  .meta({
    id: 'ConditionGroup',
    description: 'At least one filter, or conditions of its own; all of it must hold',
    ...dependingOn(needing({ conditions: {} }), {}, needing({ filters: { minItems: 1 } })),
  });

/** What a condition looks like; whether one is good, and what is wrong with it, segments decides. */
export const conditionTree: z.ZodType = z
  .object({ logic: z.enum(['AND', 'OR']).meta({ description: 'What joins the groups' }), groups: z.array(group).min(1) })
  .meta({ id: 'Condition', description: 'A tree of conditions: at most 10 levels and 200 filters', examples: [CONDITION_EXAMPLE] });

export const condition = data.meta({ $ref: '#/components/schemas/Condition', examples: [CONDITION_EXAMPLE] });

export const SEGMENT_TYPES = ['DYNAMIC', 'STATIC'] as const;
const number = z.int().meta({ examples: [1] });

export const segment = z
  .object({
    id,
    name: written.max(100).meta({ examples: ['VIP users'] }),
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
