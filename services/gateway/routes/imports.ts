/** CSV imports and the export of contacts (contract 2.7, 4.4). */
import { Readable } from 'node:stream';
import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyError } from 'fastify';
import { z } from 'zod';
import { shortFault } from '#kit/errors.ts';
import { ContactsServiceDefinition as Contacts } from '#proto/contacts/v1/contacts.ts';
import type { ExportChunk, ImportFileRequest } from '#proto/contacts/v1/contacts.ts';
import { importJob, queuedImport, serializeImportJob } from '../records/contact.ts';
import { bare, promised } from '../reply.ts';
import { ownRoute, route } from '../route.ts';
import type { Route } from '../route.ts';
import { choice, fragment } from '../schemas.ts';

const CSV_TYPES: ReadonlySet<string> = new Set(['text/csv', 'application/csv', 'application/vnd.ms-excel']);
const NAMELESS = 'application/octet-stream';

/** Contract 2.7 "Upload": by type, or by name in any case. */
function isCsv(type: string, name: string): boolean {
  const named = /\.csv$/i.test(name);
  return named || (type !== NAMELESS && CSV_TYPES.has(type.split(';')[0]!.trim().toLowerCase()));
}

type Parts = AsyncIterator<Multipart>;

/** The first file of the form; undefined when there is none. What follows it stays to be read. */
async function fileOf(parts: Parts): Promise<MultipartFile | undefined> {
  for (let step = await parts.next(); !step.done; step = await parts.next()) if (step.value.type === 'file') return step.value;
  return undefined;
}

/** Reads the form to its end, as its fields may follow the file. Faults only when it was cut off: other parts do not matter here. */
async function finish(parts: Parts): Promise<void> {
  try {
    while (!(await parts.next()).done);
  } catch (error) {
    if ((error as FastifyError).code === 'FST_MP_PREMATURE_CLOSE') throw error;
  }
}

const verifyField = z
  .string()
  .optional()
  .meta({
    examples: ['true'],
    description: '`true`: rows whose address cannot take mail are skipped as `undeliverable`',
  });

function asksToVerify({ verify }: MultipartFile['fields']): boolean {
  return verify !== undefined && 'value' in verify && verify.value === 'true';
}

/** The file as it arrives; nothing is gathered. Faults in the short form when it is too large. */
async function* chunksOf({ file, filename, fields }: MultipartFile, parts: Parts, limitMb: number): AsyncGenerator<ImportFileRequest> {
  const empty = { bytes: new Uint8Array(), last: false, verify: false };
  yield { ...empty, filename };
  for await (const bytes of file) {
    if (file.truncated) break;
    yield { ...empty, bytes };
  }
  if (file.truncated) throw shortFault(`CSV file is larger than ${limitMb} MB`);
  await finish(parts);
  yield { ...empty, last: true, verify: asksToVerify(fields) };
}

const exportQuery = z.object({
  search: fragment,
  subscribed: choice(['true', 'false'], undefined),
  raw: choice(['true', 'false'], undefined),
});

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
    summary: 'Import contacts from CSV',
    auth: 'secret-key-or-session',
    multipart: { name: 'file', types: ['text/csv'], example: 'email,firstName\r\nada@example.org,Ada\r\n' },
    formFields: z.object({ verify: verifyField }),
    long: true,
    target: [Contacts, 'importFile'],
    reply: promised(202, queuedImport),
    async answer({ http, caller }, { client, config }) {
      const { importMaxMb } = config.http;
      if (!http.isMultipart()) throw shortFault('CSV file is required');
      const parts = http.parts({ limits: { fileSize: importMaxMb * 1_048_576 } });
      const part = await fileOf(parts).catch(() => undefined);
      if (!part || part.fieldname !== 'file') throw shortFault('CSV file is required');
      if (!isCsv(part.mimetype, part.filename)) throw shortFault('Only CSV files are accepted');
      const { id } = await client(Contacts).importFile(chunksOf(part, parts, importMaxMb), caller);
      return { status: 202, json: { jobId: id, status: 'queued', message: 'The import was queued' } };
    },
  }),
  route('GET /contacts/import/:jobId', {
    summary: 'Follow an import',
    auth: 'secret-key-or-session',
    target: [Contacts, 'getImport'],
    request: ({ params }) => ({ id: params['jobId']! }),
    reply: bare(importJob),
    serialize: serializeImportJob,
  }),
  ownRoute('GET /contacts/export', {
    summary: 'Export contacts as CSV',
    auth: 'secret-key-or-session',
    query: exportQuery,
    long: true,
    target: [Contacts, 'exportContacts'],
    reply: promised(200, z.string(), 'text/csv'),
    async answer({ query: { search, subscribed, raw }, caller }, { client }) {
      const asked = {
        search,
        subscribed: subscribed === undefined ? undefined : subscribed === 'true',
        raw: raw === 'true',
      };
      const chunks = client(Contacts).exportContacts(asked, caller)[Symbol.asyncIterator]();
      // What fails before the first byte is answered as an error; later the connection breaks, so that nobody takes a part for the whole.
      const first = await chunks.next();
      const headers = { 'Content-Type': 'text/csv; charset=utf-8', 'Content-Disposition': 'attachment; filename="contacts.csv"' };
      return { status: 200, raw: Readable.from(following(first, chunks), { objectMode: false }), headers };
    },
  }),
];
