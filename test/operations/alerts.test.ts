/** Every alert held against made-up series by promtool: it fires when it should, in time, and keeps quiet when it should. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { stringify } from 'yaml';
import { debianProgram } from '#local/debian.ts';
import { run } from '#local/tool.ts';
import { SERVICE_NAMES } from '#services/names.ts';
import { ALERTS, PRODUCTION, ruleFile } from '../../deploy/prometheus/alerts.ts';
import type { RuleOptions } from '../../deploy/prometheus/alerts.ts';

const test = suite('alerts');
const promtool = await debianProgram('promtool');

/** Series in promtool's notation, one value a minute, and the labels that fire. */
interface Case {
  wrong: Record<string, string>;
  /** The same world, well; absent for what is never well. */
  well?: Record<string, string>;
  /** As wrong, and too little to wake anybody. */
  few?: Record<string, string>;
  labels: Record<string, string>;
  /** What does not look at series of its own knows of a release only where its rules are that release's. */
  scoped?: true;
}

const requests = (more: string): string => `posthorn_gateway_request_seconds_count{method="POST",route="/v1/send",status="${more}"}`;
const bucket = (le: string): string => `posthorn_gateway_request_seconds_bucket{method="POST",route="/v1/send",status="2xx",le="${le}"}`;
const elsewhere = (status: string): string => `posthorn_gateway_request_seconds_count{method="GET",route="/contacts",status="${status}"}`;
const running = (names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((service) => [`posthorn_service_up{service="${service}"}`, '1x40']));
/** Mails of a class that ended within so many seconds; all of them are counted, too. */
const ended = (mails: string, le: string, values: string): Record<string, string> => ({
  [`posthorn_delivery_accept_to_end_seconds_bucket{class="${mails}",le="${le}"}`]: values,
  ...(le === '+Inf' ? { [`posthorn_delivery_accept_to_end_seconds_count{class="${mails}"}`]: values } : {}),
});
const attempts = (outcome: string): string => `posthorn_delivery_attempts_total{outcome="${outcome}"}`;
const facts = 'posthorn_facts_outbox_age_seconds{service="delivery",model="Email"}';
const waiting = 'posthorn_facts_waiting{consumer="events-timeline"}';
const dead = 'posthorn_facts_dead_total{consumer="events-timeline"}';
const backlog = 'posthorn_temporal_backlog_age_seconds{queue="delivery",type="activity"}';
const activity = 'posthorn_activity_seconds_count{service="events",activity="purgeProject",outcome="error"}';
const workflows = 'posthorn_temporal_workflows{status="timedout"}';
const steps = 'posthorn_execution_steps_total{type="WEBHOOK",status="FAILED"}';
const questions = (outcome: string): string => `posthorn_dns_queries_total{outcome="${outcome}"}`;
const domains = (state: string): string => `posthorn_delivery_domain_changes_total{state="${state}"}`;
const suspensions = (reason: string): string => `posthorn_accounts_suspensions_total{reason="${reason}"}`;
const metered = (outcome: string): string => `posthorn_accounts_meter_events_total{outcome="${outcome}"}`;
const stripes = (status: string): string =>
  `posthorn_gateway_request_seconds_count{method="POST",route="/webhooks/incoming/billing",status="${status}"}`;
const lag = 'posthorn_nodejs_eventloop_lag_p99_seconds{process="gateway",instance="g1"}';

const relayed = (reply: string): string => `posthorn_relay_message_seconds_count{reply="${reply}"}`;
const certificate = 'posthorn_relay_certificate_expires_seconds';

const CASES: Readonly<Record<string, Case>> = {
  ProcessDown: {
    wrong: { 'up{job="posthorn",process="gateway",instance="g1"}': '1 0x40' },
    well: { 'up{job="posthorn",process="gateway",instance="g1"}': '1x40' },
    labels: { job: 'posthorn', process: 'gateway', instance: 'g1' },
  },
  ConnectionLost: {
    wrong: { 'posthorn_connection_up{process="gateway",server="redis"}': '1 0x40' },
    well: { 'posthorn_connection_up{process="gateway",server="redis"}': '1x40' },
    labels: { process: 'gateway', server: 'redis' },
  },
  Watchdog: { wrong: {}, labels: {}, scoped: true },
  ServiceGone: {
    wrong: running(SERVICE_NAMES.filter((name) => name !== 'relay')),
    well: running(SERVICE_NAMES),
    labels: { service: 'relay' },
    scoped: true,
  },
  RequestsFailing: {
    wrong: { [requests('2xx')]: '0+90x40', [requests('5xx')]: '0+10x40' },
    well: { [requests('2xx')]: '0+9995x40', [requests('5xx')]: '0+5x40' },
    few: { [requests('2xx')]: '0+1x40', [requests('5xx')]: '0x20 5x20' },
    labels: {},
  },
  RequestsFailingSlowly: {
    wrong: { [requests('2xx')]: '0+995x40', [requests('5xx')]: '0+5x40' },
    well: { [requests('2xx')]: '0+9995x40', [requests('5xx')]: '0+5x40' },
    few: { [requests('2xx')]: '0+1x40', [requests('5xx')]: '0x10 5x30' },
    labels: {},
  },
  SendsFailing: {
    wrong: { [requests('2xx')]: '0+90x40', [requests('5xx')]: '0+10x40' },
    well: { [requests('2xx')]: '0+90x40', [requests('4xx')]: '0+10x40', [elsewhere('5xx')]: '0+50x40' },
    few: { [requests('2xx')]: '0+1x40', [requests('5xx')]: '0x20 5x20' },
    labels: {},
  },
  SendsFailingSlowly: {
    wrong: { [requests('2xx')]: '0+995x40', [requests('5xx')]: '0+5x40' },
    well: { [requests('2xx')]: '0+995x40', [elsewhere('5xx')]: '0+50x40' },
    few: { [requests('2xx')]: '0+1x40', [requests('5xx')]: '0x10 5x30' },
    labels: {},
  },
  MailLate: {
    wrong: { ...ended('transactional', '30', '0+50x40'), ...ended('transactional', '+Inf', '0+100x40') },
    well: { ...ended('transactional', '30', '0+99x40'), ...ended('transactional', '+Inf', '0+100x40') },
    few: { ...ended('transactional', '30', '0x40'), ...ended('transactional', '+Inf', '0x20 5x20') },
    labels: { class: 'transactional' },
  },
  MailLateSlowly: {
    wrong: { ...ended('workflow', '300', '0+95x40'), ...ended('workflow', '+Inf', '0+100x40') },
    well: { ...ended('workflow', '30', '0+10x40'), ...ended('workflow', '300', '0+995x40'), ...ended('workflow', '+Inf', '0+1000x40') },
    few: { ...ended('workflow', '300', '0x40'), ...ended('workflow', '+Inf', '0x20 5x20') },
    labels: { class: 'workflow' },
  },
  RequestsSlow: {
    wrong: { [bucket('1')]: '0+90x40', [bucket('5')]: '0+100x40', [bucket('+Inf')]: '0+100x40', [requests('2xx')]: '0+100x40' },
    few: { [bucket('1')]: '0+1x40', [bucket('5')]: '0+2x40', [bucket('+Inf')]: '0+2x40', [requests('2xx')]: '0+1x40' },
    well: { [bucket('1')]: '0+100x40', [bucket('5')]: '0+100x40', [bucket('+Inf')]: '0+100x40' },
    labels: { method: 'POST', route: '/v1/send' },
  },
  RelayDeferring: {
    wrong: { [relayed('250')]: '0+90x40', [relayed('451')]: '0+10x40' },
    well: { [relayed('250')]: '0+90x40', [relayed('554')]: '0+10x40' },
    labels: {},
  },
  // Series begin at the epoch: one day, and a hundred; a relay without a certificate says 0.
  CertificateExpiring: {
    wrong: { [certificate]: '86400x40' },
    well: { [`${certificate}{instance="a"}`]: '8640000x40', [`${certificate}{instance="b"}`]: '0x40' },
    labels: {},
  },
  MailWaiting: {
    wrong: { 'posthorn_delivery_queue_age_seconds{class="transactional"}': '0+60x40' },
    well: {
      'posthorn_delivery_queue_age_seconds{class="transactional"}': '3x40',
      'posthorn_delivery_queue_age_seconds{class="campaign"}': '0+60x40',
    },
    labels: { class: 'transactional' },
  },
  MailRefused: {
    few: { [attempts('accepted')]: '0+1x40', [attempts('refused')]: '0x28 4x12' },
    wrong: { [attempts('accepted')]: '0+70x40', [attempts('refused')]: '0+30x40' },
    well: { [attempts('accepted')]: '0+90x40', [attempts('refused')]: '0+10x40' },
    labels: {},
  },
  MailUnknown: { wrong: { [attempts('unknown')]: '0x20 1x20' }, well: { [attempts('unknown')]: '7x40' }, labels: {} },
  PagesAbandoned: {
    wrong: { posthorn_delivery_page_lease_overdue_seconds: '0+60x40' },
    well: { posthorn_delivery_page_lease_overdue_seconds: '20x40' },
    labels: {},
  },
  FactsNotPublished: { wrong: { [facts]: '0+60x40' }, well: { [facts]: '5x40' }, labels: { service: 'delivery', model: 'Email' } },
  FactsNotActedOn: { wrong: { [waiting]: '60000x40' }, well: { [waiting]: '40000x40' }, labels: { consumer: 'events-timeline' } },
  FactsDead: { wrong: { [dead]: '0x20 1x20' }, well: { [dead]: '3x40' }, labels: { consumer: 'events-timeline' } },
  TasksWaiting: { wrong: { [backlog]: '0+60x40' }, well: { [backlog]: '10x40' }, labels: { queue: 'delivery', type: 'activity' } },
  ActivitiesFailing: {
    wrong: { [activity]: '0+1x40' },
    well: { [activity]: '9x40' },
    labels: { service: 'events', activity: 'purgeProject' },
  },
  WorkflowsLost: { wrong: { [workflows]: '2x20 3x20' }, well: { [workflows]: '2x40' }, labels: { status: 'timedout' } },
  ExecutionsNotStarting: {
    wrong: { 'posthorn_executions{state="starting"}': '60000x40' },
    well: { 'posthorn_executions{state="starting"}': '10x40', 'posthorn_executions{state="active"}': '60000x40' },
    labels: {},
  },
  StepsFailing: { wrong: { [steps]: '0+5x40' }, well: { [steps]: '9x40' }, labels: { type: 'WEBHOOK' } },
  DnsFailing: {
    wrong: { [questions('found')]: '0+70x40', [questions('timeout')]: '0+20x40', [questions('servfail')]: '0+10x40' },
    well: { [questions('found')]: '0+60x40', [questions('nxdomain')]: '0+30x40', [questions('timeout')]: '0+10x40' },
    labels: {},
  },
  DomainsUnverified: {
    wrong: { [domains('unverified')]: '0+1x40' },
    well: { [domains('unverified')]: '9x40', [domains('verified')]: '0+5x40' },
    labels: {},
  },
  ProjectsSuspended: {
    wrong: { [suspensions('EMAIL_REPUTATION')]: '0x20 3x20', [suspensions('MANUAL')]: '0x20 2x20' },
    well: { [suspensions('EMAIL_REPUTATION')]: '9x40', [suspensions('MANUAL')]: '0x20 2x20' },
    labels: {},
  },
  SuspensionsWaiting: {
    wrong: { posthorn_accounts_suspension_age_seconds: '0+60x40' },
    well: { posthorn_accounts_suspension_age_seconds: '5x40' },
    labels: {},
  },
  UsageNotReported: {
    wrong: { [metered('failed')]: '0+60x40', [metered('taken')]: '0+40x40' },
    well: { [metered('failed')]: '0+10x40', [metered('taken')]: '0+90x40' },
    labels: {},
  },
  BillingEventsRefused: {
    wrong: { [stripes('4xx')]: '0+1x40' },
    well: { [stripes('2xx')]: '0+9x40', [stripes('4xx')]: '9x40' },
    labels: {},
  },
  EventLoopBlocked: { wrong: { [lag]: '0.9x40' }, well: { [lag]: '0.1x40' }, labels: { process: 'gateway', instance: 'g1' } },
};

/** Only these alerts: every test evaluates every rule of its file. */
function rulesOf(names: readonly string[], options?: RuleOptions): object {
  const { groups } = ruleFile(PRODUCTION, options) as { groups: { name: string; rules: { alert: string }[] }[] };
  return { groups: groups.map(({ name, rules }) => ({ name, rules: rules.filter(({ alert }) => names.includes(alert)) })) };
}

/** What promtool says of the file, over the alerts as they are in production. */
async function promtoolSays(tests: object[], rules: object): Promise<{ ok: boolean; output: string }> {
  const dir = mkdtempSync(join(tmpdir(), 'posthorn-alerts-'));
  try {
    writeFileSync(join(dir, 'alerts.yaml'), stringify(rules));
    writeFileSync(join(dir, 'tests.yaml'), stringify({ rule_files: ['alerts.yaml'], evaluation_interval: '30s', tests }, { lineWidth: 0 }));
    return await run(promtool.path, ['test', 'rules', join(dir, 'tests.yaml')], { env: promtool.env });
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

const AT = '30m';
/** Where every series comes from; what fires says so. */
const OF = { namespace: 'mail', release: 'posthorn' };
const textOf = (labels: object): string =>
  Object.entries(labels)
    .map(([key, value]) => `${key}="${value}"`)
    .join(',');
const input = (series: Record<string, string>, of: object = OF): object[] =>
  Object.entries(series).map(([name, values]) => {
    const [metric, labels = ''] = name.split(/[{}]/);
    return { series: `${metric}{${[textOf(of), labels].filter(Boolean).join(',')}}`, values };
  });
const severity = (name: string): string => ALERTS.find((alert) => alert.name === name)!.severity;

/** Only whether it fires and for what: what it says is not repeated here. */
const fires = (name: string, series: Record<string, string>): object => ({
  interval: '1m',
  input_series: input(series),
  promql_expr_test: [
    {
      expr:
        `count(ALERTS{alertname="${name}",alertstate="firing"}) by (alertname, severity, ` +
        `${Object.keys({ ...OF, ...CASES[name]!.labels }).join(', ')})`,
      eval_time: AT,
      exp_samples: [
        {
          labels: `{${textOf({ alertname: name, severity: severity(name), ...OF, ...CASES[name]!.labels })}}`,
          value: 1,
        },
      ],
    },
  ],
});

const quiet = (name: string, series: Record<string, string>): object => ({
  interval: '1m',
  input_series: input(series),
  promql_expr_test: [{ expr: `ALERTS{alertname="${name}",alertstate="firing"}`, eval_time: AT, exp_samples: [] }],
});

test('every alert has its case', () => assert.equal(Object.keys(CASES).sort(), [...new Set(ALERTS.map(({ name }) => name))].sort()));

for (const [name, { wrong, well, few, scoped }] of Object.entries(CASES)) {
  test(`${name} fires for what is wrong, and for nothing else`, async () => {
    const quietly = [well, few].flatMap((series) => (series ? [quiet(name, series)] : []));
    const said = await promtoolSays([fires(name, wrong), ...quietly], rulesOf([name], scoped ? { of: OF } : {}));
    assert.ok(said.ok, said.output);
  });
}

test('an alert that holds for a while does not fire before', async () => {
  const early = {
    ...quiet('ProcessDown', CASES['ProcessDown']!.wrong),
    promql_expr_test: [{ expr: 'ALERTS{alertname="ProcessDown",alertstate="firing"}', eval_time: '2m', exp_samples: [] }],
  };
  const said = await promtoolSays([early], rulesOf(['ProcessDown']));
  assert.ok(said.ok, said.output);
});

test("the rules of one release see no other's series, and lead to its runbooks", async () => {
  const options = { of: OF, runbooks: 'https://runbooks.example.com' };
  const chosen = ['ProcessDown', 'ConnectionLost', 'SendsFailing', 'MailLate'];
  const said = await promtoolSays(
    chosen.flatMap((name) => {
      const { wrong } = CASES[name]!;
      return [fires(name, wrong), { ...quiet(name, {}), input_series: input(wrong, { ...OF, release: 'other' }) }];
    }),
    rulesOf(chosen, options),
  );
  assert.ok(said.ok, said.output);
  const text = JSON.stringify(ruleFile(PRODUCTION, options)).replaceAll('\\"', '"');
  const series = [...text.matchAll(/\b(?:posthorn_\w+|up\{)[^[ )]*/g)].map(([one]) => one);
  assert.ok(series.length > 80);
  assert.equal(
    series.filter((one) => !one.includes('{namespace="mail",release="posthorn"')),
    [],
  );
  assert.match(text, /"runbook_url":"https:\/\/runbooks\.example\.com\/ProcessDown\.md"/);
});

test('the check can fail', async () =>
  assert.not((await promtoolSays([fires('ProcessDown', CASES['ProcessDown']!.well!)], rulesOf(['ProcessDown']))).ok));

test('the whole file is well-formed, and every text of an alert is one', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'posthorn-alerts-'));
  writeFileSync(join(dir, 'alerts.yaml'), stringify(ruleFile(PRODUCTION)));
  const { ok, output } = await run(promtool.path, ['check', 'rules', join(dir, 'alerts.yaml')], { env: promtool.env });
  rmSync(dir, { recursive: true, force: true });
  assert.ok(ok && output.includes(`${ALERTS.length} rules found`), output);
});

test.run();
