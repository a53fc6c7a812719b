/** Events: tracked, listed, counted, deleted by name (contract 4.3, 4.9). */
import { z } from 'zod';
import { fault } from '#kit/errors.ts';
import { EventsServiceDefinition as Events } from '#proto/events/v1/events.ts';
import { SegmentsServiceDefinition as Segments } from '#proto/segments/v1/segments.ts';
import { WorkflowsServiceDefinition as Workflows } from '#proto/workflows/v1/workflows.ts';
import { event, eventList, eventUsage, nameCounts, serializeEvent, serializeTrack, trackResult } from '../records/event.ts';
import { bare, either, promised, wrapped } from '../reply.ts';
import { ownRoute, route } from '../route.ts';
import type { Route } from '../route.ts';
import { count, data, email, id, isRecord, moment, passOn, words } from '../schemas.ts';

const name = z
  .string()
  .trim()
  .min(1)
  .max(255)
  .meta({ examples: ['order.placed'] });
const trackBody = z.object({ email, event: name, subscribed: z.boolean().optional(), data: data.optional() }).meta({ id: 'TrackedEvent' });
const recordBody = z
  .object({ name, contactId: id.optional(), emailId: id.optional(), data: data.optional() })
  .meta({ id: 'RecordedEvent' });

/** The dashboard sends either form; which one it is shows before the schema does. */
const eitherBody = z.union([trackBody, recordBody]).meta({ id: 'TrackedOrRecorded' });
const isTrack = (body: unknown): boolean => isRecord(body) && 'email' in body && 'event' in body;

function refuseNameless(body: unknown): void {
  if (isTrack(body)) return;
  const sent = isRecord(body) ? body['name'] : undefined;
  if (sent === undefined || sent === null || (typeof sent === 'string' && sent.trim() === ''))
    throw fault('BAD_REQUEST', { message: 'Event name is required' });
}

const deletedEvents = z.object({ deletedCount: z.int().meta({ examples: [1] }) });

/** Checked by the form the body has, so that faults name the fields of that form only. */
const formBody = z.unknown().transform((body, context): z.output<typeof eitherBody> => {
  const parsed = (isTrack(body) ? trackBody : recordBody).safeParse(body, { reportInput: true });
  if (parsed.success) return parsed.data;
  return passOn(parsed.error, context);
});

export const eventRoutes: Route[] = [
  route('POST /v1/track', {
    summary: 'Track an event',
    auth: 'public-key',
    idempotent: true,
    bucket: 'track',
    body: trackBody,
    target: [Events, 'track'],
    request: ({ body, http }) => ({ ...body, operationId: http.claim?.operationId, nameField: 'event' }),
    reply: wrapped(trackResult),
  }),
  ownRoute('POST /events/track', {
    summary: 'Record an event from the dashboard',
    auth: 'secret-key-or-session',
    before: refuseNameless,
    body: formBody,
    bodyAs: eitherBody,
    target: [Events, 'record'],
    reply: either(promised(201, event), wrapped(trackResult)),
    async answer({ body, caller }, edge) {
      const events = edge.client(Events);
      if ('name' in body) return { status: 201, json: serializeEvent(await events.record(body, caller)) };
      return { status: 200, json: { success: true, data: serializeTrack(await events.track({ ...body, nameField: 'event' }, caller)) } };
    },
  }),
  route('GET /events', {
    summary: 'List events',
    auth: 'secret-key-or-session',
    query: z.object({ eventName: words, limit: count(100, 1_000) }),
    target: [Events, 'list'],
    request: ({ query }) => query,
    reply: bare(eventList),
    serialize: ({ events }) => ({ events: events.map(serializeEvent) }),
  }),
  route('GET /events/contact/:contactId', {
    summary: 'List the events of a contact',
    auth: 'secret-key-or-session',
    query: z.object({ limit: count(50, 1_000) }),
    target: [Events, 'listForContact'],
    request: ({ params, query }) => ({ contactId: params['contactId']!, limit: query.limit }),
    reply: bare(eventList),
    serialize: ({ events }) => ({ events: events.map(serializeEvent) }),
  }),
  route('GET /events/stats', {
    summary: 'Count events by name',
    auth: 'secret-key-or-session',
    query: z.object({ startDate: moment, endDate: moment }),
    target: [Events, 'countNames'],
    request: ({ query }) => query,
    reply: bare(nameCounts),
    serialize: ({ counts }) => counts,
  }),
  route('GET /events/names', {
    summary: 'List event names',
    auth: 'secret-key-or-session',
    target: [Events, 'countNames'],
    request: () => ({}),
    reply: bare(z.object({ eventNames: z.array(z.string()) })),
    serialize: ({ counts }) => ({ eventNames: counts.map(({ name: one }) => one) }),
  }),
  ownRoute('GET /events/:eventName/usage', {
    summary: 'See what refers to an event',
    auth: 'secret-key-or-session',
    target: [Events, 'countByName'],
    also: [
      [Segments, 'usage'],
      [Workflows, 'usage'],
    ],
    reply: bare(eventUsage),
    async answer({ params, caller }, edge) {
      const asked = params['eventName']!.trim();
      const [{ isReserved, ...counts }, { segments }, { workflows }] = await Promise.all([
        edge.client(Events).countByName({ name: asked }, caller),
        edge.client(Segments).usage({ event: asked }, caller),
        edge.client(Workflows).usage({ event: asked }, caller),
      ]);
      return {
        status: 200,
        json: {
          usedInSegments: segments,
          usedInWorkflows: workflows,
          ...counts,
          canDelete: !isReserved && segments.length === 0 && workflows.length === 0,
        },
      };
    },
  }),
  route('DELETE /events/:eventName', {
    summary: 'Delete all events of a name',
    auth: 'secret-key-or-session',
    target: [Events, 'deleteByName'],
    request: ({ params }) => ({ name: params['eventName']! }),
    reply: bare(deletedEvents),
    serialize: ({ deletedCount }) => ({ deletedCount }),
  }),
];
