/** Mailings, put together: what the rest of delivery needs of them. */
import type { Connection, Model } from 'mongoose';
import type { Redis } from 'ioredis';
import type { Client } from '#kit/contract/definition.ts';
import type { ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import type { Gate } from '../admission.ts';
import type { Bucket } from '../bucket.ts';
import { sharedBucket } from '../bucket.ts';
import type { Dispatcher } from '../dispatcher.ts';
import type { EmailRow } from '../domain/email.ts';
import { heldBack } from '../domain/mailing.ts';
import { fresh } from '../fresh.ts';
import type { Ledger } from '../ledger.ts';
import type { Moved } from '../moves.ts';
import { mailingActivities } from './activities.ts';
import { freezer } from './freeze.ts';
import { mailingHandlers } from './handlers.ts';
import { mailingModel } from './model.ts';
import { pager } from './page.ts';
import { recipients } from './recipients.ts';
import type { PageRowsParts } from './rows.ts';
import { pageRows } from './rows.ts';
import { mailings } from './store.ts';
import type { MailingView } from './store.ts';
import { tallies } from './tally.ts';
import type { TestMailParts } from './test-mail.ts';
import { testMail } from './test-mail.ts';
import { Underway } from './underway.ts';
import { unsubscriptionConsumer } from './unsubscriptions.ts';

export interface MailingsParts extends PageRowsParts, Omit<TestMailParts, 'project' | 'hint' | 'ledger'> {
  redis: Redis;
  emails: Model<EmailRow>;
  ledger: Ledger;
  moved: Moved;
  contacts: Client<typeof ContactsServiceDefinition>;
}

/** How old a page's knowledge of its mailing may be. */
const LOOK_MS = 200;

/** What the dispatcher asks; the rest is made with it. */
export function mailingGate(mongo: Connection, emails: Model<EmailRow>) {
  const model = mailingModel(mongo);
  const store = mailings(model, emails);
  const underway = new Underway();
  const gate: Gate = async (rows) => {
    const own = rows.filter(({ campaignId }) => campaignId);
    if (own.length === 0) return new Map();
    const states = await store.states([...new Set(own.map(({ campaignId }) => campaignId!))]);
    return new Map(own.flatMap((row) => {
      const held = heldBack(states.get(row.campaignId!), row);
      return held ? [[row._id, held]] : [];
    }));
  };
  return { model, store, underway, gate, tried: (id: string) => underway.tried(id) };
}

export function mailingParts(parts: MailingsParts, { model, store, underway }: ReturnType<typeof mailingGate>, dispatcher: Pick<Dispatcher, 'hint' | 'hintHeld' | 'drop'>) {
  const { contacts, clock, emails, ledger, moved, processId, redis } = parts;
  const now = () => clock().getTime();
  const life = new AbortController();
  const views = fresh<MailingView | null>(now, LOOK_MS);
  const buckets = new Map<string, { rate: number; bucket: Bucket }>();

  function allowance({ _id, projectId, rate }: MailingView, wanted: number): Promise<number> {
    const known = buckets.get(_id);
    const bucket = known?.rate === rate ? known!.bucket : sharedBucket(redis, rate!, now, `posthorn:delivery:mailing:${projectId}:${_id}`);
    buckets.set(_id, { rate: rate!, bucket });
    return bucket.take(0, wanted);
  }

  const sendPage = pager({
    emails, underway, allowance, hint: dispatcher.hintHeld, drop: dispatcher.drop,
    look: (projectId, campaignId) => views.get(`${projectId}/${campaignId}`, () => store.find(projectId, campaignId)),
  });
  return {
    models: [model],
    purge: store.purge,
    /** Pages in hand go to other processes; before the dispatcher stops. */
    stop: () => life.abort(new Error('This process is going')),
    consumers: [unsubscriptionConsumer(emails)],
    activities: mailingActivities(freezer({ mailings: store, ledger, contacts, rowsOf: pageRows(parts) }), sendPage, life.signal),
    handlers: mailingHandlers({
      mailings: store, tallies: tallies(emails, store, clock), recipients: recipients({ emails, processId, moved }), sendTest: testMail({ ...parts, hint: dispatcher.hint }),
    }),
  };
}
