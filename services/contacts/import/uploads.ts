/**
 * Takes files in and sees to it that each is imported. The job's row is there before the first byte and says when it is to be looked
 * after, so neither a crash nor a Temporal that is away loses a job or leaves a file behind; starting is idempotent by workflow id.
 */
import type { Client } from '@temporalio/client';
import type { Call } from '#kit/contract/call.ts';
import { fault } from '#kit/errors.ts';
import type { Blobs } from '#kit/store/blobs.ts';
import { createSweeper } from '#kit/sweeper.ts';
import type { Log } from '#kit/telemetry/log.ts';
import type { ImportFileRequest, ImportJob } from '#proto/contacts/v1/contacts.ts';
import { startImport } from '#temporal/lifecycle.ts';
import { importId } from '../domain/import-job.ts';
import type { ImportRow } from './import-model.ts';
import { importView, isOpen } from './imports-store.ts';
import type { ArrivedFile, ImportsStore } from './imports-store.ts';

interface Parts {
  imports: ImportsStore;
  blobs: Blobs;
  temporal: () => Promise<Client>;
  clock: () => Date;
  /** 16 random bits. */
  random: () => number;
  log: Log;
}

export interface Uploads {
  /** Stores the file and records its import, which begins in a moment, or when Temporal is back. */
  begin(chunks: AsyncIterable<ImportFileRequest>, call: Call): Promise<ImportJob>;
  start(): void;
  stop(): Promise<void>;
}

const BATCH = 50;
/** Should a workflow have been lost or ended by hand, its job is looked at again then; a file takes no longer to come in. */
const AGAIN_MS = 3_600_000;

export function createUploads({ imports, blobs, temporal, clock, random, log }: Parts): Uploads {
  /** Sees to one job that is due. */
  async function look(job: Pick<ImportRow, '_id' | 'projectId' | 'state' | 'size'>): Promise<void> {
    const { _id: id, projectId, state, size } = job;
    if (size !== undefined && isOpen({ state })) {
      await startImport(await temporal(), { projectId, jobId: id });
      return imports.postpone(job, new Date(clock().getTime() + AGAIN_MS));
    }
    // It has ended, or its file never came to its end.
    await blobs.remove(projectId, id);
    await (size === undefined ? imports.remove(job) : imports.settle(job));
  }

  const sweeper = createSweeper(
    async () => {
      for (const job of await imports.due(clock(), BATCH)) await look(job);
    },
    'imports',
    { log },
  );

  async function begin(chunks: AsyncIterable<ImportFileRequest>, { projectId, now }: Call): Promise<ImportJob> {
    const job = newImport(importId(projectId, now, random()), projectId, now);
    await imports.add(job);
    try {
      const asked = { filename: '', verify: false };
      const size = await blobs.write(projectId, job._id, bytesOf(chunks, asked));
      const file = { ...asked, size };
      await imports.arrived(job, file, clock());
      sweeper.hint();
      return importView({ ...job, ...file });
    } catch (error) {
      await look(job).catch(() => log.info({ jobId: job._id }, 'what has come of a broken upload is removed later'));
      throw error;
    }
  }

  return { begin, start: sweeper.start, stop: sweeper.stop };
}

function newImport(id: string, projectId: string, now: Date): ImportRow {
  return {
    _id: id,
    projectId,
    filename: '',
    state: 'waiting',
    offset: 0,
    records: 0,
    pageAt: now,
    imported: 0,
    updated: 0,
    skipped: 0,
    faults: [],
    createdAt: now,
    due: new Date(now.getTime() + AGAIN_MS),
  };
}

/**
 * A stream that was cut off may look like one that is over, so the last chunk says that it is.
 * @param asked learns what the chunks say beside the bytes
 */
async function* bytesOf(
  chunks: AsyncIterable<ImportFileRequest>,
  asked: Pick<ArrivedFile, 'filename' | 'verify'>,
): AsyncGenerator<Uint8Array> {
  let ended = false;
  for await (const { bytes, filename, last, verify } of chunks) {
    if (filename != null) asked.filename = filename;
    if (bytes.length > 0) yield bytes;
    asked.verify = verify;
    ended = last;
  }
  if (!ended) throw fault('INVALID_REQUEST_BODY', { message: 'The upload broke off' });
}
