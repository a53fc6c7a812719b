/** What a model may do with a project: tools by resource, each with the right it needs; the server offers those that were allowed. */
import { createHmac, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Posthorn } from '../../clients/typescript/src/posthorn.ts';

/** `read` is always given; `send` reaches people, `write` changes what the project keeps. */
export type Right = 'read' | 'send' | 'write';

export interface Session {
  client: Posthorn;
}

export interface Tool {
  name: string;
  title: string;
  description: string;
  right: Right;
  input: z.ZodObject;
  run(session: Session, input: never): Promise<unknown>;
}

/** Refused before anything was asked of the API; said to the model. */
export class ToolError extends Error {}

function tool<I extends z.ZodObject>(
  spec: Omit<Tool, 'input' | 'run'> & { input: I; run(session: Session, input: z.output<I>): Promise<unknown> },
): Tool {
  return spec as unknown as Tool;
}

const id = z.uuid();
const one = z.object({ id });
const none = z.object({});
const page = { page: z.int().min(1).optional(), pageSize: z.int().min(1).max(100).optional() };
const search = z.string().optional().describe('A fragment to look for');
const during = { startDate: z.iso.datetime().optional(), endDate: z.iso.datetime().optional() };
const object = z.record(z.string(), z.unknown());

const CONTACTS: Tool[] = [
  tool({
    name: 'list_contacts',
    title: 'Contacts',
    description: 'Lists contacts; `cursor` of an answer leads on.',
    right: 'read',
    input: z.object({
      search,
      subscribed: z.enum(['true', 'false']).optional(),
      limit: z.int().min(1).max(100).optional(),
      cursor: z.string().optional(),
    }),
    run: ({ client }, query) => client.contacts.list(query),
  }),
  tool({
    name: 'get_contact',
    title: 'One contact',
    description: 'Reads a contact with its custom fields.',
    right: 'read',
    input: one,
    run: ({ client }, { id: of }) => client.contacts.get(of),
  }),
  tool({
    name: 'list_contact_fields',
    title: 'Custom fields',
    description: 'Lists the fields that contacts have, with type and coverage.',
    right: 'read',
    input: none,
    run: ({ client }) => client.contacts.fields.list(),
  }),
  tool({
    name: 'upsert_contact',
    title: 'Create or change a contact',
    description: 'Creates a contact, or merges `data` into the one with this address.',
    right: 'write',
    input: z.object({ email: z.email(), subscribed: z.boolean().optional(), data: object.optional() }),
    run: ({ client }, contact) => client.contacts.upsert(contact),
  }),
];

const EVENTS: Tool[] = [
  tool({
    name: 'list_events',
    title: 'Events',
    description: 'Lists events, newest first.',
    right: 'read',
    input: z.object({ eventName: z.string().optional(), limit: z.int().min(1).max(100).optional() }),
    run: ({ client }, query) => client.events.list(query),
  }),
  tool({
    name: 'count_events',
    title: 'How often events came',
    description: 'Counts events by name.',
    right: 'read',
    input: z.object(during),
    run: ({ client }, query) => client.events.stats(query),
  }),
  tool({
    name: 'record_event',
    title: 'Record an event',
    description: 'Says that something happened to a contact. It may start workflows, which may send.',
    right: 'write',
    input: z.object({ email: z.email(), event: z.string(), data: object.optional() }),
    run: ({ client }, event) => client.events.record(event),
  }),
];

const EMAILS: Tool[] = [
  tool({
    name: 'list_emails',
    title: 'Mails',
    description: 'Lists mails, newest first, with what became of each.',
    right: 'read',
    input: z.object({ ...page, to: z.string().optional(), search, campaignId: id.optional(), contactId: id.optional() }),
    run: ({ client }, query) => client.emails.list(query),
  }),
  tool({
    name: 'get_email',
    title: 'One mail',
    description: 'Reads a mail with its body.',
    right: 'read',
    input: one,
    run: ({ client }, { id: of }) => client.emails.get(of),
  }),
  tool({
    name: 'trace_email',
    title: 'How a mail came to be',
    description: 'Tells step by step what happened to a mail.',
    right: 'read',
    input: one,
    run: ({ client }, { id: of }) => client.emails.trace(of),
  }),
];

const TEMPLATES: Tool[] = [
  tool({
    name: 'list_templates',
    title: 'Templates',
    description: 'Lists templates.',
    right: 'read',
    input: z.object({ ...page, search }),
    run: ({ client }, query) => client.templates.list(query),
  }),
  tool({
    name: 'get_template',
    title: 'One template',
    description: 'Reads a template with its body.',
    right: 'read',
    input: one,
    run: ({ client }, { id: of }) => client.templates.get(of),
  }),
  tool({
    name: 'create_template',
    title: 'Create a template',
    description: 'Creates a template; nothing is sent.',
    right: 'write',
    input: z.object({
      name: z.string(),
      subject: z.string(),
      body: z.string().describe('HTML; placeholders as {{firstName}}'),
      from: z.email(),
      type: z.enum(['TRANSACTIONAL', 'MARKETING', 'HEADLESS']).optional(),
    }),
    run: ({ client }, template) => client.templates.create(template),
  }),
];

const SEGMENTS: Tool[] = [
  tool({
    name: 'list_segments',
    title: 'Segments',
    description: 'Lists segments with their conditions and sizes.',
    right: 'read',
    input: none,
    run: ({ client }) => client.segments.list(),
  }),
  tool({
    name: 'list_segment_contacts',
    title: 'Members of a segment',
    description: 'Lists who belongs to a segment.',
    right: 'read',
    input: z.object({ id, ...page }),
    run: ({ client }, { id: of, ...query }) => client.segments.contacts(of, query),
  }),
];

const CAMPAIGNS: Tool[] = [
  tool({
    name: 'list_campaigns',
    title: 'Campaigns',
    description: 'Lists campaigns with their state and counts.',
    right: 'read',
    input: z.object({ ...page, search }),
    run: ({ client }, query) => client.campaigns.list(query),
  }),
  tool({
    name: 'get_campaign',
    title: 'One campaign',
    description: 'Reads a campaign with its body.',
    right: 'read',
    input: one,
    run: ({ client }, { id: of }) => client.campaigns.get(of),
  }),
  tool({
    name: 'get_campaign_stats',
    title: 'Numbers of a campaign',
    description: 'Reads how a campaign did: sent, delivered, opened, clicked, bounced.',
    right: 'read',
    input: one,
    run: ({ client }, { id: of }) => client.campaigns.stats(of),
  }),
  tool({
    name: 'create_campaign',
    title: 'Draft a campaign',
    description: 'Creates a campaign as a draft; nothing is sent.',
    right: 'write',
    input: z.object({
      name: z.string(),
      subject: z.string(),
      body: z.string(),
      from: z.email(),
      audienceType: z.enum(['ALL', 'SEGMENT']),
      segmentId: id.optional(),
    }),
    run: ({ client }, campaign) => client.campaigns.create(campaign),
  }),
];

const OTHERS: Tool[] = [
  tool({
    name: 'list_workflows',
    title: 'Workflows',
    description: 'Lists workflows.',
    right: 'read',
    input: z.object({ ...page, search }),
    run: ({ client }, query) => client.workflows.list(query),
  }),
  tool({
    name: 'get_workflow',
    title: 'One workflow',
    description: 'Reads a workflow with its steps and transitions.',
    right: 'read',
    input: one,
    run: ({ client }, { id: of }) => client.workflows.get(of),
  }),
  tool({
    name: 'get_workflow_stats',
    title: 'Numbers of a workflow',
    description: 'Reads how many contacts are at each step.',
    right: 'read',
    input: one,
    run: ({ client }, { id: of }) => client.workflows.stats(of),
  }),
  tool({
    name: 'list_domains',
    title: 'Sender domains',
    description: 'Lists the domains of the project and which of their DNS records are there.',
    right: 'read',
    input: none,
    run: ({ client }) => client.domains.list(),
  }),
  tool({
    name: 'get_timeseries',
    title: 'Mails by day',
    description: 'Counts mails, openings, clicks and bounces by day.',
    right: 'read',
    input: z.object(during),
    run: ({ client }, query) => client.analytics.timeseries(query),
  }),
  tool({
    name: 'get_deliverability',
    title: 'Deliverability',
    description: 'Counts by domain of the recipients what was delivered, bounced and complained about.',
    right: 'read',
    input: z.object(during),
    run: ({ client }, query) => client.analytics.deliverability(query),
  }),
];

const SECRET = randomBytes(32);

/** Says that exactly this was shown; lives as long as this process. */
const confirmationOf = (shown: unknown): string => createHmac('sha256', SECRET).update(JSON.stringify(shown)).digest('hex').slice(0, 16);

function mustBeConfirmed(given: string, shown: unknown, preview: string): void {
  if (given !== confirmationOf(shown))
    throw new ToolError(`Not what was previewed: call ${preview} again and show a person what it answers`);
}

const mail = z.object({
  to: z.email(),
  from: z.email().optional().describe('Needed without a template'),
  subject: z.string().optional(),
  body: z.string().optional().describe('HTML'),
  template: id.optional().describe('In place of subject and body'),
  data: object.optional().describe('What placeholders stand for'),
});
const confirmation = z.string().describe('Of the preview that a person has seen');

type Mail = z.output<typeof mail>;
/** In one order, whatever order the model wrote its keys in. */
const inOrder = ({ to, from, subject, body, template, data }: Mail) => ({ to, from, subject, body, template, data });

const SENDING: Tool[] = [
  tool({
    name: 'preview_email',
    title: 'Look at a mail before sending it',
    description: 'Answers who would get what, and the `confirmation` that send_email asks for. Sends nothing. Show it to a person first.',
    right: 'send',
    input: mail,
    async run({ client }, wished) {
      const template = wished.template === undefined ? undefined : await client.templates.get(wished.template);
      const { to, from = template?.from, subject = template?.subject, body = template?.body, data } = wished;
      return { to, from, subject, body, data, confirmation: confirmationOf([inOrder(wished), template?.updatedAt]) };
    },
  }),
  tool({
    name: 'send_email',
    title: 'Send a mail',
    description: 'Sends one mail that preview_email has shown, with the same fields and its `confirmation`.',
    right: 'send',
    input: mail.extend({ confirmation }),
    async run({ client }, { confirmation: given, ...wished }) {
      const template = wished.template === undefined ? undefined : await client.templates.get(wished.template);
      mustBeConfirmed(given, [inOrder(wished), template?.updatedAt], 'preview_email');
      // The confirmation is its key too: the same call again sends nothing twice.
      return await client.emails.send(wished as Parameters<typeof client.emails.send>[0], { idempotencyKey: `mcp-${given}` });
    },
  }),
  tool({
    name: 'preview_campaign',
    title: 'Look at a campaign before sending it',
    description:
      'Answers what would go to how many, and the `confirmation` that send_campaign asks for. Sends nothing. Show it to a person first.',
    right: 'send',
    input: one,
    async run({ client }, { id: of }) {
      const { name, subject, body, from, status, audienceType, segment, totalRecipients, updatedAt } = await client.campaigns.get(of);
      return { name, subject, body, from, status, audienceType, segment, totalRecipients, confirmation: confirmationOf([of, updatedAt]) };
    },
  }),
  tool({
    name: 'send_campaign',
    title: 'Send a campaign',
    description: 'Sends a campaign that preview_campaign has shown, now or at `scheduledFor`. Refused when it was changed since.',
    right: 'send',
    input: one.extend({ confirmation, scheduledFor: z.iso.datetime().optional() }),
    async run({ client }, { id: of, confirmation: given, scheduledFor }) {
      const { updatedAt } = await client.campaigns.get(of);
      mustBeConfirmed(given, [of, updatedAt], 'preview_campaign');
      return await client.campaigns.send(of, scheduledFor === undefined ? {} : { scheduledFor });
    },
  }),
];

export const TOOLS: readonly Tool[] = [...CONTACTS, ...EVENTS, ...EMAILS, ...TEMPLATES, ...SEGMENTS, ...CAMPAIGNS, ...OTHERS, ...SENDING];
