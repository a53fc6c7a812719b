/** The reference of sending: mails, addresses, templates, sender domains, images, the development inbox. */
import { fault, shortFault } from '#kit/errors.ts';
import type { Operations } from './operation.ts';

const unverified = fault('SENDER_REFUSED', { message: 'Domain "example.org" is not verified' });
const syntax = fault('BAD_REQUEST', { message: 'tag "include" is not available', details: { field: 'body', line: 1 } });
const noTemplate = fault('TEMPLATE_NOT_FOUND', { details: { resource: 'Template', id: '5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42' } });

export const SENDING: Operations = {
  'POST /v1/send': {
    id: 'sendEmail',
    description:
      'Sends a mail now, from a template or from a subject and a body. Each recipient gets a mail of their own, rendered with their ' +
      'data, and becomes a contact ' +
      '(not subscribed unless you say so). When it answers, every mail is on disk and leaves in the background; `GET /emails/{id}` ' +
      'tells what became of it. ' +
      'Send an `Idempotency-Key` to repeat the request safely.',
    returns: 'The mails, in the order of `to`, each with the contact it goes to',
    refuses: [
      unverified,
      noTemplate,
      fault('BODY_TOO_LARGE', { message: 'The message is larger than 40 MB' }),
      fault('BILLING_LIMIT_EXCEEDED'),
    ],
  },
  'GET /emails': {
    id: 'listEmails',
    description:
      'Lists the mails of the project, newest first, sent and received ones. Bodies and the content of attachments are left out; read ' +
      'one mail to see them.',
    returns: 'A page of mails',
  },
  'GET /emails/:id': {
    id: 'getEmail',
    description:
      'Reads one mail with its body, its attachments and the times of everything that happened to it. Bodies are kept for 90 days.',
    returns: 'The mail',
  },
  'GET /emails/:id/trace': {
    id: 'traceEmail',
    description:
      'Tells how a mail came to be as it is: each change of its state with the time, who made it and, where there are some, the ' +
      "receiving server's words.",
    returns: 'The changes, oldest first',
  },
};

export const VERIFICATION: Operations = {
  'POST /v1/verify': {
    id: 'verifyEmail',
    description:
      'Looks whether an address can take mail: its form, its domain, the mail exchangers there. Also says whether it is disposable, an ' +
      'alias, or looks mistyped. Sends nothing.',
    returns: 'What was found out about the address',
  },
  'POST /v1/verify/batch': {
    id: 'verifyEmails',
    description: 'Looks at up to 500 addresses in one call, at each as `POST /v1/verify` does.',
    returns: 'What was found out, in the order the addresses were given',
  },
};

export const TEMPLATES: Operations = {
  'GET /templates': {
    id: 'listTemplates',
    description: 'Lists templates page by page. `search` looks into name, description and subject.',
    returns: 'A page of templates',
  },
  'POST /templates': {
    id: 'createTemplate',
    description:
      'Creates a template. Subject and body are Liquid, with `{{name ?? "fallback"}}` for values that may be missing. The sender must ' +
      'be on a verified domain, and a fault in the syntax is refused with its line.',
    returns: 'The new template',
    refuses: [shortFault('Name is required'), syntax, unverified],
  },
  'GET /templates/:id': { id: 'getTemplate', description: 'Reads one template.', returns: 'The template' },
  'PATCH /templates/:id': {
    id: 'updateTemplate',
    description: 'Changes the keys that are sent and keeps the others. Mails that were sent before do not change.',
    returns: 'The template as it is now',
    refuses: [syntax, unverified],
  },
  'GET /templates/:id/usage': {
    id: 'getTemplateUsage',
    description:
      'Tells which campaigns and workflow steps refer to a template, and how many mails were made of it: worth knowing before you ' +
      'delete it.',
    returns: 'What refers to the template',
  },
  'DELETE /templates/:id': {
    id: 'deleteTemplate',
    description: 'Deletes a template that no workflow step uses.',
    returns: 'It is deleted',
    refuses: [fault('CONFLICT', { message: 'The template is used by a workflow step' })],
  },
  'POST /templates/:id/duplicate': {
    id: 'duplicateTemplate',
    description: 'Copies a template under its name with " (Copy)".',
    returns: 'The copy',
  },
};

export const DOMAINS: Operations = {
  'GET /domains/project/:projectId': {
    id: 'listDomains',
    description: 'Lists the sender domains of the project, newest first, with the DNS records each needs and whether they were found.',
    returns: 'The domains',
  },
  'POST /domains': {
    id: 'createDomain',
    description:
      'Adds a domain to send from. The answer lists the DNS records to publish; the domain is verified when the DKIM record is found, ' +
      'which is looked for every five minutes.',
    returns: 'The domain with its DNS records',
    refuses: [
      shortFault('Domain already added to this project'),
      fault('FORBIDDEN', { message: 'Domain is already registered by another project' }),
    ],
  },
  'GET /domains/:id/verify': {
    id: 'verifyDomain',
    description: 'Looks the DNS records of a domain up at once instead of within five minutes, and says what is wrong with each.',
    returns: 'What the check found',
  },
  'DELETE /domains/:id': {
    id: 'deleteDomain',
    description: 'Removes a domain that no template, workflow or waiting campaign sends from.',
    returns: 'It is removed',
    refuses: [fault('CONFLICT', { message: 'The domain is used by a template' })],
  },
};

export const UPLOADS: Operations = {
  'POST /uploads/image': {
    id: 'uploadImage',
    description: 'Stores an image for use in mails. What it is is judged by its content: JPEG, PNG, GIF and WebP are taken, at most 10 MB.',
    returns: 'Where the image lies now, for anybody to see',
    refuses: [shortFault('Image file is required'), shortFault('Uploads are not set up', 503)],
  },
  'GET /uploads/:key': { id: 'getImage', description: 'Reads an image that was uploaded.', returns: 'The image' },
};

export const INBOX: Operations = {
  'GET /dev/inbox': {
    id: 'listInbox',
    description:
      'Lists what the `capture` provider kept in place of sending it, newest first, of all projects; the last 1,000 of each. There in ' +
      'development only. A browser gets a page to look at instead of JSON.',
    returns: 'The captured mails',
  },
  'GET /dev/inbox/:id': {
    id: 'getInboxMail',
    description: 'Reads one captured mail as it would have left: headers, HTML, text, attachments and the whole source.',
    returns: 'The captured mail',
  },
  'GET /dev/inbox/:id/preview': {
    id: 'previewInboxMail',
    description:
      'Shows the HTML of a captured mail with its inline pictures. No script of it runs, and nothing is fetched from elsewhere, its ' +
      'tracking pixel included, unless `images` is `true`.',
    returns: 'The mail as a page',
  },
  'DELETE /dev/inbox': { id: 'clearInbox', description: 'Removes every captured mail, of all projects.', returns: 'It is empty' },
};
