/** What operators see of projects and do to them: `top`, `queue`, `project …`, `campaign …`, `retention`, `recount`, `verify-domain`. */
import type { RecountAnswer } from '#kit/contract/recounting.ts';
import type { ListedProject } from '#proto/accounts/v1/accounts.ts';
import type { Progress } from '#proto/campaigns/v1/campaigns.ts';
import { EXIT, UsageError } from '../command.ts';
import type { Command, Given, Option } from '../command.ts';
import { facts, lasting, listing, table } from '../table.ts';
import { CONNECTION, withServices } from './services.ts';
import type { Services } from './services.ts';

const PROJECTS_AT_ONCE = 1_000;
const AUDIT_SHOWN = 100;

const textOf = (given: Given, option: string): string | undefined => given.options[option] as string | undefined;

/** A whole number of an option within bounds. */
function numberOf(given: Given, option: string, [least, most]: readonly [number, number]): number | undefined {
  const text = textOf(given, option);
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!Number.isInteger(value) || value < least || value > most) throw new UsageError(`--${option}: a whole number, ${least} to ${most}`);
  return value;
}

type State = Pick<ListedProject, 'disabled' | 'disabledReason' | 'paused'>;

/** `disabled: MANUAL, paused` */
const stateOf = ({ disabled, disabledReason, paused }: State): string =>
  [disabled && `disabled${disabledReason ? `: ${disabledReason}` : ''}`, paused && 'paused'].filter(Boolean).join(', ') || 'active';

type Work = (services: Services, projectId: string, given: Given) => Promise<number | void>;

/** A command whose first operand is a project's id. */
const ofProject = (
  command: Pick<Command, 'name' | 'summary'> & { more?: string[]; options?: Record<string, Option> },
  work: Work,
): Command => ({
  name: command.name,
  operands: ['<project>', ...(command.more ?? [])],
  summary: command.summary,
  options: { ...CONNECTION, ...command.options },
  run: withServices((services, given) => work(services, given.operands[0]!, given)),
});

const LIST: Command = {
  name: 'project list',
  operands: [],
  summary: 'every project',
  options: CONNECTION,
  run: withServices(async ({ accounts, call }, { print }) => {
    const all: ListedProject[] = [];
    for (let after: string | undefined; ;) {
      const { projects } = await accounts.listEveryProject({ after, limit: PROJECTS_AT_ONCE }, call(''));
      all.push(...projects);
      if (projects.length < PROJECTS_AT_ONCE) break;
      after = projects.at(-1)!.id;
    }
    print(
      all,
      table(
        ['project', 'name', 'state'],
        all.map((one) => [one.id, one.name, stateOf(one)]),
      ),
    );
  }),
};

const SHOW = ofProject(
  { name: 'project show', summary: 'its state, its keys in short, its bounces and complaints' },
  async (services, id, { print }) => {
    const meta = services.call(id);
    const [project, security] = await Promise.all([services.accounts.getProject({}, meta), services.accounts.getSecurity({}, meta)]);
    const { sevenDay, levels } = security;
    print({ project, security }, [
      ...facts([
        ['project', project.id],
        ['name', project.name],
        ['state', stateOf(project)],
        ['secret key', project.secret],
        ['tracking', project.tracking],
        ['mails, 7 days', sevenDay?.total],
        ['bounces, 7 days', `${sevenDay?.bounceRate} % (${levels?.bounce7Day})`],
        ['complaints, 7 days', `${sevenDay?.complaintRate} % (${levels?.complaint7Day})`],
        ['made', project.createdAt],
      ]),
      ...security.violations,
      ...security.warnings,
    ]);
  },
);

const AUDIT = ofProject(
  { name: 'project audit', summary: `who did what to it: the newest ${AUDIT_SHOWN}` },
  async ({ accounts, call }, id, { print }) => {
    const { data } = await accounts.listAudit({ page: 1, pageSize: AUDIT_SHOWN }, call(id));
    print(
      data,
      table(
        ['at', 'who', 'what', 'to', 'from'],
        data.map(({ at, actor, action, target, ip }) => [at, `${actor?.type}:${actor?.name ?? actor?.id}`, action, target, ip]),
      ),
    );
  },
);

type Changed = { id: string; name: string; disabled: boolean; paused: boolean };

/** Acts on a project, and says how it stands then. */
const act = (
  command: Pick<Command, 'name' | 'summary'> & { options?: Record<string, Option> },
  work: (services: Services, id: string, given: Given) => Promise<Changed>,
): Command =>
  ofProject(command, async (services, id, given) => {
    const { name, disabled, paused } = await work(services, id, given);
    given.print({ id, name, disabled, paused }, [`${name} is ${stateOf({ disabled, paused })}.`]);
  });

const REASONS = ['MANUAL', 'EMAIL_REPUTATION', 'PHISHING_DETECTED', 'PAYMENT_FAILED'] as const;
const REASON: Option = { type: 'string', value: REASONS.join('|'), summary: 'shown to its members; MANUAL' };

function reasonOf(given: Given): string {
  const reason = REASONS.find((one) => one === (textOf(given, 'reason') ?? 'MANUAL'));
  if (!reason) throw new UsageError(`--reason: one of ${REASONS.join(', ')}`);
  return reason;
}

const STATES: Command[] = [
  act(
    { name: 'project disable', summary: 'ends its keys, executions and waiting mail, pauses its campaigns', options: { reason: REASON } },
    ({ accounts, call }, id, given) => accounts.disableProject({ reason: reasonOf(given) }, call(id)),
  ),
  act({ name: 'project enable', summary: 'gives it its keys back' }, ({ accounts, call }, id) => accounts.enableProject({}, call(id))),
  act({ name: 'project pause', summary: 'its mail waits from the answer on; mail is still accepted' }, ({ accounts, call }, id) =>
    accounts.pauseProject({}, call(id)),
  ),
  act({ name: 'project resume', summary: 'what waits goes on; asked again, it is done again' }, ({ accounts, call }, id) =>
    accounts.resumeProject({}, call(id)),
  ),
];

const ORDERS = ['backlog', 'refusals', 'latency', 'rate'] as const;

const TOP: Command = {
  name: 'top',
  operands: [],
  summary: 'projects by backlog, refusals, latency or rate',
  options: {
    ...CONNECTION,
    by: { type: 'string', value: ORDERS.join('|'), summary: 'what comes first; backlog' },
    minutes: { type: 'string', value: '1-60', summary: 'how far back refusals, latency and rate go; 15' },
    limit: { type: 'string', value: '1-100', summary: 'how many projects; 10' },
  },
  run: withServices(async (services, given) => {
    const order = ORDERS.find((one) => one === (textOf(given, 'by') ?? 'backlog'));
    if (!order) throw new UsageError(`--by: one of ${ORDERS.join(', ')}`);
    const minutes = numberOf(given, 'minutes', [1, 60]) ?? 15;
    const { projects, more } = await services.delivery.topProjects(
      { order, minutes, limit: numberOf(given, 'limit', [1, 100]) ?? 10 },
      services.call(''),
    );
    // A project that is gone has a name no more.
    const names = await Promise.all(
      projects.map(({ projectId }) =>
        services.accounts.getProject({}, services.call(projectId)).then(
          ({ name }) => name,
          () => null,
        ),
      ),
    );
    const rows = projects.map((load, index) => ({ name: names[index], ...load }));
    const seconds = (value: number | null | undefined): string | null => (typeof value === 'number' ? lasting(value) : null);
    given.print({ minutes, projects: rows, more }, [
      ...listing(
        ['project', 'name', 'backlog', 'oldest', 'accepted', 'a second', 'sent', 'refused', 'again', 'latency', 'longest'],
        rows.map((row) => [
          row.projectId,
          row.name,
          row.backlog,
          row.backlog > 0 ? lasting(row.oldest) : null,
          row.accepted,
          (row.accepted / (minutes * 60)).toFixed(2),
          row.sent,
          row.refused,
          row.deferred,
          seconds(row.latency),
          seconds(row.latencyMost),
        ]),
        `No project has mail that waits, or that was accepted within ${minutes} min.`,
      ),
      ...(more ? ['There is more than was counted: what is shown is the least.'] : []),
    ]);
  }),
};

const QUEUE: Command = {
  name: 'queue',
  operands: [],
  summary: 'what waits to be sent, by class and state',
  options: CONNECTION,
  run: withServices(async ({ delivery, call }, { print }) => {
    const { rows, more } = await delivery.getQueue({}, call(''));
    print({ rows, more }, [
      ...listing(
        ['class', 'state', 'mails', 'oldest due'],
        rows.map(({ class: name, status, rows: mails, oldest }) => [name, status, mails, oldest]),
        'Nothing waits.',
      ),
      ...(more ? ['There is more than was counted: what is shown is the least.'] : []),
    ]);
  }),
};

const progressLines = (progress: Progress): string[] =>
  facts([
    ['status', progress.paused ? `${progress.status}, paused` : progress.status],
    ['recipients', progress.frozen],
    ['waiting', progress.pending + progress.sending],
    ['sent', progress.sent],
    ['failed', progress.failed],
    ['held back', progress.suppressed],
    ['unknown', progress.unknown],
  ]);

const CAMPAIGNS: Command[] = [
  ofProject(
    { name: 'campaign show', more: ['<campaign>'], summary: 'how far it has come' },
    async ({ campaigns, call }, id, { operands, print }) => {
      const progress = await campaigns.getProgress({ id: operands[1]! }, call(id));
      print(progress, progressLines(progress));
    },
  ),
  ofProject(
    { name: 'campaign pause', more: ['<campaign>'], summary: 'nothing of it leaves from the answer on but what is in flight' },
    async ({ campaigns, call }, id, { operands, print }) => {
      const progress = await campaigns.pause({ id: operands[1]! }, call(id));
      print(progress, progressLines(progress));
    },
  ),
  ofProject(
    { name: 'campaign resume', more: ['<campaign>'], summary: 'it goes on' },
    async ({ campaigns, call }, id, { operands, print }) => {
      const progress = await campaigns.resume({ id: operands[1]! }, call(id));
      print(progress, progressLines(progress));
    },
  ),
  ofProject(
    { name: 'campaign cancel', more: ['<campaign>'], summary: 'what has not left never does' },
    async ({ campaigns, call }, id, { operands, print }) => {
      const { status, content } = await campaigns.cancel({ id: operands[1]! }, call(id));
      print({ id: operands[1], name: content?.name, status }, [`${content?.name}: ${status}`]);
    },
  ),
];

/** `30` → days, `default` → as the installation says, for what keeps events: for ever; undefined: it was not given. */
function daysOf(given: Given, option: string): { days: number | undefined } | undefined {
  if (textOf(given, option) === 'default') return { days: undefined };
  const days = numberOf(given, option, [1, 36_500]);
  return days === undefined ? undefined : { days };
}

const RETENTION = ofProject(
  {
    name: 'retention',
    summary: 'how long it keeps the content of mails, and events; sets what is given',
    options: {
      mails: { type: 'string', value: 'DAYS|default', summary: 'content of mails; default: MAIL_RETENTION' },
      events: { type: 'string', value: 'DAYS|default', summary: 'events; default: for ever' },
    },
  },
  async ({ accounts, delivery, events, call }, id, given) => {
    await accounts.getProject({}, call(id));
    const [mails, timeline] = [daysOf(given, 'mails'), daysOf(given, 'events')];
    if (mails) await delivery.setContentRetention(mails, call(id));
    if (timeline) await events.setRetention(timeline, call(id));
    const [content, kept] = await Promise.all([delivery.getContentRetention({}, call(id)), events.getRetention({}, call(id))]);
    const days = (value: number | null | undefined, otherwise: string): string => (value ? `${value} days` : otherwise);
    given.print(
      { mails: content.days ?? null, events: kept.days ?? null },
      facts([
        ['content of mails', days(content.days, 'as MAIL_RETENTION says')],
        ['events', days(kept.days, 'for ever')],
      ]),
    );
  },
);

const COUNTING = ['contacts', 'workflows', 'events', 'accounts'] as const;

const RECOUNT = ofProject(
  {
    name: 'recount',
    summary: 'what is kept counted of it against a count of everything; ends with 1 where something differs',
    options: {
      service: { type: 'string', value: COUNTING.join('|'), summary: 'of this service alone' },
      repair: { type: 'boolean', summary: 'sets right what differs, under traffic too' },
    },
  },
  async (services, id, given) => {
    const wanted = textOf(given, 'service');
    const names = COUNTING.filter((name) => wanted === undefined || name === wanted);
    if (names.length === 0) throw new UsageError(`--service: one of ${COUNTING.join(', ')}`);
    // Of a project that is not there nothing differs.
    await services.accounts.getProject({}, services.call(id));
    const repairing = given.options['repair'] === true;
    const found: object[] = [];
    for (const name of names) {
      const service = services[name];
      const answers: AsyncIterable<RecountAnswer> = (repairing ? service.repairCounts : service.recount)({}, services.call(id));
      for await (const { differences } of answers) found.push(...differences.map((difference) => ({ service: name, ...difference })));
    }
    given.print(found, found.length > 0 ? found.map((one) => JSON.stringify(one)) : ['Nothing differs.']);
    return found.length > 0 && !repairing ? EXIT.failed : EXIT.done;
  },
);

const VERIFY = ofProject(
  { name: 'verify-domain', more: ['<domain>'], summary: 'looks the records of a sender domain up now' },
  async ({ delivery, call }, id, { operands, print }) => {
    const { domains } = await delivery.listDomains({}, call(id));
    const wanted = operands[1]!.trim().toLowerCase();
    const known = domains.find(({ domain }) => domain === wanted);
    if (!known) {
      print(null, [`The project has no domain ${wanted}.`]);
      return EXIT.failed;
    }
    const { status, domain } = await delivery.verifyDomain({ id: known.id }, call(id));
    const records = domain?.records ?? [];
    print({ status, domain }, [
      `${wanted}: ${status}`,
      ...table(
        ['type', 'name', 'there', 'problem'],
        records.map(({ type, name, verified, problem }) => [type, name, verified ? 'yes' : 'no', problem]),
      ),
    ]);
    return status === 'Success' ? EXIT.done : EXIT.failed;
  },
);

export const PROJECT_COMMANDS: readonly Command[] = [TOP, QUEUE, LIST, SHOW, AUDIT, ...STATES, ...CAMPAIGNS, RETENTION, RECOUNT, VERIFY];
