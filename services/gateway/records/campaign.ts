/** The record of a campaign that answers show (contract 2.3, 4.6). */
import { z } from 'zod';
import { STATUSES } from '#kit/mail-states.ts';
import { at, email, id, pageOf } from '../schemas.ts';
import { serializer } from '../reply.ts';
import { condition } from './segment.ts';

export const CAMPAIGN_TYPES = ['TRANSACTIONAL', 'MARKETING', 'HEADLESS'] as const;
export const CAMPAIGN_STATUSES = ['DRAFT', 'SCHEDULED', 'SENDING', 'SENT', 'CANCELLED'] as const;
export const AUDIENCE_TYPES = ['ALL', 'SEGMENT', 'FILTERED'] as const;

const count = z.int().meta({ examples: [0] });
const counters = {
  totalRecipients: count,
  sentCount: count,
  deliveredCount: count,
  openedCount: count,
  clickedCount: count,
  bouncedCount: count,
  complainedCount: count,
  unsubscribedCount: count,
};

export const campaign = z
  .object({
    id,
    name: z.string().meta({ examples: ['Spring sale'] }),
    description: z.string().nullable(),
    subject: z.string().meta({ examples: ['News, {{firstName ?? "friend"}}'] }),
    body: z.string().meta({ examples: ['<p>Hello {{firstName}}</p>'] }),
    from: email,
    fromName: z.string().nullable(),
    replyTo: email.nullable(),
    type: z.enum(CAMPAIGN_TYPES),
    status: z.enum(CAMPAIGN_STATUSES),
    audienceType: z.enum(AUDIENCE_TYPES),
    audienceCondition: condition.nullable(),
    segmentId: id.nullable(),
    segment: z.object({ id, name: z.string().meta({ examples: ['VIP'] }) }).nullable(),
    templateId: id.nullable(),
    scheduledFor: at.nullable(),
    ...counters,
    projectId: id,
    sentAt: at.nullable(),
    createdAt: at,
    updatedAt: at,
  })
  .meta({ id: 'Campaign' });

export const campaignPage = pageOf(campaign);

const percent = z.number().meta({ examples: [12.5] });
export const campaignStats = z
  .object({
    ...counters,
    humanOpens: count.meta({ description: 'Mails opened by people, as far as can be told', examples: [0] }),
    humanClicks: count,
    openRate: percent,
    clickRate: percent,
    bounceRate: percent,
    deliveryRate: percent,
    complaintRate: percent,
    unsubscribeRate: percent,
  })
  .meta({ id: 'CampaignStats' });

const whole = serializer(campaign);

export const serializeCampaign = ({
  content,
  counters: counts,
  ...rest
}: {
  content: object | null;
  counters: object | null;
}): Record<string, unknown> => whole({ ...content, ...counts, ...rest });

/** How a send stands (beyond the seed). */
export const campaignProgress = z
  .object({
    status: z.enum(CAMPAIGN_STATUSES),
    paused: z.boolean(),
    frozen: count,
    pending: count,
    sending: count,
    sent: count,
    failed: count,
    suppressed: count,
    unknown: count,
    rateNow: z.number().meta({ description: 'Mails a second, lately', examples: [250.5] }),
    rateLimit: z
      .number()
      .nullable()
      .meta({ description: 'Mails a second; null: as fast as the provider takes them', examples: [500] }),
    secondsLeft: z
      .int()
      .nullable()
      .meta({ description: 'null while it cannot be known', examples: [40] }),
  })
  .meta({ id: 'CampaignProgress' });

/** One of the frozen audience, and what became of the mail. */
export const recipient = z
  .object({
    emailId: id,
    contactId: id,
    email,
    status: z.enum(STATUSES),
    reason: z
      .string()
      .nullable()
      .meta({ description: "Why it is so: the provider's words, or ours", examples: ['Contact is unsubscribed'] }),
    attempts: z.int().meta({ examples: [1] }),
    sentAt: at.nullable(),
    deliveredAt: at.nullable(),
    openedAt: at.nullable(),
    clickedAt: at.nullable(),
    bouncedAt: at.nullable(),
    complainedAt: at.nullable(),
    unsubscribedAt: at.nullable(),
    createdAt: at,
    updatedAt: at,
  })
  .meta({ id: 'Recipient' });

export const recipientPage = pageOf(recipient);

const oneRecipient = serializer(recipient);

export const serializeRecipient = ({ address, ...rest }: { address: string }): Record<string, unknown> =>
  oneRecipient({ ...rest, email: address });
export const serializeProgress = serializer(campaignProgress);

/** A link of a campaign's mails. */
export const campaignLink = z
  .object({
    target: z.string().meta({ examples: ['https://example.com/sale'] }),
    clicks: count,
    humanClicks: count.meta({ description: 'Those by people, as far as can be told', examples: [0] }),
    contacts: count.meta({ description: 'Who followed it', examples: [0] }),
  })
  .meta({ id: 'CampaignLink' });

/** A minute or an hour of a campaign in which something happened. */
export const coursePoint = z
  .object({
    at,
    sends: count,
    deliveries: count,
    opens: count.meta({ description: 'Mails opened for the first time', examples: [0] }),
    clicks: count.meta({ description: 'Mails followed for the first time', examples: [0] }),
  })
  .meta({ id: 'CoursePoint' });
