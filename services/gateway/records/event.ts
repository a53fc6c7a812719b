/** The record of an event that answers show (contract 2.8, 4.9). */
import { z } from 'zod';
import { serializer } from '../reply.ts';
import { at, data, id } from '../schemas.ts';
import { contactRef, named } from './contact.ts';

export const event = z
  .object({
    id,
    name: z.string().meta({ examples: ['order.placed'] }),
    data: data.nullable(),
    projectId: id,
    contactId: id.nullable(),
    emailId: id.nullable(),
    createdAt: at,
    contact: contactRef.nullish().meta({ description: 'In lists only' }),
  })
  .meta({ id: 'Event' });

export const eventList = z.object({ events: z.array(event) });
export const eventUsage = z
  .object({
    usedInSegments: z.array(named),
    usedInWorkflows: z.array(named),
    totalCount: z.int().meta({ examples: [1] }),
    uniqueContacts: z.int().meta({ examples: [1] }),
    canDelete: z.boolean().meta({ description: 'Nothing refers to it, and it is no system event' }),
  })
  .meta({ id: 'EventUsage' });
export const nameCounts = z.array(
  z.object({ name: z.string().meta({ examples: ['order.placed'] }), count: z.int().meta({ examples: [3] }) }),
);
export const trackResult = z.object({ contact: id, event: id, timestamp: at }).meta({ id: 'TrackResult' });

export const serializeEvent = serializer(event);
export const serializeTrack = serializer(trackResult);
