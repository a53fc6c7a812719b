/** What happened and what is to come in a project (contract 4.9 "Activity"). */
import { z } from 'zod';
import { ACTIVITY_TYPES } from '#kit/activity-types.ts';
import { DAY_MS } from '#kit/time-window.ts';
import { CampaignsServiceDefinition as Campaigns } from '#proto/campaigns/v1/campaigns.ts';
import { EventsServiceDefinition as Events } from '#proto/events/v1/events.ts';
import { WorkflowsServiceDefinition as Workflows } from '#proto/workflows/v1/workflows.ts';
import { activity, activityPage, activityStats, serializeActivity } from '../records/insight.ts';
import { bare, promised } from '../reply.ts';
import { ownRoute, route } from '../route.ts';
import type { Route } from '../route.ts';
import { count, moment, words } from '../schemas.ts';

const types = words
  .transform((text) => [...new Set(text?.split(',', 100).map((type) => type.trim()) ?? [])].filter((type) => type !== ''))
  .meta({ type: 'string', description: `Comma-separated: ${ACTIVITY_TYPES.join(', ')}` });
const upcoming = z.object({ activities: z.array(activity) });

export const activityRoutes: Route[] = [
  route('GET /activity', {
    summary: 'List activity',
    auth: 'secret-key-or-session',
    query: z.object({ limit: count(50, 100), cursor: words, types, contactId: words, startDate: moment, endDate: moment }),
    target: [Events, 'listActivity'],
    request: ({ query }) => query,
    reply: bare(activityPage),
    serialize: ({ data, cursor, hasMore }) => ({ data: data.map(serializeActivity), cursor: cursor ?? null, hasMore }),
  }),
  route('GET /activity/stats', {
    summary: 'Get totals and rates',
    auth: 'secret-key-or-session',
    query: z.object({ startDate: moment, endDate: moment }),
    target: [Events, 'activityStats'],
    request: ({ query }) => query,
    reply: bare(activityStats),
  }),
  ownRoute('GET /activity/recent-count', {
    summary: 'Count recent activity',
    auth: 'secret-key-or-session',
    query: z.object({ minutes: count(5, 60) }),
    target: [Events, 'countRecentActivity'],
    reply: bare(z.object({ count: z.int().meta({ examples: [3] }), minutes: z.int().meta({ examples: [5] }) })),
    async answer({ query: { minutes }, caller }, edge) {
      const { count: found } = await edge.client(Events).countRecentActivity({ minutes }, caller);
      return { status: 200, json: { count: found, minutes } };
    },
  }),
  ownRoute('GET /activity/types', {
    summary: 'List types of activity',
    auth: 'secret-key-or-session',
    target: 'gateway',
    reply: promised(200, z.object({ types: z.array(z.enum(ACTIVITY_TYPES)) })),
    answer: () => ({ status: 200, json: { types: ACTIVITY_TYPES } }),
  }),
  ownRoute('GET /activity/upcoming', {
    summary: 'List what is to come',
    auth: 'secret-key-or-session',
    query: z.object({ limit: count(50, 100), daysAhead: count(30, 90) }),
    target: [Campaigns, 'listScheduled'],
    also: [[Workflows, 'listUpcoming']],
    reply: promised(200, upcoming),
    async answer({ query: { limit, daysAhead }, caller }, edge) {
      const asked = { limit, until: new Date(edge.clock().getTime() + daysAhead * DAY_MS).toISOString() };
      const [{ campaigns }, { executions }] = await Promise.all([
        edge.client(Campaigns).listScheduled(asked, caller),
        edge.client(Workflows).listUpcoming(asked, caller),
      ]);
      const activities = [
        ...campaigns.map(({ id: campaignId, name, scheduledFor }) => ({
          id: `${campaignId}_scheduled`,
          type: 'campaign.scheduled',
          timestamp: scheduledFor!,
          contactEmail: null,
          contactId: null,
          metadata: { campaignId, name },
        })),
        ...executions.map(({ executionId, workflowId, name, contactId, contactEmail, at }) => ({
          id: `${executionId}_scheduled`,
          type: 'workflow.email.scheduled',
          timestamp: at!,
          contactEmail: contactEmail ?? null,
          contactId,
          metadata: { workflowId, executionId, name },
        })),
      ];
      const soonest = activities.toSorted((a, b) => (a.timestamp < b.timestamp ? -1 : 1)).slice(0, limit);
      return { status: 200, json: { activities: soonest } };
    },
  }),
];
