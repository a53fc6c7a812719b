/** Mails, addresses, templates, sender domains, images, and the inbox of development. */
import type { Body, Query } from './operation.ts';
import { byPage } from './paging.ts';
import type { RequestOptions, Transport } from './transport.ts';

export const emailsOf = ({ call }: Transport) => ({
  /** Sends a mail now. When it answers, every mail is on disk. */
  send: (mail: Body<'sendEmail'>, options?: RequestOptions) => call('sendEmail', { body: mail }, options),
  list: (query?: Query<'listEmails'>, options?: RequestOptions) => call('listEmails', { query }, options),
  /** Every mail the query finds, newest first. */
  each: (query?: Query<'listEmails'>, options?: RequestOptions) =>
    byPage((page) => call('listEmails', { query: { ...query, page } }, options)),
  get: (id: string, options?: RequestOptions) => call('getEmail', { path: { id } }, options),
  /** How a mail came to be as it is. */
  trace: (id: string, options?: RequestOptions) => call('traceEmail', { path: { id } }, options),
});

export const addressesOf = ({ call }: Transport) => ({
  /** Whether an address can take mail; sends nothing. */
  verify: (email: string, options?: RequestOptions) => call('verifyEmail', { body: { email } }, options),
  /** The same for up to 500 addresses, answered in their order. */
  verifyAll: (emails: string[], options?: RequestOptions) => call('verifyEmails', { body: { emails } }, options),
});

export const templatesOf = ({ call }: Transport) => ({
  list: (query?: Query<'listTemplates'>, options?: RequestOptions) => call('listTemplates', { query }, options),
  each: (query?: Query<'listTemplates'>, options?: RequestOptions) =>
    byPage((page) => call('listTemplates', { query: { ...query, page } }, options)),
  create: (template: Body<'createTemplate'>, options?: RequestOptions) => call('createTemplate', { body: template }, options),
  get: (id: string, options?: RequestOptions) => call('getTemplate', { path: { id } }, options),
  update: (id: string, changes: Body<'updateTemplate'>, options?: RequestOptions) =>
    call('updateTemplate', { path: { id }, body: changes }, options),
  delete: (id: string, options?: RequestOptions) => call('deleteTemplate', { path: { id } }, options),
  duplicate: (id: string, options?: RequestOptions) => call('duplicateTemplate', { path: { id } }, options),
  /** What refers to a template. */
  usage: (id: string, options?: RequestOptions) => call('getTemplateUsage', { path: { id } }, options),
});

export const domainsOf = ({ call }: Transport) => ({
  /** @param projectId of the key, or of a session's project, where none is given */
  list: (projectId = '@me', options?: RequestOptions) => call('listDomains', { path: { projectId } }, options),
  /** Answers the DNS records to publish. */
  create: (domain: Body<'createDomain'>, options?: RequestOptions) => call('createDomain', { body: domain }, options),
  /** Looks the DNS records up at once. */
  verify: (id: string, options?: RequestOptions) => call('verifyDomain', { path: { id } }, options),
  delete: (id: string, options?: RequestOptions) => call('deleteDomain', { path: { id } }, options),
});

export const imagesOf = ({ call }: Transport) => ({
  /** Stores a picture for the bodies of mails; answers its public address. */
  upload: (picture: Blob, options?: RequestOptions) => {
    const form = new FormData();
    form.append('image', picture);
    return call('uploadImage', { body: form }, { timeoutMs: 0, ...options });
  },
  get: (key: string, options?: RequestOptions) => call('getImage', { path: { key } }, options),
});

export const inboxOf = ({ call }: Transport) => ({
  /** Mails the capture provider kept in place of sending them; in development only. */
  list: (query?: Query<'listInbox'>, options?: RequestOptions) => call('listInbox', { query }, options),
  get: (id: string, options?: RequestOptions) => call('getInboxMail', { path: { id } }, options),
  /** The mail as a page. */
  preview: (id: string, options?: RequestOptions) => call('previewInboxMail', { path: { id } }, options),
  clear: (options?: RequestOptions) => call('clearInbox', {}, options),
});
