/** The pages that mails lead recipients to (contract "Recipient pages"): plain HTML and forms. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Config } from '#kit/config/config.ts';
import { Fault } from '#kit/errors.ts';
import { ContactsServiceDefinition as Contacts } from '#proto/contacts/v1/contacts.ts';
import { PAGES, STYLE, linkQuery, pagesPath, recipientPage, refusalPage } from '../domain/page.ts';
import type { PageName } from '../domain/page.ts';
import { preferredLanguage } from '../domain/wording.ts';
import { checkToken, pageQuery, recipient } from '../recipient.ts';
import type { Link } from '../recipient.ts';
import { promised } from '../reply.ts';
import type { Answer } from '../reply.ts';
import { ownRoute } from '../route.ts';
import type { Edge, Input, Route } from '../route.ts';
import { choice, markup } from '../schemas.ts';

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');
const MANAGED = pageQuery.extend({ subscribed: choice(['true', 'false'], undefined) });

/** The one image that a page may fetch, as a policy names it: without a query. */
function imageSource(address: string): string {
  const { origin, pathname } = new URL(address);
  return ` ${origin}${pathname}`;
}

/** @param settings with the address of the image that the page shows; empty: none */
export function html(status: number, text: string, { http, image }: Pick<Config, 'http'> & { image?: string }): Answer {
  // A form's answer leads to the dashboard's address, which need not be the one that this page was asked for at.
  const images = `data:${image ? imageSource(image) : ''}`;
  const policy =
    `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; img-src ${images}; form-action 'self' ${new URL(http.dashboardUri).origin}; ` +
    `frame-ancestors 'self'; base-uri 'none'`;
  return {
    status,
    raw: text,
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store', 'Content-Security-Policy': policy },
  };
}

/** Faults become pages too: people read them. */
async function readable(
  answer: () => Promise<Answer>,
  { page, http, edge }: { page: PageName; http: Input['http']; edge: Edge },
): Promise<Answer> {
  const { config, log } = edge;
  try {
    return await answer();
  } catch (error) {
    const status = error instanceof Fault ? error.status : 500;
    if (status === 500) log.error({ err: error, requestId: http.id }, 'unexpected error');
    return html(status, refusalPage(page, preferredLanguage(http.headers['accept-language']), status < 500 ? 'invalid' : 'failed'), config);
  }
}

function show(page: PageName, input: Input<unknown, Link>, edge: Edge): Promise<Answer> {
  const {
    params,
    query: { e, t },
    http,
  } = input;
  return readable(
    async () => {
      const id = params['id']!;
      checkToken(id, { e, t }, edge);
      const contact = await edge.client(Contacts).getPublic({ id }, recipient(id, http.id));
      return html(200, recipientPage({ page, ...contact, link: { e, t } }), { http: edge.config.http, image: contact.logo });
    },
    { page, http: input.http, edge },
  );
}

/** Does it, then leads to the page again, so that a reload asks for nothing. */
function change(page: PageName, input: Input<unknown, z.output<typeof MANAGED>>, edge: Edge): Promise<Answer> {
  const {
    params,
    query: { e, t, subscribed },
    http,
  } = input;
  return readable(
    async () => {
      const id = params['id']!;
      const wanted = page === 'manage' ? subscribed : String(page === 'subscribe');
      checkToken(id, { e, t }, edge);
      if (wanted) await edge.client(Contacts).setSubscription({ id, subscribed: wanted === 'true', emailId: e }, recipient(id, http.id));
      return {
        status: 303,
        headers: {
          Location: `${edge.config.http.dashboardUri}/${page}/${encodeURIComponent(id)}${linkQuery({ e, t })}`,
          'Cache-Control': 'no-store',
        },
      };
    },
    { page, http: input.http, edge },
  );
}

/** The pages lie where this configuration's mails point. */
export function pageRoutes({ http: { apiUri, dashboardUri } }: Config): Route[] {
  const path = pagesPath(apiUri, dashboardUri);
  return PAGES.flatMap((page) => [
    ownRoute(`GET ${path}/${page}/:id` as 'GET /', {
      summary: `Show the ${page} page`,
      referenceLine: `GET /app/${page}/:id`,
      auth: 'none',
      query: pageQuery,
      target: [Contacts, 'getPublic'],
      reply: promised(200, markup, 'text/html'),
      answer: (input, edge) => show(page, input, edge),
    }),
    ownRoute(`POST ${path}/${page}/:id` as 'POST /', {
      summary: `Submit the ${page} page`,
      referenceLine: `POST /app/${page}/:id`,
      auth: 'none',
      query: MANAGED,
      target: [Contacts, 'setSubscription'],
      reply: promised(303),
      answer: (input, edge) => change(page, input, edge),
    }),
  ]);
}
