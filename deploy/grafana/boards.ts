/**
 * The boards. Every metric in them exists, and every metric that exists is in one or listed as unused (test/contract/telemetry.test.ts).
 */
import type { Board } from './board.ts';
import { CHOSEN, each, once, quantile, rate, share } from './queries.ts';

const REQUESTS = 'posthorn_gateway_request_seconds';
const CALLS = 'posthorn_call_seconds';
const ACTIVITIES = 'posthorn_activity_seconds';
const ATTEMPTS = 'posthorn_delivery_attempts_total';

const overview: Board = {
  uid: 'overview',
  title: 'Overview',
  rows: [
    {
      title: 'Is it well?',
      panels: [
        {
          title: 'Processes',
          about: 'Pods that answer. Fewer than usual: ProcessDown.',
          unit: 'short',
          lines: { '{{process}}': `sum by (process) (up{job="posthorn",${CHOSEN}})` },
        },
        {
          title: 'Connections that stand',
          about: 'Share of processes that reach each server.',
          unit: 'percentunit',
          lines: { '{{server}}': `avg by (server) (posthorn_connection_up{${CHOSEN}})` },
        },
        {
          title: 'Requests failing',
          about: 'Share answered 5xx. A 503 is a server we rest on.',
          unit: 'percentunit',
          lines: { '5xx': share(`${REQUESTS}_count`, 'status="5xx"') },
        },
      ],
    },
    {
      title: 'Does mail flow?',
      panels: [
        { title: 'Requests', about: 'By class of status.', unit: 'reqps', lines: { '{{status}}': rate(`${REQUESTS}_count`, 'status') } },
        {
          title: 'Mails handed over',
          about: 'Attempts by what became of them.',
          unit: 'cps',
          lines: { '{{outcome}}': rate(ATTEMPTS, 'outcome') },
        },
        {
          title: 'From acceptance to the end',
          about: 'How long a mail takes.',
          unit: 's',
          lines: {
            p50: quantile(0.5, 'posthorn_delivery_accept_to_end_seconds'),
            p99: quantile(0.99, 'posthorn_delivery_accept_to_end_seconds'),
          },
        },
      ],
    },
    {
      title: 'Does anything wait?',
      panels: [
        {
          title: 'Facts not published yet',
          about: 'Age of the oldest fact in an outbox. Grows while NATS is away.',
          unit: 's',
          lines: { '{{service}} {{model}}': once('posthorn_facts_outbox_age_seconds', 'service, model') },
        },
        {
          title: 'Facts not acted on yet',
          about: 'JetStream lag by consumer.',
          unit: 'short',
          lines: { '{{consumer}}': once('posthorn_facts_waiting', 'consumer') },
        },
        {
          title: 'Temporal tasks waiting',
          about: 'By task queue.',
          unit: 'short',
          lines: { '{{queue}} {{type}}': once('posthorn_temporal_backlog_tasks', 'queue, type') },
        },
      ],
    },
  ],
};

const delivery: Board = {
  uid: 'delivery',
  title: 'Delivery',
  rows: [
    {
      title: 'The ledger',
      panels: [
        {
          title: 'Open rows',
          about: 'Rows with something left to do, by class and state; and mails of campaign pages that some process holds.',
          unit: 'short',
          lines: {
            '{{class}} {{state}}': once('posthorn_delivery_queue_depth', 'class, state'),
            'pages, {{state}}': once('posthorn_delivery_page_slots', 'state'),
          },
        },
        {
          title: 'Whose rows wait',
          about: 'The ten projects that most rows with something left to do are of.',
          unit: 'short',
          lines: { '{{project}}': `topk(10, ${once('posthorn_delivery_project_backlog', 'project')})` },
        },
        {
          title: 'Transitions',
          about: 'Rows that came to each state, by class: delivered, bounced, failed and suppressed ones have ended.',
          unit: 'cps',
          lines: { '{{class}} {{state}}': rate('posthorn_delivery_transitions_total', 'class, state') },
        },
        {
          title: 'Ended today',
          about: 'Rows by how they ended, over the last day.',
          unit: 'short',
          lines: {
            '{{state}}': `sum by (state) (increase(posthorn_delivery_transitions_total{${CHOSEN},state!~"pending|sending"}[1d]))`,
          },
        },
        {
          title: 'Oldest due row',
          about: 'How long it has waited to be claimed. Transactional mail should never wait.',
          unit: 's',
          lines: { '{{class}}': once('posthorn_delivery_queue_age_seconds', 'class') },
        },
        {
          title: 'Claims and leases',
          about: 'lost: another process was quicker. A lease overdue for long: nobody settles what a dead process left.',
          unit: 'short',
          lines: {
            '{{result}} /s': rate('posthorn_delivery_claims_total', 'result'),
            'by spool: {{state}} /s': rate('posthorn_delivery_spool_settled_total', 'state'),
            'lease overdue s': `max(posthorn_delivery_lease_overdue_seconds{${CHOSEN}})`,
            'lease of a page overdue s': `max(posthorn_delivery_page_lease_overdue_seconds{${CHOSEN}})`,
          },
        },
      ],
    },
    {
      title: 'Out',
      panels: [
        {
          title: 'Attempts',
          about: 'released: given back untouched; unknown: handed over and never answered.',
          unit: 'cps',
          lines: { '{{outcome}}': rate(ATTEMPTS, 'outcome') },
        },
        {
          title: 'Replies',
          about: 'Of providers. unanswered: handed over and nothing was said; connection: there was none. 421: the server is rid of us.',
          unit: 'cps',
          lines: { '{{reply}}': rate('posthorn_delivery_provider_seconds_count', 'reply') },
        },
        {
          title: 'Time of the provider',
          about: 'From the hand-over to the reply, the wait for a connection included; by class of the reply.',
          unit: 's',
          lines: {
            'p50 {{reply}}': quantile(0.5, 'posthorn_delivery_provider_seconds', { by: 'reply' }),
            'p99 {{reply}}': quantile(0.99, 'posthorn_delivery_provider_seconds', { by: 'reply' }),
          },
        },
        {
          title: 'SMTP connections',
          about:
            'By server: open, busy with a mail; and mails that wait for one. All busy and mails waiting: more workers, or a slow server.',
          unit: 'short',
          lines: {
            '{{server}} {{state}}': `sum by (server, state) (posthorn_delivery_smtp_connections{${CHOSEN}})`,
            '{{server}} waiting': `sum by (server) (posthorn_delivery_smtp_waiting{${CHOSEN}})`,
          },
        },
        {
          title: 'Rate',
          about: 'Mails a second that may leave over all processes, that were let go, and mails that are ready and wait for the rate.',
          unit: 'short',
          lines: {
            limit: `max(posthorn_delivery_rate_limit{${CHOSEN}})`,
            'used /s': rate('posthorn_delivery_rate_granted_total'),
            waiting: `sum(posthorn_delivery_rate_waiting{${CHOSEN}})`,
          },
        },
        {
          title: 'Not accepted',
          about: 'Share of attempts the provider refused or never answered.',
          unit: 'percentunit',
          lines: { refused: share(ATTEMPTS, 'outcome="refused"'), unknown: share(ATTEMPTS, 'outcome="unknown"') },
        },
        {
          title: 'Phishing check',
          about: 'Mails a model looked at, by what it found; busy: left unseen, since too many were looked at; p95: how long one waited.',
          unit: 'short',
          lines: {
            '{{outcome}} /s': rate('posthorn_delivery_phishing_checks_total', 'outcome'),
            'p95 s': quantile(0.95, 'posthorn_delivery_phishing_check_seconds'),
          },
        },
        {
          title: 'In hand',
          about: 'Mails claimed by a process whose outcome is not written yet; at most twice its workers.',
          unit: 'short',
          lines: { '{{instance}}': each('posthorn_delivery_in_flight') },
        },
      ],
    },
    {
      title: 'How long it takes',
      panels: [
        {
          title: 'From acceptance to the end',
          about: 'Retries included.',
          unit: 's',
          lines: {
            p50: quantile(0.5, 'posthorn_delivery_accept_to_end_seconds'),
            p95: quantile(0.95, 'posthorn_delivery_accept_to_end_seconds'),
            p99: quantile(0.99, 'posthorn_delivery_accept_to_end_seconds'),
          },
        },
        {
          title: 'Mail of campaigns',
          about: 'From the claim of a page to the acceptance of each of its mails.',
          unit: 's',
          lines: {
            p50: quantile(0.5, 'posthorn_delivery_page_to_accepted_seconds'),
            p99: quantile(0.99, 'posthorn_delivery_page_to_accepted_seconds'),
          },
        },
        {
          title: 'Sends',
          about: 'Time of POST /v1/send at delivery itself.',
          unit: 's',
          lines: {
            p50: quantile(0.5, CALLS, { labels: 'service="delivery",method="send"' }),
            p99: quantile(0.99, CALLS, { labels: 'service="delivery",method="send"' }),
          },
        },
      ],
    },
    {
      title: 'Rendering',
      panels: [
        {
          title: 'Texts rendered',
          about: 'By way: placeholders only, or a worker thread.',
          unit: 'cps',
          lines: { '{{path}}': rate('posthorn_templating_renders_total', 'path') },
        },
        {
          title: 'Renders waiting',
          about: 'Jobs that wait for a worker thread, and workers that take jobs.',
          unit: 'short',
          lines: {
            'waiting {{instance}}': each('posthorn_templating_renders_waiting'),
            'workers {{instance}}': each('posthorn_templating_workers_ready'),
          },
        },
        {
          title: 'Render workers lost',
          about: 'Killed over time or memory, or dead.',
          unit: 'cps',
          lines: { '{{reason}}': rate('posthorn_templating_workers_lost_total', 'reason') },
        },
      ],
    },
  ],
};

const campaigns: Board = {
  uid: 'campaigns',
  title: 'Campaigns and long work',
  rows: [
    {
      title: 'Workflows',
      panels: [
        {
          title: 'Workflows by state',
          about: 'As far back as Temporal keeps them.',
          unit: 'short',
          lines: { '{{status}}': once('posthorn_temporal_workflows', 'status') },
        },
        {
          title: 'Campaign mail that ended',
          about: 'Rows of campaigns and workflows by what they came to.',
          unit: 'cps',
          lines: { '{{class}} {{state}}': rate('posthorn_delivery_transitions_total', 'class, state', 'class=~"campaign|workflow"') },
        },
        {
          title: 'Campaign mail in the ledger',
          about: 'Rows of campaigns and workflows with something left to do.',
          unit: 'short',
          lines: {
            '{{class}} {{state}}': `max by (class, state) (posthorn_delivery_queue_depth{${CHOSEN},class=~"campaign|workflow"})`,
          },
        },
        {
          title: 'Tasks waiting',
          about: 'By task queue. A queue nobody polls only grows.',
          unit: 'short',
          lines: { '{{queue}} {{type}}': once('posthorn_temporal_backlog_tasks', 'queue, type') },
        },
        {
          title: 'Oldest task',
          about: 'How long it has waited for a worker.',
          unit: 's',
          lines: { '{{queue}} {{type}}': once('posthorn_temporal_backlog_age_seconds', 'queue, type') },
        },
      ],
    },
    {
      title: 'Activities',
      panels: [
        {
          title: 'Attempts',
          about: 'By service and activity.',
          unit: 'cps',
          lines: { '{{service}}.{{activity}}': rate(`${ACTIVITIES}_count`, 'service, activity') },
        },
        {
          title: 'Failing',
          about: 'Temporal repeats them; what fails for long needs a person.',
          unit: 'cps',
          lines: { '{{service}}.{{activity}}': rate(`${ACTIVITIES}_count`, 'service, activity', 'outcome="error"') },
        },
        {
          title: 'Time of an attempt',
          about: 'p99.',
          unit: 's',
          lines: { '{{service}}.{{activity}}': quantile(0.99, ACTIVITIES, { by: 'service, activity' }) },
        },
      ],
    },
  ],
};

const api: Board = {
  uid: 'api',
  title: 'API and calls',
  rows: [
    {
      title: 'HTTP routes',
      panels: [
        {
          title: 'Requests',
          about: 'By route.',
          unit: 'reqps',
          lines: { '{{method}} {{route}}': rate(`${REQUESTS}_count`, 'method, route') },
        },
        {
          title: 'Refused',
          about: '4xx by route: keys that are none, limits, bad input; `unknown` are paths that are no route.',
          unit: 'reqps',
          lines: { '{{method}} {{route}}': rate(`${REQUESTS}_count`, 'method, route', 'status="4xx"') },
        },
        {
          title: 'Errors',
          about: '5xx by route.',
          unit: 'reqps',
          lines: { '{{method}} {{route}}': rate(`${REQUESTS}_count`, 'method, route', 'status="5xx"') },
        },
        {
          title: 'Time',
          about: 'p99 by route.',
          unit: 's',
          lines: { '{{method}} {{route}}': quantile(0.99, REQUESTS, { by: 'method, route' }) },
        },
      ],
    },
    {
      title: 'Bus and local calls',
      panels: [
        {
          title: 'Calls',
          about: 'By method.',
          unit: 'reqps',
          lines: { '{{service}}.{{method}}': rate(`${CALLS}_count`, 'service, method', 'transport=~"bus|local"') },
        },
        {
          title: 'Errors',
          about: "What is not the caller's doing.",
          unit: 'reqps',
          lines: { '{{service}}.{{method}}': rate(`${CALLS}_count`, 'service, method', 'transport=~"bus|local",outcome="error"') },
        },
        {
          title: 'Time',
          about: 'p99 by method.',
          unit: 's',
          lines: { '{{service}}.{{method}}': quantile(0.99, CALLS, { by: 'service, method', labels: 'transport=~"bus|local"' }) },
        },
      ],
    },
    {
      title: 'gRPC',
      panels: [
        {
          title: 'Calls',
          about: 'By method: callers outside the bus, and what does not fit it.',
          unit: 'reqps',
          lines: { '{{service}}.{{method}}': rate(`${CALLS}_count`, 'service, method', 'transport="grpc"') },
        },
        {
          title: 'Errors',
          about: "What is not the caller's doing.",
          unit: 'reqps',
          lines: { '{{service}}.{{method}}': rate(`${CALLS}_count`, 'service, method', 'transport="grpc",outcome="error"') },
        },
        {
          title: 'Refused',
          about: 'Calls without the token or a project, and what methods refuse. Many at once: somebody tries, or a token was changed.',
          unit: 'reqps',
          lines: { '{{service}}.{{method}}': rate(`${CALLS}_count`, 'service, method', 'transport="grpc",outcome="refused"') },
        },
        {
          title: 'Time',
          about: 'p99 by method.',
          unit: 's',
          lines: { '{{service}}.{{method}}': quantile(0.99, CALLS, { by: 'service, method', labels: 'transport="grpc"' }) },
        },
      ],
    },
  ],
};

const accounts: Board = {
  uid: 'accounts',
  title: 'Accounts and billing',
  rows: [
    {
      title: 'Suspension',
      panels: [
        {
          title: 'Projects suspended',
          about: 'Over the last day, by why. Many at once for EMAIL_REPUTATION: is it their mail, or our provider? ProjectsSuspended.',
          unit: 'short',
          lines: { '{{reason}}': 'sum by (reason) (increase(posthorn_accounts_suspensions_total{process=~"$process"}[1d]))' },
        },
        {
          title: 'Not seen to yet',
          about: 'How long the oldest suspension waits for the end of its mail, campaigns and executions. SuspensionsWaiting.',
          unit: 's',
          lines: { age: 'max(posthorn_accounts_suspension_age_seconds{process=~"$process"})' },
        },
        {
          title: 'Logins and links',
          about: 'Requests of people, by route and class of status. Many 4xx of /auth/login: somebody guesses.',
          unit: 'reqps',
          lines: { '{{route}} {{status}}': rate(`${REQUESTS}_count`, 'route, status', 'route=~"/auth/.*|/oauth/.*"') },
        },
      ],
    },
    {
      title: 'Billing',
      panels: [
        {
          title: 'Meter events',
          about: 'What was reported to Stripe, and what is to be tried again. UsageNotReported.',
          unit: 'cps',
          lines: { '{{outcome}}': rate('posthorn_accounts_meter_events_total', 'outcome') },
        },
        {
          title: 'Webhooks of Stripe',
          about: '4xx: a signature that is none, perhaps another STRIPE_WEBHOOK_SECRET. BillingEventsRefused.',
          unit: 'reqps',
          lines: { '{{status}}': rate(`${REQUESTS}_count`, 'status', 'route=~"/webhooks/incoming/(billing|stripe)"') },
        },
      ],
    },
  ],
};

const RELAYED = 'posthorn_relay_message_seconds';

const relay: Board = {
  uid: 'relay',
  title: 'SMTP relay',
  rows: [
    {
      title: 'Messages',
      panels: [
        {
          title: 'Replies',
          about: '250 is on disk. 451, 452: the client comes again. 550, 552, 554: it will never work. none: the client left.',
          unit: 'cps',
          lines: { '{{reply}}': rate(`${RELAYED}_count`, 'reply') },
        },
        {
          title: 'From the final dot to the reply',
          about: 'Reading the message, and all that delivery does before its rows are there.',
          unit: 's',
          lines: { p50: quantile(0.5, RELAYED, { labels: 'reply="250"' }), p99: quantile(0.99, RELAYED, { labels: 'reply="250"' }) },
        },
        {
          title: 'Logins',
          about: 'refused: wrong user or key; error: they could not be checked, or there were too many tries.',
          unit: 'cps',
          lines: { '{{outcome}}': rate('posthorn_relay_logins_total', 'outcome') },
        },
      ],
    },
    {
      title: 'What it holds',
      panels: [
        {
          title: 'Connections',
          about: 'At most 200 a process.',
          unit: 'short',
          lines: { '{{instance}}': each('posthorn_relay_connections') },
        },
        {
          title: 'Bytes in flight',
          about: 'Messages that come in or wait; at most SMTP_BYTES_IN_FLIGHT_MB, then 452.',
          unit: 'bytes',
          lines: { '{{instance}}': each('posthorn_relay_bytes') },
        },
        {
          title: 'Messages waiting',
          about: 'Whole, and not worked on yet: delivery is slower than what comes in.',
          unit: 'short',
          lines: { '{{instance}}': each('posthorn_relay_waiting') },
        },
        {
          title: 'Certificate',
          about: 'Time until it ends; nothing without one.',
          unit: 's',
          lines: { left: `min(posthorn_relay_certificate_expires_seconds{${CHOSEN}} > 0) - time()` },
        },
      ],
    },
  ],
};

const infrastructure: Board = {
  uid: 'infrastructure',
  title: 'Infrastructure',
  rows: [
    {
      title: 'DNS',
      panels: [
        {
          title: 'Questions',
          about:
            'To name servers, by what came of them. `timeout` and `servfail` change nothing; many of them mean that the resolver is away.',
          unit: 'cps',
          lines: { '{{outcome}}': rate('posthorn_dns_queries_total', 'outcome') },
        },
        {
          title: 'Look-ups',
          about: 'By whether the answer was kept.',
          unit: 'cps',
          lines: { '{{cache}}': rate('posthorn_dns_lookups_total', 'cache') },
        },
        {
          title: 'Time of a question',
          about: 'Half of them and 99 of 100 within.',
          unit: 's',
          lines: { p50: quantile(0.5, 'posthorn_dns_query_seconds'), p99: quantile(0.99, 'posthorn_dns_query_seconds') },
        },
        {
          title: 'Without an answer',
          about: 'Share of questions that timed out or failed. Above a fifth: DnsFailing.',
          unit: 'percentunit',
          lines: { failed: share('posthorn_dns_queries_total', 'outcome=~"timeout|servfail"') },
        },
        {
          title: 'Sender domains proved and lost',
          about: 'A domain that is unverified sends no more. Several at once: DomainsUnverified.',
          unit: 'cps',
          lines: { '{{state}}': rate('posthorn_delivery_domain_changes_total', 'state') },
        },
      ],
    },
    {
      title: 'Processes',
      panels: [
        {
          title: 'CPU',
          about: 'Cores. A Node process uses little more than one.',
          unit: 'short',
          lines: {
            '{{process}} {{instance}}': rate('posthorn_process_cpu_seconds_total', 'process, instance'),
          },
        },
        {
          title: 'Memory',
          about: 'Resident.',
          unit: 'bytes',
          lines: { '{{process}} {{instance}}': each('posthorn_process_resident_memory_bytes') },
        },
        {
          title: 'Heap',
          about: 'Used by JavaScript.',
          unit: 'bytes',
          lines: { '{{process}} {{instance}}': each('posthorn_nodejs_heap_size_used_bytes') },
        },
      ],
    },
    {
      title: 'Event loop',
      panels: [
        {
          title: 'Delay',
          about: 'p99. Above 100 ms the process answers everything late.',
          unit: 's',
          lines: { '{{process}} {{instance}}': each('posthorn_nodejs_eventloop_lag_p99_seconds') },
        },
        {
          title: 'Garbage collection',
          about: 'Share of the time.',
          unit: 'percentunit',
          lines: {
            '{{process}} {{instance}}': rate('posthorn_nodejs_gc_duration_seconds_sum', 'process, instance'),
          },
        },
        {
          title: 'Open files',
          about: 'Sockets included.',
          unit: 'short',
          lines: { '{{process}} {{instance}}': each('posthorn_process_open_fds') },
        },
      ],
    },
    {
      title: 'Servers',
      panels: [
        {
          title: 'Connections',
          about: '1: stands.',
          unit: 'short',
          lines: { '{{process}} {{server}}': `min by (process, server) (posthorn_connection_up{${CHOSEN}})` },
        },
        {
          title: 'MongoDB: connections',
          about: 'Of the pool (32 at most a process): open, used by a command; and commands that wait for one.',
          unit: 'short',
          lines: {
            '{{process}} {{state}}': `sum by (process, state) (posthorn_mongodb_connections{${CHOSEN}})`,
            '{{process}} waiting': `sum by (process) (posthorn_mongodb_waiting{${CHOSEN}})`,
          },
        },
        {
          title: 'MongoDB: commands',
          about: 'How long one held its connection; and transactions that were done again, since somebody else had written the same.',
          unit: 's',
          lines: {
            'p50 {{process}}': quantile(0.5, 'posthorn_mongodb_command_seconds', { by: 'process' }),
            'p99 {{process}}': quantile(0.99, 'posthorn_mongodb_command_seconds', { by: 'process' }),
            'retries /s': rate('posthorn_mongodb_transaction_retries_total'),
          },
        },
        {
          title: 'Facts published',
          about: 'From outboxes to JetStream.',
          unit: 'cps',
          lines: { '{{service}}': rate('posthorn_facts_relayed_total', 'service') },
        },
        {
          title: 'Facts acted on',
          about: 'dead: set aside after eight deliveries (`posthorn dead-letters list`).',
          unit: 'cps',
          lines: {
            '{{consumer}}': rate('posthorn_facts_consumed_total', 'consumer'),
            'dead {{consumer}}': rate('posthorn_facts_dead_total', 'consumer'),
          },
        },
      ],
    },
  ],
};

const executions: Board = {
  uid: 'executions',
  title: 'Workflow executions',
  rows: [
    {
      title: 'Executions',
      panels: [
        {
          title: 'Begun',
          about: 'By events and by hand.',
          unit: 'cps',
          lines: { begun: rate('posthorn_executions_started_total') },
        },
        {
          title: 'Waiting and active',
          about: 'Starts that Temporal has not taken yet, and executions between their beginning and their end.',
          unit: 'short',
          lines: { '{{state}}': once('posthorn_executions', 'state') },
        },
        {
          title: 'Steps',
          about: 'Steps that came to a status.',
          unit: 'cps',
          lines: { '{{type}} {{status}}': rate('posthorn_execution_steps_total', 'type, status') },
        },
        {
          title: 'Steps that failed',
          about: 'By type.',
          unit: 'cps',
          lines: { '{{type}}': rate('posthorn_execution_steps_total', 'type', 'status="FAILED"') },
        },
        {
          title: 'Event to continued',
          about: 'From an event, or the end of a delay, to the execution having gone on: half of them and 99 of 100 within.',
          unit: 's',
          lines: { p50: quantile(0.5, 'posthorn_execution_wake_seconds'), p99: quantile(0.99, 'posthorn_execution_wake_seconds') },
        },
      ],
    },
  ],
};

export const BOARDS: readonly Board[] = [overview, delivery, campaigns, executions, api, accounts, relay, infrastructure];
