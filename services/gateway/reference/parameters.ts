/** What the parameters of paths and queries mean. */
const EXAMPLE_ID = '5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42';

interface Parameter {
  description: string;
  schema?: Readonly<Record<string, unknown>>;
  example?: string;
}

const uuid = { type: 'string', format: 'uuid' };
const record = (what: string): Parameter => ({ description: `Id of the ${what}`, schema: uuid, example: EXAMPLE_ID });
const text = (description: string, example: string): Parameter => ({ description, schema: { type: 'string' }, example });

/** What `:id` is, by the first part of the path. */
const OWNERS: Readonly<Record<string, string>> = {
  contacts: 'contact',
  templates: 'template',
  campaigns: 'campaign',
  segments: 'segment',
  workflows: 'workflow',
  emails: 'mail',
  domains: 'domain',
  users: 'project',
  projects: 'project',
  dev: 'captured mail',
};

const IN_PATH: Readonly<Record<string, Parameter>> = {
  contactId: record('contact'),
  projectId: text('Id of the project; `@me` is the one of the key, or the one that the session speaks for', '@me'),
  userId: record('user'),
  stepId: record('step'),
  transitionId: record('transition'),
  executionId: record('execution'),
  keyId: record('key'),
  sessionId: record('session'),
  jobId: text('Id of the job, as it was answered when the job began', `import-${EXAMPLE_ID}-1769851800000-0f3a`),
  field: text('Name of the field; a custom one as `data.<key>`', 'data.plan'),
  eventName: text('Name of the event', 'order.placed'),
  key: text('Name of the image, as it was answered when it was uploaded', '9c1e2d3c4b5a69780f1e2d3c4b5a69788796a5b4c3d2e1f0.png'),
  token: text('What we signed into the mail', 'eyJlIjoiNWIwYzhjMGUifQ'),
  provider: text('The social login', 'github'),
};

/** What people come with by a link of their mail: whatever it is, a page answers. */
const LINKED = text('The contact, as the link names it', EXAMPLE_ID);
const IS_LINKED = /^[/](?:unsubscribe|app[/](?:unsubscribe|subscribe|manage))[/]/;

const IN_QUERY: Readonly<Record<string, string>> = {
  page: 'Which page, from 1',
  pageSize: 'How many on a page; larger numbers count as the maximum',
  limit: 'How many; larger numbers count as the maximum',
  cursor: 'The `cursor` of the answer before',
  search: 'A fragment to look for, without regard to case',
  subscribed: 'Only those who are, or who are not',
  sort: 'What to sort by',
  dir: 'Ascending or descending',
  status: 'Only those in this state',
  type: 'Only those of this type',
  sourceType: 'Only mails of this origin',
  campaignId: 'Only those of this campaign',
  contactId: 'Only those of this contact',
  to: 'Only mails to this address, matched whole',
  startDate: 'From this time on',
  endDate: 'Up to this time',
  eventName: 'Only events of this name',
  minutes: 'How far back',
  daysAhead: 'How many days ahead',
  currency: 'The currency to pay in',
  raw: 'Leave cells as they are, even those a spreadsheet would run',
  e: 'The mail whose link was followed',
  t: 'The signature of the link',
  token: 'The token of the mailed link',
  interval: 'How much time a point stands for',
  format: 'JSON, or a table as CSV',
  message: 'What the page says above its form: of the refusals of a social login',
  id: 'The account that has no password',
};

/** Fields that belong to the project alone. */
const CUSTOM_FIELD = { type: 'string', pattern: '^data[.].' };

/** By its name, and for `:id` by the path it stands in. Throws for one that nobody described. */
export function describeParameter(name: string, path: string): Parameter {
  if (path.includes(`:${name}`)) {
    if (name === 'id' && IS_LINKED.test(path)) return LINKED;
    if (name === 'id') return record(OWNERS[path.split('/')[1]!] ?? 'contact');
    if (path === '/contacts/fields/:field') return { ...IN_PATH['field']!, schema: CUSTOM_FIELD };
  }
  const known = path.includes(`:${name}`) ? IN_PATH[name] : IN_QUERY[name] && { description: IN_QUERY[name] };
  if (!known) throw new Error(`services/gateway/reference has no words for ${name} of ${path}`);
  return known;
}
