/** The guides, typed in as they stand: each in a project of its own, all at the same time, in a folder that looks like a clone. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ROOT } from '#local/binaries.mjs';
import { freePort } from '#local/ports.ts';
import { stretched } from '#local/time-scale.ts';
import { helm, kubectl } from '#local/tools.ts';
import type { Api } from '#test/client.ts';
import { until } from '#test/until.ts';
import { is } from './answers.ts';
import { everyone } from './importing.ts';
import { base, sender } from './tenant.ts';

const test = suite('guides');
const GUIDES = 'docs/guides';
const WITHIN_MS = 60_000;
/** What the guides use of a clone. */
const OF_THE_CLONE = ['package.json', 'node_modules', 'deploy', 'charts'];

const path = [dirname(await helm()), dirname(await kubectl()), dirname(process.execPath), process.env['PATH']].join(':');
const folder = mkdtempSync(join(tmpdir(), 'posthorn-guides-'));

interface Said {
  ok: boolean;
  text: string;
}

/** Ends at the first command that fails. */
function typed(code: string, env: NodeJS.ProcessEnv): Promise<Said> {
  const cwd = mkdtempSync(join(folder, 'clone-'));
  for (const name of OF_THE_CLONE) symlinkSync(join(ROOT, name), join(cwd, name));
  const options = { cwd, env: { ...process.env, PATH: path, API: base, ...env }, timeout: stretched(WITHIN_MS) };
  return new Promise((done) => {
    execFile('bash', ['-euo', 'pipefail', '-c', code], options, (error, stdout, stderr) =>
      done({ ok: error === null, text: `${stdout}\n${stderr}` }),
    );
  });
}

interface Guide {
  /** Before the first line. */
  prelude?: string;
  /** Behind the last line. */
  postlude?: string;
  /** What this guide asks for beyond a project's keys and a sender. */
  env?(): Promise<NodeJS.ProcessEnv>;
  /** What has to be so afterwards. */
  check?(api: Api, said: string): Promise<void> | void;
}

/** Another project in the place of Plunk's: their lists of contacts have the same shape. */
async function plunk(): Promise<NodeJS.ProcessEnv> {
  const { api, project } = await sender();
  is(await api.post('/contacts', { email: 'ada@example.com', data: { name: 'Ada', since: '2026-01-31', tags: ['a', 'b'] } }), 201);
  is(await api.post('/contacts', { email: 'grace@example.com', subscribed: false }), 201);
  return { PLUNK: base, PLUNK_SECRET: project.secret };
}

/** Where the welcome series gives it two seconds, it is waited for. */
const WAITING = `
STATES=(WAITING COMPLETED)
sleep() {
  until ask GET "/workflows/$SERIES/executions" | grep -q "$STATES"; do command sleep 0.1; done
  STATES=("\${STATES[@]:1}")
}
`;
const ARRIVED = `
sleep() { until curl -sS "$API/dev/inbox?to=ada@example.com" | grep -q "$MAIL"; do command sleep 0.1; done; }
`;

async function checkSeries(api: Api, said: string): Promise<void> {
  assert.match(said, /Welcome, Ada/);
  assert.match(said, /You are on the pro plan/);
  const [series] = is(await api.get('/workflows'), 200).data;
  const [run] = is(await api.get(`/workflows/${series.id}/executions`), 200).data;
  assert.equal([run.status, run.exitReason, run.contact.email], ['COMPLETED', 'has a project', 'ada@example.com']);
  const mails = await until(async () => {
    const { data } = is(await api.get('/emails?to=ada@example.com'), 200);
    return data[0]?.status === 'DELIVERED' && data;
  });
  assert.equal(
    mails.map(({ subject }: any) => subject),
    ['Welcome, Ada'],
  );
  const { steps } = is(await api.get(`/workflows/${series.id}/stats`), 200);
  assert.equal(
    steps.map(({ entered, completed }: any) => [entered, completed]),
    [
      [1, 1],
      [1, 1],
      [1, 1],
      [1, 1],
      [0, 0],
    ],
  );
}

/**
 * What is typed where no cluster answers, and has to be understood: every line of a guide's `text` blocks but Docker's. No registry has an
 * engine of Docker; what its line runs is read by test/operations/image.test.ts.
 */
const clusterLines = (guide: string): string[] =>
  [...readFileSync(join(GUIDES, guide), 'utf8').matchAll(/```text\n([^]*?)```/g)]
    .flatMap(([, block]) => block!.trim().split('\n'))
    .filter((line) => !line.startsWith('JWT_SECRET=$(openssl rand -hex 32) docker compose '));

/** A cluster that nothing listens for. */
function nowhere(): NodeJS.ProcessEnv {
  const cluster = { name: 'nowhere', cluster: { server: 'http://127.0.0.1:1' } };
  const context = { name: 'nowhere', context: { cluster: 'nowhere', user: 'nobody' } };
  const config = { apiVersion: 'v1', kind: 'Config', clusters: [cluster], contexts: [context], 'current-context': 'nowhere' };
  const file = join(folder, 'kubeconfig');
  writeFileSync(file, JSON.stringify(config));
  return { KUBECONFIG: file };
}

/** Every guide is typed; of these more is known than that each of its commands succeeds. */
const KNOWN: Readonly<Record<string, Guide>> = {
  'campaign.md': {
    check(_api, said) {
      assert.match(said, /event: end\ndata: {"status":"SENT"/);
      assert.match(said, /"sentCount":3,/);
    },
  },
  'deploying.md': {
    env: async () => nowhere(),
    postlude: clusterLines('deploying.md')
      .map((line) => `! ${line}`)
      .join('\n'),
    check(_api, said) {
      assert.is(clusterLines('deploying.md').length, 2);
      assert.match(said, /failed to download openapi: .*connection refused/);
      assert.match(said, /INSTALLATION FAILED: .*cluster unreachable/);
      assert.match(said, /^\d\d$/m);
      assert.match(said, /kind: Ingress\n[^]*name: posthorn-gateway/);
      assert.match(said, /"status":"ok"/);
    },
  },
  'domain-setup.md': {
    env: async () => ({ DOMAIN: `${crypto.randomUUID()}.example.org` }),
    check(_api, said) {
      assert.match(said, /"type":"TXT","name":"[^"]*\._domainkey\./);
      assert.match(said, /"status":"Success","verified":true/);
      assert.match(said, /"success":true,"data":{"emails"/);
    },
  },
  'first-send.md': {
    prelude: ARRIVED,
    check(_api, said) {
      assert.match(said, /"subject":"Hello, Ada"/);
      assert.match(said, /"IDEMPOTENCY_KEY_REUSED".* 409\n/);
      assert.match(said, /Domain \\"unknown\.example\\" is not verified: add it with POST \/domains/);
    },
  },
  'import.md': {
    async check(api, said) {
      assert.match(said, /"imported":2,"updated":0,"skipped":1/);
      assert.match(said, /email,name,plan,seats,since\n/);
      await until(async () => (await everyone(api)).get('grace@example.com').subscribed === false);
      const people = await everyone(api);
      assert.equal(people.get('ada@example.com').data, { name: 'Ada', plan: 'pro', seats: 3, since: '2026-01-31' });
    },
  },
  'mcp.md': {
    env: async () => ({ PORT: String(await freePort()) }),
    check(_api, said) {
      assert.match(said, /"id":2\b/);
      assert.match(said, /"name":"list_contacts"/);
      assert.not.match(said, /"name":"send_email"/);
    },
  },
  'migrate-from-listmonk.md': {
    async check(api, said) {
      assert.match(said, /1 taken as they are, 1 unsubscribed, 0 refused/);
      const people = await everyone(api);
      const ada = people.get('ada@example.com');
      const attributes = { city: 'London', seats: 3, zip: '01234', topics: ['engines', 'poetry'] };
      assert.equal([ada.subscribed, ada.data], [true, { name: 'Ada Lovelace', ...attributes }]);
      assert.equal([people.get('grace@example.com').subscribed, people.size], [false, 2]);
      assert.equal(is(await api.get('/segments'), 200)[0].memberCount, 2);
    },
  },
  'migrate-from-plunk.md': {
    env: plunk,
    async check(api, said) {
      assert.match(said, /^2 contacts$/m);
      const people = await everyone(api);
      assert.equal([people.size, people.get('grace@example.com').subscribed], [2, false]);
      const { subscribed, data } = people.get('ada@example.com');
      assert.equal([subscribed, data], [true, { name: 'Ada', since: '2026-01-31', tags: ['a', 'b'], plan: 'pro' }]);
    },
  },
  'welcome-series.md': { prelude: WAITING, check: checkSeries },
};

/** Typed in where there is platform mail (test/faults/platform-mail.test.ts), and where compilers are (generated-clients.test.ts). */
const ELSEWHERE = ['accounts.md', 'generated-clients.md'];
const guides = readdirSync(GUIDES).filter((name) => !ELSEWHERE.includes(name));
const runs = new Map(
  guides.map((name) => {
    const blocks = [...readFileSync(join(GUIDES, name), 'utf8').matchAll(/```sh\n([^]*?)```/g)].map(([, code]) => code!);
    const run = async () => {
      const { api, project, from } = await sender();
      const env = { SECRET: project.secret, PUBLIC: project.public, FROM: from, ...(await KNOWN[name]?.env?.()) };
      const { ok, text } = await typed([KNOWN[name]?.prelude, ...blocks, KNOWN[name]?.postlude].join('\n'), env);
      return { blocks, api, ok, text };
    };
    return [name, run().catch((error: Error) => error)] as const;
  }),
);

for (const [name, run] of runs) {
  test(name, async () => {
    const came = await run;
    if (came instanceof Error) throw came;
    assert.ok(came.blocks.length > 1, 'has lines to type');
    assert.ok(came.ok, came.text);
    await KNOWN[name]?.check?.(came.api, came.text);
  });
}

test('the first calls of the README', async () => {
  const [, block] = /## First calls\n[^]*?```\n([^]*?)```/.exec(readFileSync('README.md', 'utf8'))!;
  const { project, from } = await sender();
  const keys = JSON.stringify({ url: base, project: { secret: project.secret } });
  const prelude = `mkdir .local; echo '${keys}' > .local/posthorn.json
sleep() { until curl -s "$URL/dev/inbox?to=ada@example.com" | grep -q 'Hello Ada'; do command sleep 0.1; done; }`;
  const { ok, text } = await typed(`${prelude}\n${block!.replace('hello@example.org', from)}`, {});
  assert.ok(ok, text);
  assert.match(text, /"email":"ada@example\.com"[^]*"success":true[^]*"subject":"Hello Ada"/);
});

test('none of those that more is known of has gone', () =>
  assert.equal(
    Object.keys(KNOWN).filter((name) => !guides.includes(name)),
    [],
  ));

test('a row of listmonk that cannot be taken is named, the others are taken; another file is refused', async () => {
  const { api, project } = await sender();
  const header = 'uuid,email,name,attributes,status,created_at,updated_at\n';
  const rows = [
    'u,ada@example.com,Ada,"{""name"":""Countess""}",enabled,t,t',
    'u,nobody,,{},enabled,t,t',
    'u,x@example.com,,[],enabled,t,t',
    'u,alan@example.com,,,disabled,t,t',
  ];
  const file = join(folder, 'subscribers.csv');
  writeFileSync(file, header + rows.join('\n'));
  const { ok, text } = await typed(`npm run -s listmonk -- ${file}`, { SECRET: project.secret });
  assert.is(ok, false);
  assert.match(text, /line 3: nobody: .*Invalid email address/);
  assert.match(text, /line 4: x@example\.com: the attributes are no JSON object/);
  assert.match(text, /1 taken as they are, 1 unsubscribed, 2 refused/);
  const people = await everyone(api);
  assert.equal([people.get('ada@example.com').data, people.get('alan@example.com').subscribed], [{ name: 'Countess' }, false]);
  writeFileSync(file, 'email,name\nada@example.com,Ada\n');
  const other = await typed(`npm run -s listmonk -- ${file}`, { SECRET: project.secret });
  assert.is(other.ok, false);
  assert.match(other.text, /is no export of listmonk's subscribers: it lacks uuid/);
});

test.after(() => rmSync(folder, { recursive: true, force: true }));
test.run();
