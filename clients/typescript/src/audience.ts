/** Contacts with their fields, imports and bulk jobs; segments; events. */
import { PosthornError } from './errors.ts';
import type { Answer, Body, Query, Schema } from './operation.ts';
import { byCursor, byPage } from './paging.ts';
import type { RequestOptions, Transport } from './transport.ts';
import { watched } from './watching.ts';

const hasEnded = ({ status }: { status: string }): boolean => status === 'completed' || status === 'failed';

/** What becomes of a CSV file. */
export interface ImportOptions extends RequestOptions {
  /** Rows whose address cannot take mail are skipped. */
  verify?: boolean;
  /** Called with each state of the job that differs from the one before. */
  onProgress?(job: Schema<'ImportJob'>): void;
  /** Milliseconds between two looks at the job; 1,000 by default. */
  everyMs?: number;
}

function importsOf({ call }: Transport) {
  const start = (csv: Blob | string, { verify, ...options }: Pick<ImportOptions, 'verify' | keyof RequestOptions> = {}) => {
    const form = new FormData();
    if (verify) form.append('verify', 'true');
    form.append('file', new Blob([csv], { type: 'text/csv' }), csv instanceof File ? csv.name : 'contacts.csv');
    return call('importContacts', { body: form }, { timeoutMs: 0, ...options });
  };
  const get = (jobId: string, options?: RequestOptions) => call('getContactImport', { path: { jobId } }, options);
  /** The job's states until it has ended. */
  const watch = (jobId: string, { everyMs, ...options }: Pick<ImportOptions, 'everyMs' | keyof RequestOptions> = {}) =>
    watched(() => get(jobId, options), { hasEnded, everyMs, signal: options.signal });
  /**
   * Imports a file to its end.
   * @throws PosthornError when the job failed
   */
  async function run(csv: Blob | string, { verify, onProgress, everyMs, ...options }: ImportOptions = {}): Promise<Schema<'ImportJob'>> {
    const { jobId } = await start(csv, { verify, ...options });
    let last: Schema<'ImportJob'> | undefined;
    for await (const job of watch(jobId, { everyMs, ...options })) {
      last = job;
      onProgress?.(job);
    }
    if (last!.status === 'failed') throw new PosthornError(`The import failed: ${last!.failedReason ?? 'no reason was given'}`);
    return last!;
  }
  return { start, get, watch, run };
}

function bulkOf({ call }: Transport) {
  const get = (jobId: string, options?: RequestOptions) => call('getBulkJob', { path: { jobId } }, options);
  return {
    subscribe: (which: Body<'bulkSubscribeContacts'>, options?: RequestOptions) => call('bulkSubscribeContacts', { body: which }, options),
    unsubscribe: (which: Body<'bulkUnsubscribeContacts'>, options?: RequestOptions) =>
      call('bulkUnsubscribeContacts', { body: which }, options),
    delete: (which: Body<'bulkDeleteContacts'>, options?: RequestOptions) => call('bulkDeleteContacts', { body: which }, options),
    get,
    /** The job's states until it has ended. */
    watch: (jobId: string, { everyMs, ...options }: Pick<ImportOptions, 'everyMs' | keyof RequestOptions> = {}) =>
      watched(() => get(jobId, options), { hasEnded, everyMs, signal: options.signal }),
  };
}

const fieldsOf = ({ call }: Transport) => ({
  list: (options?: RequestOptions) => call('listContactFields', {}, options),
  values: (field: string, query?: Query<'listContactFieldValues'>, options?: RequestOptions) =>
    call('listContactFieldValues', { path: { field }, query }, options),
  /** Segments, campaigns and workflows that refer to a field. */
  usage: (field: string, options?: RequestOptions) => call('getContactFieldUsage', { path: { field } }, options),
  delete: (field: string, options?: RequestOptions) => call('deleteContactField', { path: { field } }, options),
});

export const contactsOf = (transport: Transport) => {
  const { call, open } = transport;
  return {
    list: (query?: Query<'listContacts'>, options?: RequestOptions) => call('listContacts', { query }, options),
    /** Every contact the query finds. */
    each: (query?: Query<'listContacts'>, options?: RequestOptions) =>
      byCursor((cursor) => call('listContacts', { query: { ...query, cursor } }, options)),
    /** Creates a contact, or merges into the one with this address. */
    upsert: (contact: Body<'upsertContact'>, options?: RequestOptions) => call('upsertContact', { body: contact }, options),
    get: (id: string, options?: RequestOptions) => call('getContact', { path: { id } }, options),
    /** Changes what is sent; `data: null` clears all custom fields. */
    update: (id: string, changes: Body<'updateContact'>, options?: RequestOptions) =>
      call('updateContact', { path: { id }, body: changes }, options),
    delete: (id: string, options?: RequestOptions) => call('deleteContact', { path: { id } }, options),
    /** Which of up to 500 addresses are contacts. */
    lookup: (emails: string[], options?: RequestOptions) => call('lookupContacts', { body: { emails } }, options),
    /** CSV with the columns an import takes, as it arrives. */
    export: async (query?: Query<'exportContacts'>, options?: RequestOptions): Promise<ReadableStream<Uint8Array>> =>
      (await open('exportContacts', { query }, { timeoutMs: 0, ...options })).body!,
    fields: fieldsOf(transport),
    imports: importsOf(transport),
    bulk: bulkOf(transport),
  };
};

export const segmentsOf = ({ call }: Transport) => ({
  list: (options?: RequestOptions) => call('listSegments', {}, options),
  create: (segment: Body<'createSegment'>, options?: RequestOptions) => call('createSegment', { body: segment }, options),
  /** Whom a condition would find. */
  preview: (asked: Body<'previewSegment'>, options?: RequestOptions) => call('previewSegment', { body: asked }, options),
  get: (id: string, options?: RequestOptions) => call('getSegment', { path: { id } }, options),
  update: (id: string, changes: Body<'updateSegment'>, options?: RequestOptions) =>
    call('updateSegment', { path: { id }, body: changes }, options),
  delete: (id: string, options?: RequestOptions) => call('deleteSegment', { path: { id } }, options),
  contacts: (id: string, query?: Query<'listSegmentContacts'>, options?: RequestOptions) =>
    call('listSegmentContacts', { path: { id }, query }, options),
  /** Every member. */
  eachContact: (id: string, options?: RequestOptions) =>
    byPage((page) => call('listSegmentContacts', { path: { id }, query: { page, pageSize: 100 } }, options)),
  addMembers: (id: string, members: Body<'addSegmentMembers'>, options?: RequestOptions) =>
    call('addSegmentMembers', { path: { id }, body: members }, options),
  removeMembers: (id: string, members: Body<'removeSegmentMembers'>, options?: RequestOptions) =>
    call('removeSegmentMembers', { path: { id }, body: members }, options),
  /** Members anew, with the events of who came and went. */
  compute: (id: string, options?: RequestOptions) => call('computeSegment', { path: { id } }, options),
  /** The count anew, without events. */
  refresh: (id: string, options?: RequestOptions) => call('refreshSegment', { path: { id } }, options),
});

export const eventsOf = ({ call }: Transport) => ({
  /** Says that something happened to a contact, with the public key. */
  track: (event: Body<'trackEvent'>, options?: RequestOptions) => call('trackEvent', { body: event }, options),
  /** The same with the secret key or a session; an event without a contact too. */
  record: (event: Body<'recordEvent'>, options?: RequestOptions): Promise<Answer<'recordEvent'>> =>
    call('recordEvent', { body: event }, options),
  list: (query?: Query<'listEvents'>, options?: RequestOptions) => call('listEvents', { query }, options),
  ofContact: (contactId: string, query?: Query<'listContactEvents'>, options?: RequestOptions) =>
    call('listContactEvents', { path: { contactId }, query }, options),
  names: (options?: RequestOptions) => call('listEventNames', {}, options),
  stats: (query?: Query<'countEvents'>, options?: RequestOptions) => call('countEvents', { query }, options),
  /** What refers to an event's name. */
  usage: (eventName: string, options?: RequestOptions) => call('getEventUsage', { path: { eventName } }, options),
  /** Deletes every event of the name. */
  delete: (eventName: string, options?: RequestOptions) => call('deleteEvents', { path: { eventName } }, options),
});
