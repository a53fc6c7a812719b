/** The requests that are measured, each with what it rests on. */
import { randomUUID } from 'node:crypto';
import type { HttpWork, Rate } from '#test/rate.ts';
import type { BareCall, BareContacts } from './bare-contacts.ts';
import { createRandom } from '#test/random.ts';

export interface Target {
  url: string;
  project: { id: string; secret: string; public: string };
  domain: string;
  /** Of contacts that are there. */
  ids: readonly string[];
}

export interface MeasuredRequest {
  what: string;
  work: HttpWork;
  single: { beside: string; call: BareCall['call'] };
  batched: { beside: string; rate: (inFlight: number) => Promise<Rate> };
  goal?: number;
}

const PARAGRAPH = '<p>Some words that a mail is made of, again and again.</p>';
/** 5 KB that no other mail has. */
const bodyOf = (n: number): string => `<h1>Hello {{name ?? "you"}}, ${n}</h1>${PARAGRAPH.repeat(80)}<p>${randomUUID()}</p>`;
const GOAL = 0.5;

export function requestsOf({ url, project, domain, ids }: Target, bare: BareContacts): MeasuredRequest[] {
  const random = createRandom();
  let serial = 0;
  const anybody = (): string => `${randomUUID()}@example.com`;
  const measured = (what: string, work: HttpWork, beside: string, { call, batched }: BareCall): MeasuredRequest => ({
    what,
    work,
    single: { beside, call },
    batched: { beside: `${beside}, batched`, rate: batched },
    goal: GOAL,
  });
  const post = (path: string, key: string, body: () => unknown): HttpWork => ({
    url: url + path,
    method: 'POST',
    key,
    next: () => ({ body: body() }),
  });
  return [
    measured(
      'GET /contacts/:id',
      { url, key: project.secret, next: () => ({ path: `/contacts/${ids[random.below(ids.length)]}` }) },
      'driver find',
      bare.find,
    ),
    measured(
      'POST /contacts',
      post('/contacts', project.secret, () => ({ email: anybody(), data: { name: `Name ${(serial += 1)}`, n: serial } })),
      'driver upsert',
      bare.upsert,
    ),
    measured(
      'POST /v1/track',
      post('/v1/track', project.public, () => ({ email: anybody(), event: 'signup', data: { plan: 'pro', n: (serial += 1) } })),
      'driver upsert, then insert',
      bare.upsertAndInsert((n) => `event ${n}`),
    ),
    measured(
      'POST /v1/send, 5 KB',
      post('/v1/send', project.secret, () => ({
        to: anybody(),
        from: `hello@${domain}`,
        subject: `Hello {{name}}, ${(serial += 1)}`,
        body: bodyOf(serial),
        data: { name: `Name ${serial}` },
      })),
      'driver upsert, then insert of 5 KB',
      bare.upsertAndInsert(bodyOf),
    ),
  ];
}
