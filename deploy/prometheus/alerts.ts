/**
 * The alerts, each with its page in deploy/runbooks. `npm run generate` writes them for production; the drill makes the same ones with
 * short windows and low thresholds, and makes each of them fire.
 */

/** How long an alert looks back and how long its condition must hold: Prometheus durations. */
export interface Pace {
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
}

export const PRODUCTION: Pace = { window: '5m', longWindow: '15m', hold: '2m', longHold: '10m', waitSeconds: 120, lag: 50_000 };

/** page: somebody is woken; ticket: somebody looks in the morning. */
export type Severity = 'page' | 'ticket';

export interface Alert {
  name: string;
  severity: Severity;
  /** One line for the person; may use `{{ $labels.x }}`. */
  summary: string;
  expr(pace: Pace): string;
  /** None: at once. */
  for?: 'hold' | 'longHold';
}

/** What tells one release from another, on every alert. */
const OF = 'namespace, release';

const OF_REQUESTS = 'posthorn_gateway_request_seconds';
const ATTEMPTS = 'posthorn_delivery_attempts_total';
const DNS = 'posthorn_dns_queries_total';
const RELAYED = 'posthorn_relay_message_seconds_count';

export const ALERTS: readonly Alert[] = [
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
    summary: '{{ $value | humanizePercentage }} of requests are answered 5xx',
    expr: ({ window }) =>
      `sum by (${OF}) (rate(${OF_REQUESTS}_count{status="5xx"}[${window}])) ` +
      `/ sum by (${OF}) (rate(${OF_REQUESTS}_count[${window}])) > 0.02`,
    for: 'hold',
  },
  {
    name: 'RequestsSlow',
    severity: 'ticket',
    summary: 'One request in a hundred takes over 2.5 s ({{ $labels.method }} {{ $labels.route }})',
    expr: ({ window }) => `histogram_quantile(0.99, sum by (${OF}, le, method, route) (rate(${OF_REQUESTS}_bucket[${window}]))) > 2.5`,
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
    expr: ({ window }) =>
      `sum by (${OF}) (rate(${ATTEMPTS}{outcome="refused"}[${window}])) / sum by (${OF}) (rate(${ATTEMPTS}[${window}])) > 0.2`,
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
    expr: ({ waitSeconds }) => `max(posthorn_delivery_page_lease_overdue_seconds) > ${waitSeconds}`,
    for: 'longHold',
  },
  {
    name: 'RelayDeferring',
    severity: 'page',
    summary: '{{ $value | humanizePercentage }} of messages to the SMTP relay are told to come again',
    expr: ({ window }) =>
      `sum by (${OF}) (rate(${RELAYED}{reply=~"45."}[${window}])) / sum by (${OF}) (rate(${RELAYED}[${window}])) > 0.05`,
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
    expr: ({ window }) =>
      `sum by (${OF}) (rate(${DNS}{outcome=~"timeout|servfail"}[${window}])) / sum by (${OF}) (rate(${DNS}[${window}])) > 0.2`,
    for: 'longHold',
  },
  {
    name: 'DomainsUnverified',
    severity: 'ticket',
    summary: '{{ $value | humanize }} sender domains lost their proof and send no more',
    expr: ({ longWindow }) => `sum by (${OF}) (increase(posthorn_delivery_domain_changes_total{state="unverified"}[${longWindow}])) > 3`,
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
export function ruleFile(pace: Pace, { of, runbooks = 'deploy/runbooks' }: RuleOptions = {}): object {
  const whose = { ...of };
  const rules = ALERTS.map((alert) => ({
    alert: alert.name,
    expr: narrowed(alert.expr(pace), whose),
    ...(alert.for ? { for: pace[alert.for] } : {}),
    labels: { severity: alert.severity, ...whose },
    annotations: { summary: alert.summary, runbook_url: `${runbooks}/${alert.name}.md` },
  }));
  return { groups: [{ name: 'posthorn', rules }] };
}
