/** The reference of contacts, their fields, bulk jobs and imports, events, segments. */
import { fault, shortFault } from '#kit/errors.ts';
import type { Operations } from './operation.ts';

const reserved = fault('VALIDATION_ERROR', {
  errors: [{ field: 'event', message: 'Event name is reserved', code: 'reserved_event', received: 'email.sent' }],
});
const badCondition = fault('BAD_REQUEST', { message: 'Logic must be AND or OR' });
const badIds = shortFault('contactIds must be a non-empty array of ids');

export const CONTACTS: Operations = {
  'GET /contacts': {
    id: 'listContacts',
    description:
      'Lists contacts with a cursor: ask again with the `cursor` of the answer until `hasMore` is false. `total` is counted on the ' +
      'first page only.',
    returns: 'Contacts, and the cursor of the next ones',
    refuses: [fault('BAD_REQUEST', { message: 'Invalid cursor' })],
  },
  'POST /contacts': {
    id: 'upsertContact',
    description:
      'Creates a contact (201), or merges into the one that has this address (200). In `data` only the keys you send change: null ' +
      'removes one, an empty text changes nothing, and ' +
      '`{ "value": …, "persistent": false }` is not stored.',
    returns: 'The contact',
    refuses: [shortFault('Email is required'), fault('BAD_REQUEST', { message: 'Locale must be a string' })],
  },
  'POST /contacts/lookup': {
    id: 'lookupContacts',
    description: 'Tells which of up to 500 addresses are contacts already.',
    returns: 'The addresses, as they were sent, sorted into those found and those not found',
    refuses: [shortFault('Emails must be a non-empty array')],
  },
  'GET /contacts/:id': { id: 'getContact', description: 'Reads one contact.', returns: 'The contact' },
  'PATCH /contacts/:id': {
    id: 'updateContact',
    description:
      'Changes what is sent. `data` is merged key by key as in `POST /contacts`; `data: null` removes all custom fields. A changed ' +
      'subscription becomes an event.',
    returns: 'The contact as it is now',
    refuses: [
      fault('BAD_REQUEST', { message: 'Data must be an object or null' }),
      fault('CONFLICT', { message: 'Another contact has this email' }),
    ],
  },
  'DELETE /contacts/:id': {
    id: 'deleteContact',
    description: 'Deletes a contact with its memberships. Mails that were sent to it stay on record.',
    returns: 'It is deleted',
  },
  'GET /contacts/export': {
    id: 'exportContacts',
    description:
      'Streams contacts as CSV, with the columns an import takes. Cells that a spreadsheet would run get a leading apostrophe; ' +
      '`raw=true` leaves them as they are.',
    returns: 'The file',
  },
  'POST /contacts/import': {
    id: 'importContacts',
    description:
      'Takes a CSV file with a column `email`; its other columns become fields. The import runs in the background: ask `GET ' +
      '/contacts/import/{jobId}` how far it is. New contacts are subscribed.',
    returns: 'The job that imports the file',
    refuses: [shortFault('CSV file is required')],
  },
  'GET /contacts/import/:jobId': {
    id: 'getContactImport',
    description: 'Tells how far an import is, and which rows it skipped and why. It has ended when `status` is no longer `queued`.',
    returns: 'The job',
    refuses: [shortFault('Import job not found', 404)],
  },
  'POST /contacts/bulk-subscribe': {
    id: 'bulkSubscribeContacts',
    description:
      'Subscribes up to 1,000 contacts named by id, or every contact that a query finds, in the background. Each change becomes an event.',
    returns: 'The job that does it',
    refuses: [badIds],
  },
  'POST /contacts/bulk-unsubscribe': {
    id: 'bulkUnsubscribeContacts',
    description:
      'Unsubscribes up to 1,000 contacts named by id, or every contact that a query finds, in the background. Each change becomes an ' +
      'event.',
    returns: 'The job that does it',
    refuses: [badIds],
  },
  'POST /contacts/bulk-delete': {
    id: 'bulkDeleteContacts',
    description: 'Deletes up to 1,000 contacts named by id, or every contact that a query finds, in the background. This cannot be undone.',
    returns: 'The job that does it',
    refuses: [badIds],
  },
  'GET /contacts/bulk/:jobId': {
    id: 'getBulkJob',
    description: 'Tells how far a bulk action is. It has ended when `status` is no longer `queued`.',
    returns: 'The job',
    refuses: [shortFault('Bulk action job not found', 404)],
  },
};

export const FIELDS: Operations = {
  'GET /contacts/fields': {
    id: 'listContactFields',
    description:
      'Lists the standard fields and every custom field that was ever stored, with its type and the share of contacts that have it.',
    returns: 'The fields, by name',
  },
  'GET /contacts/fields/:field/values': {
    id: 'listContactFieldValues',
    description: 'Lists the distinct values of a field, for instance to choose one of them in a condition.',
    returns: 'The values, without null and empty ones',
  },
  'GET /contacts/fields/:field/usage': {
    id: 'getContactFieldUsage',
    description: 'Tells which segments, campaigns and workflows refer to a field, and how many contacts have it.',
    returns: 'What refers to the field',
  },
  'DELETE /contacts/fields/:field': {
    id: 'deleteContactField',
    description: 'Removes a custom field from every contact, even where something refers to it. This cannot be undone.',
    returns: 'How many contacts had it',
    refuses: [fault('BAD_REQUEST', { message: 'Only custom fields (data.*) can be deleted' })],
  },
};

export const EVENTS: Operations = {
  'POST /v1/track': {
    id: 'trackEvent',
    description:
      'Says that something happened to a contact, who is created if need be. The event starts and continues workflows and can be asked ' +
      'about in conditions. This is the one call that takes the public key, so a browser or an app may make it.',
    returns: 'The event, and the contact it belongs to',
    refuses: [reserved],
  },
  'POST /events/track': {
    id: 'recordEvent',
    description:
      'Tracks an event as `POST /v1/track` does, with the secret key or a session. With `name` in place of `email` and `event` it ' +
      'records an event that needs no contact (201). It takes no `Idempotency-Key`.',
    returns: 'The event',
    refuses: [
      fault('BAD_REQUEST', { message: 'Event name is required' }),
      reserved,
      fault('CONTACT_NOT_FOUND', { details: { resource: 'Contact', id: '5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42' } }),
    ],
  },
  'GET /events': {
    id: 'listEvents',
    description: "Lists the latest events of the project, your own and the system's.",
    returns: 'The events, newest first',
  },
  'GET /events/contact/:contactId': {
    id: 'listContactEvents',
    description: 'Lists what happened to one contact.',
    returns: 'The events, newest first',
  },
  'GET /events/stats': {
    id: 'countEvents',
    description: 'Counts the events of a stretch of time by their name.',
    returns: 'Names with their numbers, most frequent first',
  },
  'GET /events/names': {
    id: 'listEventNames',
    description: 'Lists the names of all events that ever happened in the project.',
    returns: 'The names, most frequent first',
  },
  'GET /events/:eventName/usage': {
    id: 'getEventUsage',
    description: 'Tells which segments and workflows refer to an event, how often it happened, and to how many contacts.',
    returns: 'What refers to the event',
  },
  'DELETE /events/:eventName': {
    id: 'deleteEvents',
    description: 'Deletes every event of one name; conditions no longer find them. This cannot be undone. System events cannot be deleted.',
    returns: 'How many there were',
    refuses: [shortFault('System events cannot be deleted')],
  },
};

export const SEGMENTS: Operations = {
  'GET /segments': { id: 'listSegments', description: 'Lists every segment of the project.', returns: 'The segments, newest first' },
  'POST /segments': {
    id: 'createSegment',
    description:
      'Creates a segment: dynamic, whoever matches its condition belongs to it, or static, whoever you add. With `trackMembership` ' +
      'entering and leaving become events.',
    returns: 'The new segment, counted',
    refuses: [shortFault('Name is required'), badCondition],
  },
  'POST /segments/preview': {
    id: 'previewSegment',
    description: 'Tries a condition without storing anything: how many contacts match, ten of them, and what looks wrong about it.',
    returns: 'What the condition matches',
    refuses: [badCondition],
  },
  'GET /segments/:id': { id: 'getSegment', description: 'Reads one segment with its latest count.', returns: 'The segment' },
  'PATCH /segments/:id': {
    id: 'updateSegment',
    description: 'Changes the keys that are sent, and counts again. A segment stays static or dynamic.',
    returns: 'The segment as it is now',
    refuses: [shortFault('Condition must be an object'), badCondition],
  },
  'DELETE /segments/:id': {
    id: 'deleteSegment',
    description: 'Deletes a segment that no active campaign and no other segment uses.',
    returns: 'It is deleted',
    refuses: [fault('CONFLICT', { message: 'The segment is used by 1 active campaign' })],
  },
  'GET /segments/:id/contacts': {
    id: 'listSegmentContacts',
    description: 'Lists the members of a segment; of a dynamic one those who match now.',
    returns: 'A page of contacts, newest first',
  },
  'POST /segments/:id/members': {
    id: 'addSegmentMembers',
    description: 'Adds up to 500 contacts to a static segment by their addresses. With `createMissing` unknown addresses become contacts.',
    returns: 'How many were added, and which addresses are unknown',
    refuses: [shortFault('emails must be an array of 1 to 500 addresses')],
  },
  'DELETE /segments/:id/members': {
    id: 'removeSegmentMembers',
    description: 'Takes up to 500 contacts out of a static segment by their addresses.',
    returns: 'How many were members',
    refuses: [shortFault('emails must be an array of 1 to 500 addresses')],
  },
  'POST /segments/:id/compute': {
    id: 'computeSegment',
    description:
      'Works out now who belongs to a tracked segment; otherwise that happens every five minutes. Entries and exits become events.',
    returns: 'Who came and who went',
    refuses: [fault('BAD_REQUEST', { message: 'Segment does not track membership' })],
  },
  'POST /segments/:id/refresh': {
    id: 'refreshSegment',
    description: 'Counts the members again. No events, no changes of membership.',
    returns: 'The number of members',
  },
};
