/**
 * Carries an import out, page by page. A page's contacts, their catalogue and the job's own place and counts are one transaction that
 * happens only if the job stands where the page begins: so each row counts once, whoever is killed, and whoever comes next goes on there.
 */
import { Fault } from '#kit/errors.ts';
import type { Blobs } from '#kit/store/blobs.ts';
import { isDatabaseDown } from '#kit/store/fault.ts';
import { encodeKey } from '#kit/store/keys.ts';
import type { Log } from '#kit/telemetry/log.ts';
import { batchOf, countPage } from '../domain/import-job.ts';
import { readHeader } from '../domain/import-header.ts';
import type { Columns } from '../domain/import-header.ts';
import { readRow } from '../domain/import-row.ts';
import type { RowError, RowReading } from '../domain/import-row.ts';
import type { Deliverable } from './deliverable.ts';
import type { ImportRow } from './import-model.ts';
import { readRecords } from './csv-records.ts';
import type { CsvRecord } from './csv-records.ts';
import { readText } from './text-source.ts';
import type { OpenFile } from './text-source.ts';
import { isOpen, Overtaken } from './imports-store.ts';
import type { ImportsStore } from './imports-store.ts';
import { MAX_FIELDS } from '../domain/field-limit.ts';
import type { AdmitFields } from '../fields/fields.ts';
import type { ContactPages } from '../upsert/upsert.ts';

interface Parts {
  imports: ImportsStore;
  pages: ContactPages;
  admitFields: AdmitFields;
  blobs: Blobs;
  deliverable: Deliverable;
  clock: () => Date;
  newId: () => string;
  log: Log;
}

/** Where the next page begins. */
interface Place {
  offset: number;
  records: number;
  at: Date;
}

interface Row {
  reading: RowReading;
  /** In the file. */
  number: number;
  end: number;
}

interface Page {
  place: Place;
  rows: Row[];
  refused?: RowError;
}

/**
 * Goes on with an import until it is done or `enough` says so between two pages; answers whether there is more to do. A file that
 * cannot be read ends the job as failed; what was written before stays.
 */
export type RunImport = (projectId: string, jobId: string, enough: () => boolean) => Promise<boolean>;

/** Bytes of one page, whatever its rows. */
const PAGE_BYTES = 4 * 1_048_576;

/** What the job's `failedReason` says. */
const reasonOf = ({ message, options }: Fault): string => options.errors?.[0]?.message ?? message;

async function headerOf(open: OpenFile): Promise<CsvRecord | undefined> {
  for await (const [first] of readRecords(readText(open, 0))) if (first) return first;
  return undefined;
}

export function createImportRun({ imports, pages, admitFields, blobs, deliverable, clock, newId, log }: Parts): RunImport {
  /** @param refused the error of the one row there is, which is only counted */
  async function writePage(job: ImportRow, { place, rows, refused }: Page): Promise<Place> {
    const good = rows.flatMap(({ reading }) => (!refused && 'patch' in reading ? [reading] : []));
    // In the order of the file, as their time is the same.
    const ids = good.map(() => newId()).toSorted();
    const now = new Date(Math.max(clock().getTime(), place.at.getTime() + 1));
    const next = { offset: rows.at(-1)!.end, records: rows.at(-1)!.number, at: now };
    const keys = new Set(good.flatMap(({ patch }) => [...patch.set.keys()]));
    await admitFields({ projectId: job.projectId, keys, most: MAX_FIELDS });
    await pages.writePage({
      projectId: job.projectId,
      now,
      rows: good.map(({ email, patch }, index) => ({ email, patch, newId: ids[index]! })),
      beside: (session, outcomes) => {
        const left = [...outcomes];
        const counted = rows.map(({ reading, number }) => {
          if (refused) return refused;
          if ('reason' in reading) return { row: number, ...reading };
          const outcome = left.shift()!;
          return outcome instanceof Error ? { row: number, email: reading.email, reason: 'processing_error' as const } : outcome;
        });
        return imports.advance(
          job,
          { from: place.offset, to: next.offset, records: next.records, at: now, ...countPage(counted) },
          session,
        );
      },
    });
    return next;
  }

  /** A page that is refused for no outage is written in halves, until the row to blame is alone. */
  async function write(job: ImportRow, place: Place, rows: Row[]): Promise<Place> {
    try {
      return await writePage(job, { place, rows });
    } catch (error) {
      if (error instanceof Overtaken || error instanceof Fault || isDatabaseDown(error)) throw error;
      log.warn(
        { jobId: job._id, row: rows[0]!.number, rows: rows.length, error: (error as Error).message },
        'a page of an import was refused',
      );
      if (rows.length === 1) {
        const [{ number, reading }] = rows as [Row];
        return writePage(job, { place, rows, refused: { row: number, email: reading.email, reason: 'processing_error' } });
      }
      const half = rows.length >> 1;
      return write(job, await write(job, place, rows.slice(0, half)), rows.slice(half));
    }
  }

  /** A page of a job that asks for it is verified as a whole, before it is written. */
  async function verifyAndWrite(job: ImportRow, place: Place, rows: Row[]): Promise<Place> {
    if (!job.verify) return write(job, place, rows);
    const emails = rows.flatMap(({ reading }) => ('patch' in reading ? [reading.email] : []));
    const known = await deliverable(job.projectId, emails);
    const verified = rows.map((row) => {
      const { email } = row.reading;
      return 'reason' in row.reading || known.has(email) ? row : { ...row, reading: { email, reason: 'undeliverable' as const } };
    });
    return write(job, place, verified);
  }

  function columnsOf(header: CsvRecord): Columns {
    const { fields, ...columns } = readHeader(header.cells);
    return { ...columns, fields: fields.map(({ at, key }) => ({ at, key: encodeKey(key) })) };
  }

  /** Answers true when it was stopped before the end. */
  async function readAll(job: ImportRow, enough: () => boolean): Promise<boolean> {
    const { _id, projectId, size = 0 } = job;
    const open: OpenFile = (start, most = size) => blobs.read(projectId, _id, { start, end: Math.min(size, start + most) });
    const header = await headerOf(open);
    const columns = columnsOf(header ?? { cells: [], number: 0, end: 0 });
    const begun = job.offset > 0;
    const start = begun ? { offset: job.offset, records: job.records } : { offset: header!.end, records: header!.number };
    // The first page begins at 0, header and all.
    let place: Place = { offset: job.offset, records: start.records, at: job.pageAt };
    let rows: Row[] = [];
    const batch = batchOf(size);
    for await (const records of readRecords(readText(open, start.offset))) {
      for (const { cells, number, end } of records) {
        rows.push({ reading: readRow(columns, cells), number: start.records + number, end: start.offset + end });
        if (rows.length < batch && start.offset + end - place.offset < PAGE_BYTES) continue;
        place = await verifyAndWrite(job, place, rows);
        rows = [];
        if (enough()) return true;
      }
    }
    if (rows.length > 0) place = await verifyAndWrite(job, place, rows);
    await imports.complete(job, place.offset, clock());
    return false;
  }

  return async function runImport(projectId, jobId, enough) {
    const job = await imports.find(projectId, jobId);
    if (!job || job.size === undefined) return false;
    try {
      if (isOpen(job) && (await readAll(job, enough))) return true;
    } catch (error) {
      // Another process was asked meanwhile and is ahead.
      if (error instanceof Overtaken) return true;
      if (!(error instanceof Fault) || error.status >= 500) throw error;
      await imports.fail(job, reasonOf(error), clock());
    }
    await blobs.remove(projectId, jobId);
    await imports.settle(job);
    return false;
  };
}
