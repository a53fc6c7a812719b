/** What recipients may do without an account (contract "Recipient pages"). */
import { z } from 'zod';
import { Fault, fault } from '#kit/errors.ts';
import { ContactsServiceDefinition as Contacts } from '#proto/contacts/v1/contacts.ts';
import { contact, publicContact, serializePublicContact } from '../records/contact.ts';
import { checkToken, pageQuery, recipient } from '../recipient.ts';
import type { Link } from '../recipient.ts';
import { bare, promised, serializer } from '../reply.ts';
import { ownRoute } from '../route.ts';
import type { Edge, Input, Route } from '../route.ts';

const subscription = contact.pick({ id: true, email: true, subscribed: true }).meta({ id: 'Subscription' });
const serializeSubscription = serializer(subscription);

async function setSubscription(subscribed: boolean, { params, query, http }: Input<unknown, Link>, edge: Edge) {
  const id = params['id']!;
  checkToken(id, query, edge);
  return edge.client(Contacts).setSubscription({ id, subscribed, emailId: query.e }, recipient(id, http.id));
}

const switching = (subscribed: boolean) => ({
  auth: 'none' as const,
  query: pageQuery,
  target: [Contacts, 'setSubscription'] as const,
  reply: bare(subscription),
  answer: async (input: Input<unknown, Link>, edge: Edge) => ({
    status: 200,
    json: serializeSubscription(await setSubscription(subscribed, input, edge)),
  }),
});

const noId = { auth: 'none' as const, target: 'gateway' as const, reply: promised(400) };
const refuseNoId = (): never => {
  throw fault('BAD_REQUEST', { message: 'Contact id is required' });
};

export const recipientRoutes: Route[] = [
  ownRoute('POST /unsubscribe/:id', {
    summary: 'Unsubscribe with one click',
    auth: 'none',
    query: pageQuery,
    target: [Contacts, 'setSubscription'],
    reply: promised(200, z.literal('Unsubscribed'), 'text/plain'),
    async answer(input, edge) {
      try {
        if (input.params['id'] === '') refuseNoId();
        await setSubscription(false, input, edge);
      } catch (error) {
        // Mail programs get the same answer for contacts that are gone.
        if (!(error instanceof Fault) || error.status !== 404) throw error;
      }
      return { status: 200, raw: 'Unsubscribed', headers: { 'Content-Type': 'text/plain; charset=utf-8' } };
    },
  }),
  ownRoute('POST /unsubscribe', { ...noId, summary: 'Unsubscribe without a contact', answer: refuseNoId }),
  ownRoute('GET /unsubscribe/:id', {
    summary: 'Open the unsubscribe page',
    auth: 'none',
    target: 'gateway',
    reply: promised(302),
    // The path as it came: the id stays percent-encoded, the query is kept.
    answer: ({ http }, { config }) => ({ status: 302, headers: { Location: `${config.http.dashboardUri}${http.raw.url!}` } }),
  }),
  ownRoute('GET /contacts/public/:id', {
    summary: 'Get what recipient pages show',
    auth: 'none',
    query: pageQuery,
    target: [Contacts, 'getPublic'],
    reply: promised(200, publicContact),
    async answer({ params, query, http }, edge) {
      const id = params['id']!;
      checkToken(id, query, edge);
      return { status: 200, json: serializePublicContact(await edge.client(Contacts).getPublic({ id }, recipient(id, http.id))) };
    },
  }),
  ownRoute('POST /contacts/public/:id/subscribe', { ...switching(true), summary: 'Subscribe a recipient' }),
  ownRoute('POST /contacts/public/:id/unsubscribe', { ...switching(false), summary: 'Unsubscribe a recipient' }),
];
