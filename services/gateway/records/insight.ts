/** Records of the activity feed and of analytics (contract 4.9 "Activity", "Analytics"). */
import { z } from 'zod';
import { ACTIVITY_TYPES } from '#kit/activity-types.ts';
import { serializer } from '../reply.ts';
import { at, data, email, id } from '../schemas.ts';

const count = z.int().meta({ examples: [12] });
const percent = z.number().meta({ examples: [12.5] });

export const activity = z
  .object({
    id: z.string().meta({ examples: ['5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42_sent'] }),
    type: z.enum(ACTIVITY_TYPES),
    timestamp: at,
    contactEmail: email.nullable(),
    contactId: id.nullable(),
    metadata: data,
  })
  .meta({ id: 'Activity' });
export const activityPage = z
  .object({ data: z.array(activity), cursor: z.string().nullable(), hasMore: z.boolean() })
  .meta({ id: 'ActivityPage' });
export const activityStats = z
  .object({
    totalEvents: count,
    totalEmailsSent: count,
    totalEmailsOpened: count,
    totalEmailsClicked: count,
    totalWorkflowsStarted: count,
    openRate: percent,
    clickRate: percent,
  })
  .meta({ id: 'ActivityStats' });

export const dayPoints = z.array(
  z
    .object({
      date: z.string().meta({ examples: ['2026-01-31'] }),
      emails: count,
      opens: count,
      clicks: count,
      bounces: count,
      delivered: count,
      humanOpens: count.meta({ description: 'Mails opened by people, as far as can be told', examples: [9] }),
      humanClicks: count,
    })
    .meta({ id: 'DayPoint' }),
);
export const topCampaigns = z.array(
  z
    .object({
      id,
      subject: z.string().meta({ examples: ['News'] }),
      sentCount: count,
      openedCount: count,
      clickedCount: count,
      openRate: percent,
      clickRate: percent,
      humanOpens: count,
      humanClicks: count,
    })
    .meta({ id: 'TopCampaign' }),
);
export const campaignStatistics = z
  .object({ total: count, active: count, completed: count, averageOpenRate: percent, averageClickRate: percent })
  .meta({ id: 'CampaignStatistics' });
export const topEvents = z.array(
  z
    .object({
      name: z.string().meta({ examples: ['order.placed'] }),
      count,
      trend: z.int().meta({ description: 'Percent against the window before; 100 for a new name', examples: [25] }),
    })
    .meta({ id: 'TopEvent' }),
);

const reasons = ['address', 'mailbox', 'system', 'network', 'protocol', 'content', 'policy', 'other'] as const;
export const domainFigures = z.array(
  z
    .object({
      domain: z
        .string()
        .nullable()
        .meta({ description: 'null: domains with too few mails to be told apart', examples: ['example.com'] }),
      sent: count,
      delivered: count,
      bounced: z.partialRecord(z.enum(reasons), count).meta({ description: 'For good, by class of reason', examples: [{ address: 2 }] }),
      deferred: count.meta({ description: 'Tried more than once', examples: [1] }),
      complaints: count,
    })
    .meta({ id: 'DomainFigures' }),
);

export const serializeActivity = serializer(activity);
