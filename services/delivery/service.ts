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
import { bounceAddresses } from './bounce-address.ts';
import { bounceConsumer } from './bounces.ts';
import { watchDepth } from './depth.ts';
import { crowd } from './crowd.ts';
import { departures } from './departures.ts';
import { engagements } from './engagement.ts';
import { senderDomains } from './domains.ts';
import { fresh } from './fresh.ts';
import { deliveryHandlers } from './handlers.ts';
import { inbox } from './inbox.ts';
import { inlets } from './inlets.ts';
import { ledger } from './ledger.ts';
import { mailingGate, mailingParts } from './mailings/mailings.ts';
import { mails } from './mails.ts';
import { deliveryModels } from './model.ts';
import { countMoves } from './moves.ts';
import { outlet } from './outlet.ts';
import { sealer } from './signing.ts';
import { suppressedAddresses } from './suppressed-addresses.ts';
import { domainUses } from './uses.ts';

export const create: CreateService = async ({ client, clock, config, id, log, metrics, mongo, processId, redis }) => {
  const { auth: { encryptionKey, trackingSecret }, http, sending } = config;
  const models = deliveryModels(mongo);
  const blobs = projectBlobs(mongo);
  const kept = bodies(blobs);
  const [accounts, contacts, templating] = [client(AccountsServiceDefinition), client(ContactsServiceDefinition), client(TemplatingServiceDefinition)];
  const projects = fresh<Project>(() => clock().getTime());
  const project = (projectId: string) => projects.get(projectId, () => accounts.getProject({}, ownCall('delivery', projectId)));
  const host = new URL(http.apiUri).hostname;
  const { provider, ses } = await outlet({ sending, models, blobs, clock, log });
  const domains = senderDomains({
    model: models.domains, sealer: sealer(encryptionKey), id, clock, autoVerify: sending.domainAutoVerify, ed25519: sending.dkimEd25519,
    mailFromSubdomain: sending.mailFromSubdomain, inboundHost: sending.inboundHost ?? host, spfInclude: sending.spfInclude ?? host, ses,
  });

  const writing = { model: models.emails, processId, id, moved: countMoves(metrics), hint: () => outboxHint(models.emails) };
  const bounces = bounceAddresses(trackingSecret);
  const addresses = suppressedAddresses({ model: models.suppressions, emails: models.emails, contacts });
  const common = {
    ...writing, sending, models, ledger: ledger(writing), mongo, redis, contacts, templating, clock, log, metrics, blobs, bodies: kept, domains, project,
    api: http.apiUri, dashboard: http.dashboardUri, trackingSecret, linkSecret: http.unsubscribeRequiresToken ? trackingSecret : null, messageMaxBytes: sending.messageMaxBytes,
  };
  const gate = mailingGate(mongo, models.emails);
  const leaving = departures({ ...common, ...gate, provider, suppressed: addresses.among, bounces, bounceDomain: sending.bounceDomain ?? host });
  const mailings = mailingParts({ ...common, emails: models.emails }, gate, leaving);
  const incoming = inlets({ ...writing, models, bounces, blobs, domains, contacts, clock, log, listen: config.notices.receiver, name: sending.inboundHost ?? host, messageMaxBytes: sending.messageMaxBytes });
  watchDepth(models.emails, metrics, clock);

  return {
    name: 'delivery',
    definition: DeliveryServiceDefinition,
    handlers: deliveryHandlers({ send: acceptance({ ...common, crowd: crowd(common), hint: leaving.hint }), mailings: mailings.handlers, mails: mails(models.emails, blobs, kept), domains, inbox: inbox(models.inbox, blobs, provider.name === 'capture'), engage: engagements(writing), reporting: incoming.reporting, accounts, uses: domainUses({ client }) }),
    models: [...Object.values(models), ...mailings.models],
    outboxes: [models.emails, models.journal],
    consumers: [bounceConsumer(contacts), addresses.consumer, ...mailings.consumers],
    activities: { ...deliveryActivities(models, mailings.purge, blobs), ...mailings.activities },
    async start() {
      leaving.start();
      await incoming.receiver?.start();
    },
    async stop() {
      mailings.stop();
      await Promise.all([incoming.receiver?.stop(), leaving.stop()]);
    },
  };
};
