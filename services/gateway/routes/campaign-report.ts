/** What recipients did with a campaign's mails, as JSON or CSV (beyond the seed). */
import { stringify } from 'csv-stringify/sync';
import { z } from 'zod';
import { CampaignsServiceDefinition as Campaigns } from '#proto/campaigns/v1/campaigns.ts';
import { DeliveryServiceDefinition as Delivery } from '#proto/delivery/v1/delivery.ts';
import { campaignLink, coursePoint } from '../records/campaign.ts';
import { bare, either, promised, serializer } from '../reply.ts';
import type { Answer } from '../reply.ts';
import { ownRoute } from '../route.ts';
import type { Route } from '../route.ts';
import { choice, moment } from '../schemas.ts';
import { idOf } from './campaigns.ts';

const CSV = 'text/csv';
const format = choice(['json', 'csv'], 'json');
const csv = promised(200, z.string(), CSV);
const tableOf = (record: z.ZodObject) => ({ columns: Object.keys(record.shape), serialize: serializer(record) });

/** A spreadsheet runs what begins like a formula: links come from mails and from providers. */
const cellOf = (value: unknown): string => (typeof value === 'string' && !/^[a-z0-9]/i.test(value) ? `'${value}` : String(value));

function answered(rows: readonly object[], record: z.ZodObject, as: 'json' | 'csv'): Answer {
  const { columns, serialize } = tableOf(record);
  const records = rows.map(serialize);
  if (as === 'json') return { status: 200, json: records };
  const lines = [columns, ...records.map((row) => columns.map((column) => cellOf(row[column])))];
  return { status: 200, raw: stringify(lines), headers: { 'Content-Type': `${CSV}; charset=utf-8` } };
}

export const campaignReportRoutes: Route[] = [
  ownRoute('GET /campaigns/:id/links', {
    summary: 'List followed links',
    auth: 'secret-key-or-session',
    query: z.object({ format }),
    target: [Delivery, 'listCampaignLinks'],
    also: [[Campaigns, 'get']],
    reply: either(bare(z.array(campaignLink)), csv),
    async answer({ params, query, caller }, { client }) {
      const id = idOf(params);
      const [, { links }] = await Promise.all([
        client(Campaigns).get({ id }, caller),
        client(Delivery).listCampaignLinks({ campaignId: id }, caller),
      ]);
      return answered(links, campaignLink, query.format!);
    },
  }),
  ownRoute('GET /campaigns/:id/timeline', {
    summary: 'Get the course of a campaign',
    auth: 'secret-key-or-session',
    query: z.object({ interval: choice(['minute', 'hour'], 'hour'), startDate: moment, endDate: moment, format }),
    target: [Delivery, 'getCampaignCourse'],
    also: [[Campaigns, 'get']],
    reply: either(bare(z.array(coursePoint)), csv),
    async answer({ params, query: { format: as, interval, ...window }, caller }, { client }) {
      const id = idOf(params);
      const [, { points }] = await Promise.all([
        client(Campaigns).get({ id }, caller),
        client(Delivery).getCampaignCourse({ campaignId: id, interval: interval!, ...window }, caller),
      ]);
      return answered(points, coursePoint, as!);
    },
  }),
];
