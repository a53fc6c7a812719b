/** CSV imports and the export of contacts (seed §2.7, §4.4; decisions 2.7, 4.4, 10). */
import { Readable } from 'node:stream';
import { z } from 'zod';
import { shortFault } from '#kit/errors.ts';
import { ContactsServiceDefinition as Contacts } from '#proto/contacts/v1/contacts.ts';
import type { ExportChunk, ImportFileRequest } from '#proto/contacts/v1/contacts.ts';
import { importJob, queuedImport, tellImportJob } from '../records/contact.ts';
import { bare, promised } from '../reply.ts';
import { ownRoute, route } from '../route.ts';
import type { Route } from '../route.ts';
import { choice, words } from '../schemas.ts';

const CSV_TYPES: ReadonlySet<string> = new Set(['text/csv', 'application/csv', 'application/vnd.ms-excel']);
const NAMELESS = 'application/octet-stream';

/** Decisions 10 "Import": by type, or by name in any case. */
function isCsv(type: string, name: string): boolean {
  const named = /\.csv$/i.test(name);
  return named || (type !== NAMELESS && CSV_TYPES.has(type.split(';')[0]!.trim().toLowerCase()));
}

interface File extends AsyncIterable<Buffer> {
  truncated: boolean;
}

/** The file as it arrives; nothing is gathered. Faults in the short form when it is too large. */
async function* chunksOf(file: File, filename: string, limitMb: number): AsyncGenerator<ImportFileRequest> {
  yield { bytes: new Uint8Array(), filename, last: false };
  for await (const bytes of file) {
    if (file.truncated) break;
    yield { bytes, last: false };
  }
  if (file.truncated) throw shortFault(`CSV file is larger than ${limitMb} MB`);
  yield { bytes: new Uint8Array(), last: true };
}

const exportQuery = z.object({ search: words, subscribed: choice(['true', 'false'], undefined), formulas: choice(['escaped'], undefined) });

/** The rest of a stream whose first piece is here. */
async function* following(first: IteratorResult<ExportChunk>, rest: AsyncIterator<ExportChunk>): AsyncGenerator<string> {
  try {
    for (let step = first; !step.done; step = await rest.next()) yield step.value.text;
  } finally {
    await rest.return?.();
  }
}

export const importRoutes: Route[] = [
  ownRoute('POST /contacts/import', {
    summary: 'Imports contacts from a CSV file (part `file`) in the background',
    auth: 'secret-key-or-session',
    multipart: 'file',
    long: true,
    target: [Contacts, 'importFile'],
    reply: promised(202, queuedImport),
    async answer({ http, caller }, { client, config }) {
      const { importMaxMb } = config.http;
      const part = http.isMultipart() ? await http.file({ limits: { fileSize: importMaxMb * 1_048_576 } }).catch(() => undefined) : undefined;
      if (!part || part.fieldname !== 'file') throw shortFault('CSV file is required');
      if (!isCsv(part.mimetype, part.filename)) throw shortFault('Only CSV files are accepted');
      const { id } = await client(Contacts).importFile(chunksOf(part.file, part.filename, importMaxMb), caller);
      return { status: 202, json: { jobId: id, status: 'queued', message: 'The import was queued' } };
    },
  }),
  route('GET /contacts/import/:jobId', {
    summary: 'How far an import has come',
    auth: 'secret-key-or-session',
    target: [Contacts, 'getImport'],
    request: ({ params }) => ({ id: params['jobId']! }),
    reply: bare(importJob),
    tell: tellImportJob,
  }),
  ownRoute('GET /contacts/export', {
    summary: 'Contacts as CSV, with the columns an import takes',
    auth: 'secret-key-or-session',
    query: exportQuery,
    long: true,
    target: [Contacts, 'exportContacts'],
    reply: promised(200, z.string(), 'text/csv'),
    async answer({ query: { search, subscribed, formulas }, caller }, { client }) {
      const asked = { search, subscribed: subscribed === undefined ? undefined : subscribed === 'true', escapeFormulas: formulas === 'escaped' };
      const chunks = client(Contacts).exportContacts(asked, caller)[Symbol.asyncIterator]();
      // What fails before the first byte is told as an error; later the connection breaks, so that nobody takes a part for the whole.
      const first = await chunks.next();
      const headers = { 'Content-Type': 'text/csv; charset=utf-8', 'Content-Disposition': 'attachment; filename="contacts.csv"' };
      return { status: 200, raw: Readable.from(following(first, chunks), { objectMode: false }), headers };
    },
  }),
];
