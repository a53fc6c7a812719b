/**
 * What Stripe posts (contract "Provider notifications: Billing notices"). Each event acts once, in one transaction with its receipt; events
 * come twice, at once and in any order, so what ended a subscription or paid an invoice is remembered for those that were overtaken.
 */
import type Stripe from 'stripe';
import type { ClientSession, Connection, Model } from 'mongoose';
import { ownCall } from '#kit/contract/call.ts';
import { fault } from '#kit/errors.ts';
import { plainSchema } from '#kit/store/schema.ts';
import type { AuditTrail } from '../audit/audit-trail.ts';
import type { OperatorNotices } from '../operator-notices.ts';
import type { PlatformMail } from '../platform-mail/platform-mail.ts';
import type { ProjectsStore } from '../projects-store.ts';
import type { ProjectRow } from '../model.ts';
import { revoking } from '../revocation.ts';
import type { Suspension } from '../suspension.ts';

export interface BillingEventsParts {
  mongo: Connection;
  projects: ProjectsStore;
  stripe: Stripe | null;
  /** Null: nothing is signed, so nothing is taken. */
  webhookSecret: string | null;
  suspension: Pick<Suspension, 'disable' | 'enableIn' | 'hint'>;
  audit: Pick<AuditTrail, 'act' | 'note'>;
  mail: Pick<PlatformMail, 'order'>;
  operators: OperatorNotices;
  clock: () => Date;
}

export interface BillingEvents {
  model: Model<{ _id: string; at: Date }>;
  /** Faults RESOURCE_NOT_FOUND while billing is off, BAD_REQUEST for a signature that is missing or wrong. */
  record(body: Uint8Array, signature: string): Promise<void>;
}

/** Stripe tries for three days. */
const KEPT_S = 60 * 86_400;
/** As Stripe's own check has it, in both directions. */
const TOLERANCE_MS = 300_000;
const OVER: ReadonlySet<string> = new Set(['canceled', 'incomplete_expired']);
const idOf = (thing: string | { id: string } | null | undefined): string | null =>
  typeof thing === 'string' ? thing : (thing?.id ?? null);

const byStripe = (projectId: string) => ownCall('stripe', projectId);

const schema = () => plainSchema({ at: { type: Date, required: true } }, { indexes: [[{ at: 1 }, { expireAfterSeconds: KEPT_S }]] });

export function createBillingEvents(parts: BillingEventsParts): BillingEvents {
  const { mongo, projects, stripe, webhookSecret, suspension, audit, mail, operators, clock } = parts;
  const model = mongo.model<{ _id: string; at: Date }>('BillingEvent', schema(), 'billing_events');

  /** False when it was noted before. */
  async function note(id: string, session: ClientSession): Promise<boolean> {
    const { upsertedCount } = await model.updateOne({ _id: id }, { $setOnInsert: { at: clock() } }, { upsert: true, session });
    return upsertedCount === 1;
  }
  /** Of events about one thing that come at once, one waits for the other: each reads what the other one notes. */
  const turnOf = async (thing: string, session: ClientSession): Promise<void> =>
    void (await model.updateOne({ _id: `turn:${thing}` }, { $set: { at: clock() } }, { upsert: true, session }));
  const isNoted = async (id: string, session: ClientSession) => (await model.exists({ _id: id }).session(session)) !== null;

  async function subscribed({ created, data: { object } }: Stripe.CheckoutSessionCompletedEvent, session: ClientSession) {
    const { client_reference_id: projectId, ...checkout } = object;
    const [customer, subscription] = [idOf(checkout.customer), idOf(checkout.subscription)];
    if (!projectId || !customer) return;
    if (subscription !== null) await turnOf(subscription, session);
    // Over before we heard that it began.
    const ended = subscription !== null && (await isNoted(`ended:${subscription}`, session));
    const currency = checkout.currency ?? null;
    const subscribedAt = new Date(created * 1_000);
    const to = { customer, currency, ...(ended ? {} : { subscription }), subscribedAt, updatedAt: clock() };
    // Another one may have been begun since.
    const unlessLater = { $or: [{ subscribedAt: null }, { subscribedAt: { $lte: subscribedAt } }] };
    const project = await projects.setBilling({ _id: projectId, ...unlessLater }, to, session);
    if (project && subscription && !ended)
      await audit.note(byStripe(projectId), { action: 'billing.subscribed', target: subscription }, session);
  }

  async function changed({ id, status }: Stripe.Subscription, session: ClientSession): Promise<void> {
    if (!OVER.has(status)) return;
    await turnOf(id, session);
    await note(`ended:${id}`, session);
    const project = await projects.setBilling({ subscription: id }, { subscription: null, updatedAt: clock() }, session);
    if (project) await audit.note(byStripe(project._id), { action: 'billing.ended', target: id }, session);
  }

  const ofCustomer = async (customer: string | null, session: ClientSession): Promise<ProjectRow | null> =>
    customer === null ? null : projects.byCustomer(customer, session);

  async function paid(invoice: Stripe.Invoice, session: ClientSession): Promise<boolean> {
    await turnOf(invoice.id!, session);
    await note(`paid:${invoice.id}`, session);
    const project = await ofCustomer(idOf(invoice.customer), session);
    if (project?.disabledReason !== 'PAYMENT_FAILED') return false;
    await suspension.enableIn(byStripe(project._id), session);
    return true;
  }

  async function unpaid(invoice: Stripe.Invoice, session: ClientSession): Promise<void> {
    // Nobody has a subscription whose first invoice failed.
    if (invoice.billing_reason === 'subscription_create') return;
    await turnOf(invoice.id!, session);
    if (await isNoted(`paid:${invoice.id}`, session)) return;
    const project = await ofCustomer(idOf(invoice.customer), session);
    if (!project) return;
    await suspension.disable(project._id, 'PAYMENT_FAILED', session);
    const about = { kind: 'payment-failed', to: null, projectId: project._id, name: project.name } as const;
    await mail.order(about, `unpaid:${invoice.id}`, session);
  }

  async function suspected(customer: string | null, session: ClientSession): Promise<void> {
    const project = await ofCustomer(customer, session);
    if (project) await suspension.disable(project._id, 'CARD_VERIFICATION_FAILED', session);
  }

  /** Answers whether a project may go on again. */
  async function act(event: Stripe.Event, customer: string | null, session: ClientSession): Promise<boolean> {
    switch (event.type) {
      case 'checkout.session.completed':
        await subscribed(event, session);
        return false;
      case 'customer.subscription.updated':
        await changed(event.data.object, session);
        return false;
      case 'customer.subscription.deleted':
        await changed({ ...event.data.object, status: 'canceled' }, session);
        return false;
      case 'invoice.paid':
        return paid(event.data.object, session);
      case 'invoice.payment_failed':
        await unpaid(event.data.object, session);
        return false;
      case 'radar.early_fraud_warning.created':
        await suspected(customer, session);
        return false;
      default:
        return false;
    }
  }

  /** A fraud warning names a charge; whose it is, Stripe is asked. */
  async function customerOf(event: Stripe.Event): Promise<string | null> {
    if (event.type !== 'radar.early_fraud_warning.created') return null;
    return idOf((await stripe!.charges.retrieve(idOf(event.data.object.charge)!)).customer);
  }

  /** Stripe's own check knows only of what is too old. */
  function isAhead(signature: string): boolean {
    const seconds = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1] ?? 0);
    return seconds * 1_000 > clock().getTime() + TOLERANCE_MS;
  }

  async function read(body: Uint8Array, signature: string): Promise<Stripe.Event> {
    if (!stripe) throw fault('RESOURCE_NOT_FOUND', { message: 'Billing is not enabled' });
    const bad = () => fault('BAD_REQUEST', { message: 'Invalid signature' });
    if (webhookSecret === null || isAhead(signature)) throw bad();
    try {
      return await stripe.webhooks.constructEventAsync(Buffer.from(body), signature, webhookSecret);
    } catch (error) {
      const { type } = error as Partial<Stripe.errors.StripeError>;
      if (type === 'StripeSignatureVerificationError' || error instanceof SyntaxError) throw bad();
      throw error;
    }
  }

  return {
    model,
    async record(body, signature) {
      const event = await read(body, signature);
      const customer = await customerOf(event);
      let [isFresh, enables] = [false, false];
      await mongo.transaction(async (session) => {
        isFresh = await note(event.id, session);
        enables = isFresh && (await act(event, customer, session));
      });
      suspension.hint();
      if (isFresh && event.type === 'invoice.payment_failed') {
        await operators.post('Posthorn: payment failed', `invoice ${event.data.object.id}`).catch(() => undefined);
      }
      if (enables) await revoking(Promise.resolve());
    },
  };
}
