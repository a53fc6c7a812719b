/** The record of a template that answers show (contract 2.2). */
import { z } from 'zod';
import { serializer } from '../reply.ts';
import { CAMPAIGN_STATUSES } from './campaign.ts';
import { at, email, id, pageOf, written, writtenLine } from '../schemas.ts';

export const TEMPLATE_TYPES = ['TRANSACTIONAL', 'MARKETING', 'HEADLESS'] as const;

export const template = z
  .object({
    id,
    name: written.meta({ examples: ['Welcome'] }),
    description: z
      .string()
      .nullable()
      .meta({ examples: ['Sent after sign-up'] }),
    subject: writtenLine.meta({ examples: ['Welcome, {{firstName ?? "friend"}}'] }),
    body: written.meta({ examples: ['<p>Hello {{firstName}}</p>'] }),
    from: email,
    fromName: z
      .string()
      .regex(/^[^\r\n]*$/)
      .nullable()
      .meta({ examples: ['Example'] }),
    replyTo: email.nullable(),
    type: z.enum(TEMPLATE_TYPES),
    projectId: id,
    createdAt: at,
    updatedAt: at,
  })
  .meta({ id: 'Template' });

export const templateUsage = z
  .object({
    campaigns: z.array(z.object({ id, name: z.string().meta({ examples: ['Spring news'] }), status: z.enum(CAMPAIGN_STATUSES) })),
    workflowSteps: z.array(z.object({ id, name: z.string(), workflowId: id, workflowName: z.string() })),
    emailsSent: z.int().meta({ description: 'Mails made of it that left', examples: [1] }),
  })
  .meta({ id: 'TemplateUsage' });

export const templatePage = pageOf(template);
export const serializeTemplate = serializer(template);
