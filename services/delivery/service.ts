/** Delivery: the e-mail ledger, sender domains, the providers mail leaves by. */
import { ownCall } from '#kit/contract/call.ts';
import { outboxHint } from '#kit/facts/outbox.ts';
import type { CreateService } from '#kit/service.ts';
import { AccountsServiceDefinition } from '#proto/accounts/v1/accounts.ts';
import type { Project } from '#proto/accounts/v1/accounts.ts';
import { ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import { DeliveryServiceDefinition } from '#proto/delivery/v1/delivery.ts';
import { TemplatingServiceDefinition } from '#proto/templating/v1/templating.ts';
import { acceptance } from './acceptance.ts';
import { deliveryActivities } from './activities.ts';
import { projectBlobs } from '#kit/store/blobs.ts';
import { bodies } from './bodies.ts';
import { bounceAddresses, returnPaths } from './bounce-address.ts';
import { bounceConsumer } from './bounces.ts';
import { sharedBucket } from './bucket.ts';
import { courier } from './courier.ts';
import { watchDepth } from './depth.ts';
import { dispatcher } from './dispatcher.ts';
import { engagements } from './engagement.ts';
import { senderDomains } from './domains.ts';
import { fresh } from './fresh.ts';
import { deliveryHandlers } from './handlers.ts';
import { inbox } from './inbox.ts';
import { inlets } from './inlets.ts';
import { ledger } from './ledger.ts';
import { mails } from './mails.ts';
import { marks } from './marks.ts';
import { deliveryModels } from './model.ts';
import { outlet } from './outlet.ts';
import { changingBucket, rateOf, workersOf } from './rate.ts';
import { recovery } from './recovery.ts';
import { sealer } from './signing.ts';
import { suppressedAddresses } from './suppressed-addresses.ts';
import { anyOf, unsubscribed } from './suppression.ts';

export const create: CreateService = async ({ client, clock, config, id, log, metrics, mongo, processId, redis }) => {
  const { auth: { encryptionKey, trackingSecret }, http, sending } = config;
  const models = deliveryModels(mongo);
  const blobs = projectBlobs(mongo);
  const kept = bodies(blobs);
  const [accounts, contacts, templating] = [client(AccountsServiceDefinition), client(ContactsServiceDefinition), client(TemplatingServiceDefinition)];
  const links = { api: http.apiUri, dashboard: http.dashboardUri, trackingSecret };
  const now = () => clock().getTime();

  const projects = fresh<Project>(now);
  const project = (projectId: string) => projects.get(projectId, () => accounts.getProject({}, ownCall('delivery', projectId)));
  const host = new URL(http.apiUri).hostname;
  const { provider, ses } = await outlet({ sending, connections: workersOf(sending, rateOf(sending, undefined)), models, blobs, clock, log });
  const domains = senderDomains({
    model: models.domains, sealer: sealer(encryptionKey), id, clock, autoVerify: sending.domainAutoVerify, ed25519: sending.dkimEd25519,
    mailFromSubdomain: sending.mailFromSubdomain, inboundHost: sending.inboundHost ?? host, spfInclude: sending.spfInclude ?? host, ses,
  });

  const rate = () => rateOf(sending, provider.quota);
  const rules = { deadlineTransactional: sending.retryDeadlineTransactionalMs, deadlineBulk: sending.retryDeadlineBulkMs, unknownRetryAfter: sending.unknownRetryAfterMs };
  const writing = { model: models.emails, processId, id, hint: () => outboxHint(models.emails) };
  const rows = ledger(writing);
  const written = marks({ emails: models.emails, journal: models.journal, rules, heldMs: sending.leaseMs / 3, processId, id, clock });
  const bounces = bounceAddresses(trackingSecret);
  const carry = courier({ provider, blobs, bodies: kept, signingKey: domains.signingKey, project, returnPath: returnPaths(bounces, domains, sending.bounceDomain ?? host), ...links, messageMaxBytes: sending.messageMaxBytes });
  const addresses = suppressedAddresses({ model: models.suppressions, emails: models.emails, contacts });
  const sender = dispatcher({ ledger: rows, marks: written, courier: carry, bucket: changingBucket(rate, (perSecond) => sharedBucket(redis, perSecond, now)), workers: workersOf(sending, rate()), suppressed: anyOf(unsubscribed(contacts), addresses.among), leaseMs: sending.leaseMs, clock, log, metrics });
  const rescuer = recovery({ ledger: rows, marks: written, provider, rules, clock, log });
  const send = acceptance({
    ledger: rows, blobs, bodies: kept, domains, contacts, templating, project, dashboard: http.dashboardUri, linkSecret: http.unsubscribeRequiresToken ? trackingSecret : null,
    messageMaxBytes: sending.messageMaxBytes, processId, id, hint: sender.hint,
  });

  const incoming = inlets({ ...writing, models, bounces, blobs, domains, contacts, clock, log, listen: config.notices.receiver, name: sending.inboundHost ?? host, messageMaxBytes: sending.messageMaxBytes });

  watchDepth(models.emails, metrics, clock);

  return {
    name: 'delivery',
    definition: DeliveryServiceDefinition,
    handlers: deliveryHandlers({ send, mails: mails(models.emails, blobs, kept), domains, inbox: inbox(models.inbox, blobs, provider.name === 'capture'), engage: engagements(writing), reporting: incoming.reporting, accounts, templating }),
    models: Object.values(models),
    outboxes: [models.emails, models.journal],
    consumers: [bounceConsumer(contacts), addresses.consumer],
    activities: deliveryActivities(models, blobs),
    async start() {
      sender.start();
      rescuer.start();
      await incoming.receiver?.start();
    },
    async stop() {
      await Promise.all([incoming.receiver?.stop(), sender.stop(), rescuer.stop()]);
      await provider.close();
    },
  };
};
