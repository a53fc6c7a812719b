/** What keeps each service busy with what it takes longest to finish. A load goes on until it is ended, whatever is stopped meanwhile. */
import { setTimeout as sleep } from 'node:timers/promises';
import { smtpClient } from '#test/smtp-client.ts';
import type { SERVICE_NAMES } from '#services/names.ts';
import type { Api, TestAccount } from '#test/client.ts';
import { csvForm } from '#test/csv-form.ts';

export interface Platform {
  url: string;
  user: TestAccount;
  /** With the project's secret key, with its public one, without any. */
  client: Api;
  tracker: Api;
  stranger: Api;
  relayPort: number;
  /** Of another project, which nothing is promised about. */
  campaigner: TestAccount & { client: Api };
  /** A segment and a campaign of that project that is scheduled. */
  segment: string;
  scheduled: string;
  /** Addresses at this domain are never answered for by the MTA. */
  slowDomain: string;
  /** Of domains of which the name server says nothing. */
  nameless: (n: number) => string;
}

export interface Load {
  /** In words. */
  what: string;
  /** Begins it; answers what ends it. */
  begin(platform: Platform): Promise<() => Promise<void>>;
}

const SLOW_BYTE_MS = 100;

/** `clients` that do the same again and again; a refused one waits a little. Answers what ends them. */
function again(clients: number, work: (serial: number) => Promise<unknown>): () => Promise<void> {
  let goesOn = true;
  let serial = 0;
  const all = Array.from({ length: clients }, async () => {
    while (goesOn) await work((serial += 1)).catch(() => sleep(100));
  });
  return async () => {
    goesOn = false;
    await Promise.all(all);
  };
}

/** A response that is read as slowly as it may be, until the end. */
async function readSlowly(url: string, headers: Record<string, string>, signal: AbortSignal): Promise<void> {
  const { body } = await fetch(url, { headers, signal });
  for await (const _piece of body!) await sleep(SLOW_BYTE_MS, undefined, { signal });
}

/** A request whose body comes byte by byte. */
async function writeSlowly(url: string, headers: Record<string, string>, signal: AbortSignal): Promise<void> {
  const body = new ReadableStream({
    async pull(controller) {
      await sleep(SLOW_BYTE_MS);
      if (signal.aborted) controller.close();
      else controller.enqueue(Buffer.from(' '));
    },
  });
  await fetch(url, { method: 'POST', headers, body, duplex: 'half', signal } as RequestInit);
}

/** A client of the relay that is in the middle of a message. */
async function inMessage({ relayPort, user }: Platform, signal: AbortSignal): Promise<void> {
  const client = await smtpClient(relayPort, { secure: true });
  try {
    await client.login(user.project.secret);
    await client.say(`MAIL FROM:<drill@${user.domain}>`);
    await client.say('RCPT TO:<slow@example.com>');
    await client.say('DATA');
    while (!signal.aborted && !client.socket.destroyed) {
      client.write(`${'x'.repeat(78)}\r\n`);
      await sleep(SLOW_BYTE_MS);
    }
  } finally {
    client.close();
  }
}

/** One that hands over one mail after the other. */
async function submits({ relayPort, user }: Platform, n: number): Promise<void> {
  const client = await smtpClient(relayPort, { secure: true });
  try {
    await client.login(user.project.secret);
    await client.say(`MAIL FROM:<drill@${user.domain}>`);
    await client.say(`RCPT TO:<relayed-${n}@example.com>`);
    await client.say('DATA');
    await client.say(`From: drill@${user.domain}\r\nTo: relayed-${n}@example.com\r\nSubject: Relayed\r\n\r\nHello\r\n.`);
    await client.say('QUIT');
  } finally {
    client.close();
  }
}

const HOUR_MS = 3_600_000;
const HEAVY = '{% for a in (1..9000) %}{% for b in (1..9000) %}{% for c in (1..9000) %}{% endfor %}{% endfor %}{% endfor %}{{ name }}';
const PEOPLE = 20_000;
let imports = 0;

async function mail({ client, user }: Platform, to: string | string[], body = '<p>Hello</p>'): Promise<void> {
  const { status, text } = await client.post('/v1/send', { to, from: `drill@${user.domain}`, subject: 'Drill', body });
  if (status !== 200) throw new Error(`POST /v1/send answered ${status} ${text}`);
}

export const LOADS: Record<(typeof SERVICE_NAMES)[number], Load> = {
  accounts: {
    what: '64 clients that log in',
    begin: async ({ stranger, user: { email, password } }) =>
      again(64, async () => (await stranger.post('/auth/login', { email, password })).status === 200 || sleep(50)),
  },
  contacts: {
    what: `an import of ${PEOPLE.toLocaleString('en')} contacts, 16 clients that upsert`,
    async begin({ campaigner: { client } }) {
      imports += 1;
      const people = Array.from({ length: PEOPLE }, (_, n) => `import-${imports}-${n}@example.org`);
      await client.post('/contacts/import', csvForm(`email\n${people.join('\n')}\n`));
      return again(16, async (n) => (await client.post('/contacts', { email: `upserted-${n}@example.org` })).status < 300 || sleep(50));
    },
  },
  segments: {
    what: '8 clients that have a segment computed',
    begin: async ({ campaigner: { client }, segment }) =>
      again(8, async () => (await client.post(`/segments/${segment}/compute`)).status === 200 || sleep(50)),
  },
  events: {
    what: '32 clients that track, 8 that read reports',
    async begin({ tracker, client }) {
      const tracks = again(32, async (n) => {
        if ((await tracker.post('/v1/track', { event: 'busy', email: `busy-${n}@example.com` })).status !== 200) await sleep(50);
      });
      const reads = again(8, async () => (await client.get('/activity/stats')).status === 200 || sleep(50));
      return async () => void (await Promise.all([tracks(), reads()]));
    },
  },
  templating: {
    what: '32 clients whose templates run into their limit',
    begin: async (platform) => again(32, (n) => mail(platform, `rendered-${n}@example.com`, HEAVY)),
  },
  verification: {
    what: '32 clients that ask for domains of which the name server says nothing',
    begin: async ({ client, nameless }) =>
      again(32, async (n) => (await client.post('/v1/verify', { email: `ada@${nameless(n)}` })).status === 200 || sleep(50)),
  },
  delivery: {
    what: 'an MTA that does not answer for 20 messages, and 8 clients that send',
    async begin(platform) {
      await mail(
        platform,
        Array.from({ length: 20 }, (_, n) => `silent-${n}-${Date.now()}@${platform.slowDomain}`),
      );
      return again(8, (n) => mail(platform, `sent-${n}@example.com`));
    },
  },
  campaigns: {
    what: 'campaigns to everybody that are begun and cancelled, one after the other',
    begin: async ({ campaigner: { client, domain } }) =>
      again(2, async (n) => {
        const content = { name: `c${n}`, subject: 'Drill', body: '<p>Hello</p>', from: `drill@${domain}`, audienceType: 'ALL' };
        const { id } = (await client.post('/campaigns', content)).body.data;
        await client.post(`/campaigns/${id}/rate`, { perSecond: 50 });
        await client.post(`/campaigns/${id}/send`, {});
        await sleep(1_000);
        await client.post(`/campaigns/${id}/cancel`);
      }),
  },
  workflows: {
    what: 'executions whose webhook does not answer, 50 begun a second',
    begin: async ({ campaigner: { project }, url }) =>
      again(1, async (n) => {
        const headers = { authorization: `Bearer ${project.public}`, 'content-type': 'application/json' };
        await Promise.all(
          Array.from({ length: 50 }, (_, part) =>
            fetch(`${url}/v1/track`, {
              method: 'POST',
              headers,
              body: JSON.stringify({ event: 'hooked', email: `hooked-${n}-${part}@example.org` }),
            }).then((response) => response.text()),
          ),
        );
        await sleep(1_000);
      }),
  },
  relay: {
    what: '20 clients in the middle of a message, 8 that submit',
    async begin(platform) {
      const ending = new AbortController();
      const slow = Array.from({ length: 20 }, () => inMessage(platform, ending.signal).catch(() => undefined));
      const quick = again(8, (n) => submits(platform, n));
      return async () => {
        ending.abort();
        await Promise.all([...slow, quick()]);
      };
    },
  },
  gateway: {
    what: '20 progress streams, 20 bodies that come byte by byte, 4 exports that are read slowly, 16 clients that ask',
    async begin({ url, client, campaigner, scheduled }) {
      const ending = new AbortController();
      const headers = { authorization: `Bearer ${campaigner.project.secret}` };
      const events = { ...headers, accept: 'text/event-stream' };
      const json = { ...headers, 'content-type': 'application/json' };
      const each = (count: number, work: () => Promise<void>): Promise<void>[] =>
        Array.from({ length: count }, () => work().catch(() => undefined));
      const open = [
        ...each(20, () => readSlowly(`${url}/campaigns/${scheduled}/progress`, events, ending.signal)),
        ...each(20, () => writeSlowly(`${url}/v1/send`, json, ending.signal)),
        ...each(4, () => readSlowly(`${url}/contacts/export`, headers, ending.signal)),
      ];
      const quick = again(16, async () => (await client.get('/contacts')).status === 200 || sleep(50));
      return async () => {
        ending.abort();
        await Promise.all([...open, quick()]);
      };
    },
  },
};

/** A project with contacts, a segment of them, a campaign that is scheduled and a workflow whose webhook is at `hookUrl`. */
export async function furnish(
  { client, domain }: TestAccount & { client: Api },
  hookUrl: string,
): Promise<{ segment: string; scheduled: string }> {
  const must = async (method: string, path: string, body?: object): Promise<any> => {
    const answer = await client.send(method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status} ${answer.text}`);
    return answer.body;
  };
  const people = Array.from({ length: PEOPLE }, (_, n) => `person-${n}@example.org,${n}`);
  const { jobId } = await must('POST', '/contacts/import', csvForm(`email,n\n${people.join('\n')}\n`));
  while ((await must('GET', `/contacts/import/${jobId}`)).status !== 'completed') await sleep(200);
  const condition = { logic: 'AND', groups: [{ filters: [{ field: 'data.n', operator: 'greaterThan', value: PEOPLE / 2 }] }] };
  const { id: segment } = await must('POST', '/segments', { name: 'Half', condition, trackMembership: true });
  const content = { name: 'Later', subject: 'Later', body: '<p>Later</p>', from: `drill@${domain}`, audienceType: 'ALL' };
  const { id: scheduled } = (await must('POST', '/campaigns', content)).data;
  await must('POST', `/campaigns/${scheduled}/send`, { scheduledFor: new Date(Date.now() + HOUR_MS).toISOString() });
  const { id: workflow } = await must('POST', '/workflows', { name: 'Hooked', eventName: 'hooked' });
  const step = { type: 'WEBHOOK', name: 'Hook', position: { x: 0, y: 0 }, config: { url: hookUrl, failOnError: false } };
  await must('POST', `/workflows/${workflow}/steps`, step);
  await must('PATCH', `/workflows/${workflow}`, { enabled: true });
  return { segment, scheduled };
}
