/**
 * The alerts, each with its page in deploy/runbooks. `npm run generate` writes them for production; the drill makes the same ones with
 * short windows and low thresholds, and makes each of them fire.
 */

import { SERVICE_NAMES } from '#services/names.ts';

/** One look at a budget of failures: it is being spent this many times as fast as it may, over a long while and still now. */
export interface Burn {
  long: string;
  short: string;
  factor: number;
}

/** How long an alert looks back and how long its condition must hold: Prometheus durations. */
export interface AlertTiming {
  /** For rates. */
  window: string;
  /** For what happens seldom. */
  longWindow: string;
  /** Before a page. */
  hold: string;
  /** Before a ticket. */
  longHold: string;
  /** Seconds that something may wait. */
  waitSeconds: number;
  /** Facts that may wait. */
  lag: number;
  /** Fast: somebody is woken. Slow: the budget of a month would be gone before its end. */
  burns: { fast: readonly Burn[]; slow: readonly Burn[] };
  /** Fewer than these are no share of anything. */
  least: number;
}

export const PRODUCTION: AlertTiming = {
  window: '5m',
  longWindow: '15m',
  hold: '2m',
  longHold: '10m',
  waitSeconds: 120,
  lag: 50_000,
  // Two hundredths of a month's budget within an hour, five within six; ten within three days.
  burns: {
    fast: [
      { long: '1h', short: '5m', factor: 14.4 },
      { long: '6h', short: '30m', factor: 6 },
    ],
    slow: [
      { long: '1d', short: '2h', factor: 3 },
      { long: '3d', short: '6h', factor: 1 },
    ],
  },
  least: 10,
};

/** page: somebody is woken; ticket: somebody looks in the morning; none: it fires always, and its silence is the alarm. */
export type Severity = 'page' | 'ticket' | 'none';

export interface Alert {
  name: string;
  severity: Severity;
  /** One line for the person; may use `{{ $labels.x }}`. */
  summary: string;
  /** Beside the severity. */
  labels?: Readonly<Record<string, string>>;
  expr(timing: AlertTiming): string;
  /** None: at once. */
  for?: 'hold' | 'longHold';
}

/** What tells one release from another, on every alert. */
const OF = 'namespace, release';

const OF_REQUESTS = 'posthorn_gateway_request_seconds';
const ATTEMPTS = 'posthorn_delivery_attempts_total';
const DNS = 'posthorn_dns_queries_total';
const LEFT = 'posthorn_delivery_accept_to_end_seconds';
const METERED = 'posthorn_accounts_meter_events_total';
const RELAYED = 'posthorn_relay_message_seconds_count';

type Over = 'rate' | 'increase';

/** What is promised: the share of everything that may go wrong, and how both are counted. */
interface Objective {
  budget: number;
  wrong(over: Over, window: string): string;
  all(over: Over, window: string): string;
}

const summed = (series: string, over: Over, window: string): string => `sum by (${OF}) (${over}(${series}[${window}]))`;

interface Share {
  part: string;
  of: string;
  window: string;
  least: number;
}

/** True where a part of a counter is more than this share of it, and more than a handful. */
const shareOver = (most: number, { part, of, window, least }: Share): string =>
  `${summed(part, 'rate', window)} / ${summed(of, 'rate', window)} > ${most} and ${summed(part, 'increase', window)} > ${least}`;

/** Of requests, narrowed by labels: how many are answered by a fault of ours. */
const answered = (budget: number, labels: readonly string[]): Objective => {
  const counted = (more: readonly string[]): string => `${OF_REQUESTS}_count${more.length > 0 ? `{${more.join(',')}}` : ''}`;
  return {
    budget,
    wrong: (over, window) => summed(counted([...labels, 'status="5xx"']), over, window),
    all: (over, window) => summed(counted(labels), over, window),
  };
};

/** Of the mails of a class: how many had not left so many seconds after they were accepted. */
const left = (budget: number, mails: string, seconds: number): Objective => {
  const all = (over: Over, window: string): string => `sum by (${OF}, class) (${over}(${LEFT}_count{class="${mails}"}[${window}]))`;
  return {
    budget,
    wrong: (over, window) => {
      const inTime = `sum by (${OF}, class) (${over}(${LEFT}_bucket{class="${mails}",le="${seconds}"}[${window}]))`;
      return `(${all(over, window)} - ${inTime})`;
    },
    all,
  };
};

const API = answered(0.001, []);
const SENDS = answered(0.0005, ['method="POST"', 'route="/v1/send"']);
/** Mails of campaigns wait their turn, and are none of these. */
const MAIL = [left(0.01, 'transactional', 30), left(0.01, 'workflow', 300)];

/** True while the budget is spent too fast by any of these looks, and by more than a handful. */
const burning = ({ budget, wrong, all }: Objective, burns: readonly Burn[], least: number): string =>
  burns
    .map(({ long, short, factor }) => {
      const most = Number((factor * budget).toPrecision(6));
      const spent = [long, short].map((window) => `${wrong('rate', window)} / ${all('rate', window)} > ${most}`);
      return `${spent.join(' and ')} and ${wrong('increase', long)} > ${least}`;
    })
    .join(' or ');

export const ALERTS: readonly Alert[] = [
  {
    name: 'Watchdog',
    severity: 'none',
    summary: 'Alerts are evaluated and delivered; when this one stops, they are not',
    expr: () => 'vector(1)',
  },
  ...SERVICE_NAMES.map((service): Alert => ({
    name: 'ServiceGone',
    severity: 'page',
    labels: { service },
    summary: 'No process runs {{ $labels.service }}',
    expr: () => `absent(posthorn_service_up{service="${service}"})`,
    for: 'hold',
  })),
  {
    name: 'ProcessDown',
    severity: 'page',
    summary: '{{ $labels.process }} at {{ $labels.instance }} does not answer',
    expr: () => 'up{job="posthorn"} == 0',
    for: 'hold',
  },
  {
    name: 'ConnectionLost',
    severity: 'page',
    summary: '{{ $labels.process }} has lost {{ $labels.server }}',
    expr: () => `min by (${OF}, process, server) (posthorn_connection_up) == 0`,
    for: 'hold',
  },
  {
    name: 'RequestsFailing',
    severity: 'page',
    summary: '{{ $value | humanizePercentage }} of requests are answered 5xx, where one in a thousand may be',
    expr: ({ burns, least }) => burning(API, burns.fast, least),
    for: 'hold',
  },
  {
    name: 'RequestsFailingSlowly',
    severity: 'ticket',
    summary: '{{ $value | humanizePercentage }} of requests are answered 5xx, for long',
    expr: ({ burns, least }) => burning(API, burns.slow, least),
    for: 'longHold',
  },
  {
    name: 'SendsFailing',
    severity: 'page',
    summary: '{{ $value | humanizePercentage }} of sends are answered 5xx, where one in two thousand may be',
    expr: ({ burns, least }) => burning(SENDS, burns.fast, least),
    for: 'hold',
  },
  {
    name: 'SendsFailingSlowly',
    severity: 'ticket',
    summary: '{{ $value | humanizePercentage }} of sends are answered 5xx, for long',
    expr: ({ burns, least }) => burning(SENDS, burns.slow, least),
    for: 'longHold',
  },
  {
    name: 'MailLate',
    severity: 'page',
    summary: '{{ $value | humanizePercentage }} of {{ $labels.class }} mail leaves too late, where one in a hundred may',
    expr: ({ burns, least }) => MAIL.map((objective) => burning(objective, burns.fast, least)).join(' or '),
    for: 'hold',
  },
  {
    name: 'MailLateSlowly',
    severity: 'ticket',
    summary: '{{ $value | humanizePercentage }} of {{ $labels.class }} mail leaves too late, for long',
    expr: ({ burns, least }) => MAIL.map((objective) => burning(objective, burns.slow, least)).join(' or '),
    for: 'longHold',
  },
  {
    name: 'RequestsSlow',
    severity: 'ticket',
    summary: 'One request in a hundred takes over 2.5 s ({{ $labels.method }} {{ $labels.route }})',
    expr: ({ window, least }) =>
      `histogram_quantile(0.99, sum by (${OF}, le, method, route) (rate(${OF_REQUESTS}_bucket[${window}]))) > 2.5 ` +
      `and sum by (${OF}, method, route) (increase(${OF_REQUESTS}_count[${window}])) > ${least}`,
    for: 'longHold',
  },
  {
    name: 'MailWaiting',
    severity: 'page',
    summary: '{{ $labels.class }} mail that is due has waited {{ $value | humanizeDuration }}',
    expr: ({ waitSeconds }) => `max by (${OF}, class) (posthorn_delivery_queue_age_seconds{class="transactional"}) > ${waitSeconds}`,
    for: 'hold',
  },
  {
    name: 'MailRefused',
    severity: 'page',
    summary: '{{ $value | humanizePercentage }} of attempts are refused by the provider',
    expr: ({ window, least }) => shareOver(0.2, { part: `${ATTEMPTS}{outcome="refused"}`, of: ATTEMPTS, window, least }),
    for: 'hold',
  },
  {
    name: 'MailUnknown',
    severity: 'ticket',
    summary: 'Mails were handed over and never answered for',
    expr: ({ longWindow }) => `sum by (${OF}) (increase(${ATTEMPTS}{outcome="unknown"}[${longWindow}])) > 0`,
  },
  {
    name: 'PagesAbandoned',
    severity: 'ticket',
    summary: 'A page of a campaign has been without a holder for {{ $value | humanizeDuration }}',
    expr: ({ waitSeconds }) => `max by (${OF}) (posthorn_delivery_page_lease_overdue_seconds) > ${waitSeconds}`,
    for: 'longHold',
  },
  {
    name: 'RelayDeferring',
    severity: 'page',
    summary: '{{ $value | humanizePercentage }} of messages to the SMTP relay are refused for now (4xx)',
    expr: ({ window, least }) => shareOver(0.05, { part: `${RELAYED}{reply=~"45."}`, of: RELAYED, window, least }),
    for: 'hold',
  },
  {
    name: 'CertificateExpiring',
    severity: 'ticket',
    summary: 'The certificate of the SMTP relay ends in {{ $value | humanizeDuration }}',
    expr: () => `min by (${OF}) (posthorn_relay_certificate_expires_seconds > 0) - time() < ${14 * 86_400}`,
    for: 'longHold',
  },
  {
    name: 'FactsNotPublished',
    severity: 'page',
    summary: 'Facts of {{ $labels.service }} have waited {{ $value | humanizeDuration }} to be published',
    expr: ({ waitSeconds }) => `max by (${OF}, service, model) (posthorn_facts_outbox_age_seconds) > ${waitSeconds}`,
    for: 'hold',
  },
  {
    name: 'FactsNotActedOn',
    severity: 'ticket',
    summary: '{{ $labels.consumer }} is {{ $value | humanize }} facts behind',
    expr: ({ lag }) => `max by (${OF}, consumer) (posthorn_facts_waiting) > ${lag}`,
    for: 'longHold',
  },
  {
    name: 'FactsDead',
    severity: 'ticket',
    summary: '{{ $labels.consumer }} gave up on facts',
    expr: ({ longWindow }) => `sum by (${OF}, consumer) (increase(posthorn_facts_dead_total[${longWindow}])) > 0`,
  },
  {
    name: 'TasksWaiting',
    severity: 'page',
    summary: 'Tasks on the queue {{ $labels.queue }} have waited {{ $value | humanizeDuration }} for a worker',
    expr: ({ waitSeconds }) => `max by (${OF}, queue, type) (posthorn_temporal_backlog_age_seconds) > ${waitSeconds}`,
    for: 'hold',
  },
  {
    name: 'ActivitiesFailing',
    severity: 'ticket',
    summary: '{{ $labels.service }}.{{ $labels.activity }} fails again and again',
    expr: ({ longWindow }) =>
      `sum by (${OF}, service, activity) (increase(posthorn_activity_seconds_count{outcome="error"}[${longWindow}])) > 3`,
  },
  {
    name: 'WorkflowsLost',
    severity: 'ticket',
    summary: 'Workflows ended {{ $labels.status }}',
    expr: ({ longWindow }) =>
      `max by (${OF}, status) (delta(posthorn_temporal_workflows{status=~"failed|timedout|terminated"}[${longWindow}])) > 0`,
  },
  {
    name: 'ExecutionsNotStarting',
    severity: 'ticket',
    summary: '{{ $value | humanize }} executions of workflows wait to be started',
    expr: ({ lag }) => `max by (${OF}) (posthorn_executions{state="starting"}) > ${lag}`,
    for: 'longHold',
  },
  {
    name: 'StepsFailing',
    severity: 'ticket',
    summary: '{{ $labels.type }} steps of workflows fail',
    expr: ({ longWindow }) => `sum by (${OF}, type) (increase(posthorn_execution_steps_total{status="FAILED"}[${longWindow}])) > 20`,
  },
  {
    name: 'DnsFailing',
    severity: 'ticket',
    summary: '{{ $value | humanizePercentage }} of questions to name servers stay without an answer',
    expr: ({ window, least }) => shareOver(0.2, { part: `${DNS}{outcome=~"timeout|servfail"}`, of: DNS, window, least }),
    for: 'longHold',
  },
  {
    name: 'DomainsUnverified',
    severity: 'ticket',
    summary: '{{ $value | humanize }} sender domains lost their proof and send no more',
    expr: ({ longWindow }) => `sum by (${OF}) (increase(posthorn_delivery_domain_changes_total{state="unverified"}[${longWindow}])) > 3`,
  },
  {
    name: 'ProjectsSuspended',
    severity: 'ticket',
    summary: '{{ $value | humanize }} projects were suspended',
    expr: ({ longWindow }) => `sum by (${OF}) (increase(posthorn_accounts_suspensions_total[${longWindow}])) > 3`,
  },
  {
    name: 'SuspensionsWaiting',
    severity: 'page',
    summary: 'What follows from a suspension has waited {{ $value | humanizeDuration }}',
    expr: ({ waitSeconds }) => `max by (${OF}) (posthorn_accounts_suspension_age_seconds) > ${waitSeconds}`,
    for: 'hold',
  },
  {
    name: 'UsageNotReported',
    severity: 'ticket',
    summary: '{{ $value | humanizePercentage }} of meter events are not taken by Stripe',
    expr: ({ window, least }) => shareOver(0.5, { part: `${METERED}{outcome="failed"}`, of: METERED, window, least }),
    for: 'longHold',
  },
  {
    name: 'BillingEventsRefused',
    severity: 'ticket',
    summary: 'Webhooks of Stripe are answered with errors',
    expr: ({ longWindow }) =>
      `sum by (${OF}) (increase(${OF_REQUESTS}_count{route=~"/webhooks/incoming/(billing|stripe)",status=~"4xx|5xx"}[${longWindow}])) > 3`,
  },
  {
    name: 'EventLoopBlocked',
    severity: 'ticket',
    summary: '{{ $labels.process }} at {{ $labels.instance }} answers everything {{ $value | humanizeDuration }} late',
    expr: () => 'posthorn_nodejs_eventloop_lag_p99_seconds > 0.5',
    for: 'longHold',
  },
];

/** Of whom a rule file is, and where its runbooks are read. */
export interface RuleOptions {
  /** Only the series of this release, and its name on every alert. */
  of?: { namespace: string; release: string };
  /** A URL, or the folder in this repository. */
  runbooks?: string;
}

/** Every series of an expression narrowed by further labels. */
const narrowed = (expr: string, labels: Readonly<Record<string, string>>): string => {
  const matchers = Object.entries(labels)
    .map(([name, value]) => `${name}="${value}"`)
    .join(',');
  if (!matchers) return expr;
  return expr.replaceAll(/\b(posthorn_\w+|up)\b(\{?)/g, (_, name, brace) => `${name}{${matchers}${brace ? ',' : '}'}`);
};

/** A rule file of Prometheus, as an object. */
export function ruleFile(timing: AlertTiming, { of, runbooks = 'deploy/runbooks' }: RuleOptions = {}): object {
  const whose = { ...of };
  const rules = ALERTS.map((alert) => ({
    alert: alert.name,
    expr: narrowed(alert.expr(timing), whose),
    ...(alert.for ? { for: timing[alert.for] } : {}),
    labels: { severity: alert.severity, ...alert.labels, ...whose },
    annotations: { summary: alert.summary, runbook_url: `${runbooks}/${alert.name}.md` },
  }));
  return { groups: [{ name: 'posthorn', rules }] };
}
