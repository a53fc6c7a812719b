/** The client of Posthorn: every operation of its HTTP API as a typed method, by resource. */
import { accountOf, platformOf, projectsOf, recipientsOf } from './account.ts';
import { contactsOf, eventsOf, segmentsOf } from './audience.ts';
import { activityOf, analyticsOf, campaignsOf, workflowsOf } from './automation.ts';
import { addressesOf, domainsOf, emailsOf, imagesOf, inboxOf, templatesOf } from './sending.ts';
import { createTransport } from './transport.ts';
import type { ClientOptions, Transport } from './transport.ts';

export { LostAnswerError, PosthornError, RefusedError, UnreachableError } from './errors.ts';
export type { ErrorCode, FieldError } from './errors.ts';
export type { ImportOptions } from './audience.ts';
export type { Answer, Body, Input, OperationId, Query, Schema } from './operation.ts';
export { WebhookError, verifyWebhook } from './webhooks.ts';
export type { WebhookHeaders, WebhookOptions } from './webhooks.ts';
export type { ClientOptions, RequestOptions, Transport } from './transport.ts';

/** `call` and `open` ask any operation by its id in the document; everything else is made of them. */
export interface Posthorn extends Transport {
  emails: ReturnType<typeof emailsOf>;
  contacts: ReturnType<typeof contactsOf>;
  events: ReturnType<typeof eventsOf>;
  templates: ReturnType<typeof templatesOf>;
  segments: ReturnType<typeof segmentsOf>;
  campaigns: ReturnType<typeof campaignsOf>;
  workflows: ReturnType<typeof workflowsOf>;
  domains: ReturnType<typeof domainsOf>;
  addresses: ReturnType<typeof addressesOf>;
  activity: ReturnType<typeof activityOf>;
  analytics: ReturnType<typeof analyticsOf>;
  images: ReturnType<typeof imagesOf>;
  inbox: ReturnType<typeof inboxOf>;
  account: ReturnType<typeof accountOf>;
  projects: ReturnType<typeof projectsOf>;
  recipients: ReturnType<typeof recipientsOf>;
  platform: ReturnType<typeof platformOf>;
}

/**
 * Makes a client. It holds no connection and needs no closing.
 * @throws TypeError from a method for which it has no credential
 */
export function createPosthorn(options: ClientOptions): Posthorn {
  const transport = createTransport(options);
  return {
    ...transport,
    emails: emailsOf(transport),
    contacts: contactsOf(transport),
    events: eventsOf(transport),
    templates: templatesOf(transport),
    segments: segmentsOf(transport),
    campaigns: campaignsOf(transport),
    workflows: workflowsOf(transport),
    domains: domainsOf(transport),
    addresses: addressesOf(transport),
    activity: activityOf(transport),
    analytics: analyticsOf(transport),
    images: imagesOf(transport),
    inbox: inboxOf(transport),
    account: accountOf(transport),
    projects: projectsOf(transport),
    recipients: recipientsOf(transport),
    platform: platformOf(transport),
  };
}
