/** Delivery processes over a real ledger, as far as campaign sends need them, and audiences for them. */
import { randomInt } from 'node:crypto';
import mongoose from 'mongoose';
import { Redis } from 'ioredis';
import { createGridFsBlobs } from '#kit/store/gridfs-blobs.ts';
import { buildIndexes } from '#kit/store/schema.ts';
import { createMetrics } from '#kit/telemetry/metrics.ts';
import { createLog } from '#kit/telemetry/log.ts';
import type { AudienceContact } from '#proto/contacts/v1/contacts.ts';
import type { SuppressionCheck } from '#services/delivery/dispatch/suppression-checks.ts';
import { createSendGate } from '#services/delivery/dispatch/send-gate.ts';
import { createRateLimiter } from '#services/delivery/dispatch/rate-limiter.ts';
import { createDispatcher } from '#services/delivery/dispatch/dispatcher.ts';
import type { EmailRow } from '#services/delivery/domain/email.ts';
import type { Outcome } from '#services/delivery/domain/outcome.ts';
import { createLedgerRows } from '#services/delivery/ledger/rows.ts';
import { createOutcomeWriter } from '#services/delivery/ledger/outcome-writer.ts';
import { createFreezer } from '#services/delivery/campaign-sends/freeze.ts';
import type { PageBuilder } from '#services/delivery/campaign-sends/page-builder.ts';
import { derivedId } from '#kit/derived-id.ts';
import { createCampaignSendGate } from '#services/delivery/campaign-sends/campaign-sends.ts';
import type { CampaignSendGateParts } from '#services/delivery/campaign-sends/campaign-sends.ts';
import { createPageSender } from '#services/delivery/campaign-sends/page-sender.ts';
import { createCounter } from '#services/delivery/campaign-sends/counts.ts';
import { deliveryModels } from '#services/delivery/model.ts';
import { frozenPage } from '#test/frozen-page.ts';
import { slotParts } from '#test/slot-parts.ts';
import { ownStack } from '#test/stack.ts';

const own = await ownStack({ servers: ['mongodb', 'redis'] });
const connection = await mongoose.createConnection(own.stack.urls.MONGODB_URI!, { w: 'majority' } as never).asPromise();
const redis = new Redis(own.stack.urls.REDIS_URL!);
export const mongo = connection.useDb('sends');
const sends = mongo.collection('campaign_sends');
const started: { stop(): Promise<void> }[] = [];
export const models = deliveryModels(mongo);
export const [clock, id] = [() => new Date(), () => crypto.randomUUID()];
export const countTransition = () => undefined;
const gateParts = {
  mongo,
  emails: models.emails,
  journal: models.journal,
  blobs: createGridFsBlobs(mongo, clock),
  id,
  clock,
  countTransition,
};
/** What a process knows of campaign sends. @param spool of what ended on its host */
export function gateOf(processId: string, spool: CampaignSendGateParts['spool'] = null) {
  const gate = createCampaignSendGate({ ...gateParts, processId, rows: ledgerOf(processId), spool });
  started.push({ stop: gate.openPages.stop });
  return gate;
}
const ledgerOf = (processId: string) => createLedgerRows({ model: models.emails, processId, id, countTransition });
await buildIndexes([models.emails, models.journal, ...gateOf('indexes').models]);

export const rules = { deadlineTransactional: 3_600_000, deadlineBulk: 86_400_000, unknownRetryAfter: 900_000 };
export const content = {
  subject: 'Hello',
  body: '<p>Hello</p>',
  from: 'team@example.org',
  fromName: null,
  replyTo: null,
  type: 'MARKETING',
  templateId: null,
} as const;
export const ACCEPTED: Outcome = { kind: 'accepted', reply: '250 ok', delivered: true };

/** How a send's recipients are kept: in frozen pages, or as rows of the ledger. */
export const FORMS = ['pages', 'rows'] as const;
export type Form = (typeof FORMS)[number];
export const numberOf = (form: Form) => (form === 'pages' ? randomInt(2 ** 30) : null);

/** What one delivery process has; `carry` is its provider. */
export function createSendingProcess(
  carry: (row: EmailRow) => Promise<Outcome>,
  workers = 8,
  suppressed: SuppressionCheck = async () => new Map(),
) {
  const processId = id();
  const ledger = ledgerOf(processId);
  const gate = gateOf(processId);
  const outcomes = createOutcomeWriter({ ...models, rules, heldMs: 10_000, processId, id, countTransition, clock });
  const sendGate = createSendGate({
    suppressed,
    campaignGate: gate.gate,
    project: async () => ({ paused: false, disabled: false }),
  });
  const sender = createDispatcher({
    rows: ledger,
    outcomes,
    // As a send attempt does: the gate is asked once more right before the hand-over.
    attempt: {
      compose: async () => ({ raw: Buffer.from(''), returnPath: '', tracked: false }),
      run: async (row) => (await sendGate.recheck(row)) ?? (await carry(row)),
    },
    pages: slotParts(carry, gate.openPages, gate.pageMails),
    gate: sendGate,
    tried: gate.tried,
    limiter: { take: async (urgent, other) => urgent + other },
    workers,
    spool: null,
    leaseMs: 30_000,
    clock,
    log: createLog('silent'),
    metrics: createMetrics(),
  });
  const sendPage = createPageSender({
    emails: models.emails,
    openPages: gate.openPages,
    underway: gate.underway,
    look: gate.store.find,
    hint: sender.hintHeld,
    drop: sender.drop,
    allowance: ({ _id, projectId, rate }, wanted) =>
      createRateLimiter({ redis, rate: rate!, now: () => Date.now(), key: `${projectId}/${_id}` }).take(0, wanted),
  });
  started.push(sender);
  gate.openPages.startRenewing();
  const freezer = (contacts: never, buildPage = built) =>
    createFreezer({ sends: gate.store, pages: gate.pages, ledger, contacts, ids: gate.ids, buildPage });
  const counter = createCounter({ emails: models.emails, progress: gate.progress, sends: gate.store, clock });
  return { ...gate, rows: ledger, outcomes, sender, sendPage, freezer, counter };
}

/** The nth contact's id. */
export const contact = (n: number): string => derivedId(`contact ${n}`);
export const audience = (count: number): AudienceContact[] =>
  Array.from({ length: count }, (_, n) => ({ id: contact(n), email: `c${n}@example.com`, subscribed: true, createdAt: 0, updatedAt: 0 }));

/** contacts.StreamAudience over a list; the cursor is a place in it. @param breakAt breaks off before this page, once */
export function contactsOf(people: AudienceContact[], breakAt = Infinity) {
  let left = breakAt;
  return {
    async *streamAudience({ cursor, pageSize }: { cursor?: string | null; pageSize: number }) {
      for (let from = Number(cursor ?? 0); from < people.length; from += pageSize) {
        if (left-- === 0) throw new Error('contacts went away');
        yield { contacts: people.slice(from, from + pageSize), cursor: String(Math.min(from + pageSize, people.length)) };
      }
    },
  } as never;
}

/** A page without rendering. */
export const built: PageBuilder = async ({ send, people, cursor, emailIds }) => {
  const mails = people.map(({ email }) => ({ to: email, body: 'Hello' }));
  return {
    ids: emailIds,
    mails,
    page: frozenPage({
      projectId: send.projectId,
      campaignId: send._id,
      number: send.number ?? 0,
      n: send.pages,
      mails,
      contactIds: people.map((one) => one.id),
      frozenAt: clock(),
      from: content.from,
      cursor,
    }),
  };
};

/** A send with its audience frozen. */
export async function frozen(
  count: number,
  { store, freezer }: ReturnType<typeof createSendingProcess>,
  form: Form = 'pages',
  projectId = `p-${id()}`,
) {
  const send = { projectId, campaignId: id(), run: id() };
  await store.open({ ...send, content, filter: null, number: numberOf(form), now: clock() });
  // As sends are that were opened before there were pages.
  if (form === 'rows') await sends.updateOne({ _id: send.campaignId as never }, { $unset: { number: 1, recipients: 1 } });
  const pages = await freezer(contactsOf(audience(count)))(send, () => undefined);
  return { send, pages };
}

export const reader = gateOf('reader');

/** Every mail of a send as it stands, whether it has a row or not. */
export async function mailsOf({ projectId, campaignId }: { projectId: string; campaignId: string }): Promise<EmailRow[]> {
  const { blocks } = await reader.pageList.blocks({ projectId, campaignId }, 'frozen');
  const slots = await reader.pageList.rowsOf(projectId, blocks);
  return [...slots.flat(), ...(await find({ projectId, campaignId }, { slot: { $exists: false } }))];
}

export const find = ({ projectId, campaignId }: { projectId: string; campaignId: string }, more: object = {}) =>
  models.emails.find({ projectId, campaignId, ...more }).lean<EmailRow[]>();
export const never = new AbortController().signal;

/** A dispatcher sends whatever is due: each test has the ledger to itself. */
export async function endProcesses(): Promise<void> {
  await Promise.all(started.splice(0).map((sender) => sender.stop()));
  await models.emails.collection.deleteMany({});
}

export async function endServers(): Promise<void> {
  redis.disconnect();
  await connection.close();
  await own.stop();
}
