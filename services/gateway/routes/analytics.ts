/** Numbers by day, by campaign and by event (contract 4.9 "Analytics"). */
import { z } from 'zod';
import { CampaignsServiceDefinition as Campaigns } from '#proto/campaigns/v1/campaigns.ts';
import { DeliveryServiceDefinition as Delivery } from '#proto/delivery/v1/delivery.ts';
import { EventsServiceDefinition as Events } from '#proto/events/v1/events.ts';
import { campaignStatistics, dayPoints, domainFigures, topCampaigns, topEvents } from '../records/insight.ts';
import { bare } from '../reply.ts';
import { route } from '../route.ts';
import type { Route } from '../route.ts';
import { count, moment } from '../schemas.ts';

const range = { startDate: moment, endDate: moment };

export const analyticsRoutes: Route[] = [
  route('GET /analytics/timeseries', {
    summary: 'Get figures by day',
    auth: 'secret-key-or-session',
    query: z.object(range),
    target: [Events, 'timeseries'],
    request: ({ query }) => query,
    reply: bare(dayPoints),
    serialize: ({ points }) => points,
  }),
  route('GET /analytics/top-campaigns', {
    summary: 'List the most opened campaigns',
    auth: 'secret-key-or-session',
    query: z.object({ limit: count(10, 50), ...range }),
    target: [Campaigns, 'topCampaigns'],
    request: ({ query }) => query,
    reply: bare(topCampaigns),
    serialize: ({ campaigns }) => campaigns,
  }),
  route('GET /analytics/campaign-stats', {
    summary: 'Get figures of all campaigns',
    auth: 'secret-key-or-session',
    query: z.object(range),
    target: [Campaigns, 'statistics'],
    request: ({ query }) => query,
    reply: bare(campaignStatistics),
  }),
  route('GET /analytics/deliverability', {
    summary: 'Get deliverability by domain',
    auth: 'secret-key-or-session',
    query: z.object({ limit: count(20, 100), ...range }),
    target: [Delivery, 'deliverability'],
    request: ({ query }) => query,
    reply: bare(domainFigures),
    serialize: ({ domains }) => domains.map(({ domain, ...figures }) => ({ domain: domain ?? null, ...figures })),
  }),
  route('GET /analytics/top-events', {
    summary: 'List the most frequent events',
    auth: 'secret-key-or-session',
    query: z.object({ limit: count(5, 20), ...range }),
    target: [Events, 'topEvents'],
    request: ({ query }) => query,
    reply: bare(topEvents),
    serialize: ({ events }) => events,
  }),
];
