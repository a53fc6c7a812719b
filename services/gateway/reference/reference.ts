/** The words of `GET /openapi.json`: what each route is called and does, sorted by resource. */
import { ACCOUNT, BILLING, NOTIFICATIONS, PLATFORM, PROJECTS, RECIPIENTS, SOCIAL } from './account.ts';
import { CONTACTS, EVENTS, FIELDS, SEGMENTS } from './audience.ts';
import { ACTIVITY, ANALYTICS, CAMPAIGNS, WORKFLOWS } from './automation.ts';
import type { Operations, OperationText } from './operation.ts';
import { DOMAINS, INBOX, SENDING, TEMPLATES, UPLOADS, VERIFICATION } from './sending.ts';

interface Resource {
  name: string;
  description: string;
  operations: Operations;
}

/** In the order a reader wants them. */
const RESOURCES: readonly Resource[] = [
  { name: 'Sending', description: 'Send a mail, and see what became of it.', operations: SENDING },
  { name: 'Contacts', description: 'The people you write to, and what you know about them.', operations: CONTACTS },
  { name: 'Fields', description: "The custom fields of all contacts' data.", operations: FIELDS },
  { name: 'Events', description: 'What contacts did: tracked by you, or recorded by the system.', operations: EVENTS },
  { name: 'Templates', description: 'Subjects and bodies to send again and again.', operations: TEMPLATES },
  { name: 'Segments', description: 'Groups of contacts, by a condition or by hand.', operations: SEGMENTS },
  { name: 'Campaigns', description: 'One mail to many contacts, now or later.', operations: CAMPAIGNS },
  { name: 'Workflows', description: 'Steps that a contact goes through, begun by an event.', operations: WORKFLOWS },
  { name: 'Domains', description: 'The domains you send from, and their DNS records.', operations: DOMAINS },
  { name: 'Verification', description: 'Whether an address can take mail.', operations: VERIFICATION },
  { name: 'Activity', description: 'What happened in a project, and what is to come.', operations: ACTIVITY },
  { name: 'Analytics', description: 'Numbers by day, by campaign and by event.', operations: ANALYTICS },
  { name: 'Uploads', description: 'Images for the bodies of mails.', operations: UPLOADS },
  { name: 'Projects', description: 'Projects, their keys and their members; with a session.', operations: PROJECTS },
  { name: 'Account', description: 'Signing up, logging in, and the mails about it.', operations: { ...ACCOUNT, ...SOCIAL } },
  { name: 'Billing', description: 'Caps, consumption and invoices; with a session.', operations: BILLING },
  { name: 'Recipients', description: 'What the links in a mail lead to; needs no key.', operations: RECIPIENTS },
  { name: 'Notifications', description: 'What providers call; not for clients.', operations: NOTIFICATIONS },
  { name: 'Platform', description: 'This installation: health, settings, documents.', operations: PLATFORM },
  { name: 'Development inbox', description: 'Mails that the capture provider kept; never in production.', operations: INBOX },
];

const TEXTS = new Map(
  RESOURCES.flatMap(({ name, operations }) => Object.entries(operations).map(([line, text]) => [line, { ...text, tag: name }] as const)),
);

export const TAGS = RESOURCES.map(({ name, description }) => ({ name, description }));

/** Throws where a route has no words: every line of the table needs an entry in this folder. */
export function textOf(line: string): OperationText & { tag: string } {
  const text = TEXTS.get(line);
  if (!text) throw new Error(`services/gateway/reference has no entry for ${line}`);
  return text;
}
