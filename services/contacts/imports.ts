/**
 * Takes files in and sees to it that each is imported. The job's row is there before the first byte and says when it is to be looked
 * after, so neither a crash nor a Temporal that is away loses a job or leaves a file behind; starting is idempotent by workflow id.
 */
import type { Client } from '@temporalio/client';
import type { Call } from '#kit/contract/call.ts';
import { fault } from '#kit/errors.ts';
import type { Blobs } from '#kit/store/blobs.ts';
import { makeSweeper } from '#kit/sweeper.ts';
import type { Log } from '#kit/telemetry/log.ts';
import type { ImportFileRequest, ImportJob } from '#proto/contacts/v1/contacts.ts';
import { startImport } from '#temporal/lifecycle.ts';
import { importId } from './domain/import-job.ts';
import type { ImportRow } from './import-model.ts';
import { importView, isOpen } from './imports-store.ts';
import type { ImportsStore } from './imports-store.ts';

interface Parts {
  imports: ImportsStore;
  blobs: Blobs;
  temporal: () => Promise<Client>;
  clock: () => Date;
  /** 16 random bits. */
  random: () => number;
  log: Log;
}

export type Imports = ReturnType<typeof makeImports>;

const BATCH = 50;
/** A job that was started is looked at again after that long, should its workflow have been lost or ended by hand; a file takes no longer to come in. */
const AGAIN_MS = 3_600_000;

export function makeImports({ imports, blobs, temporal, clock, random, log }: Parts) {
  async function look({ _id: id, projectId, state, size }: Pick<ImportRow, '_id' | 'projectId' | 'state' | 'size'>): Promise<void> {
    if (size !== undefined && isOpen({ state })) {
      await startImport(await temporal(), { projectId, jobId: id });
      return imports.postpone(projectId, id, new Date(clock().getTime() + AGAIN_MS));
    }
    // It has ended, or its file never came to its end.
    await blobs.remove(projectId, id);
    await (size === undefined ? imports.remove(projectId, id) : imports.settle(projectId, id));
  }

  const sweeper = makeSweeper(async () => {
    for (const job of await imports.due(clock(), BATCH)) await look(job);
  }, 'imports', log);

  return {
    /** Stores the file and records its import, which begins in a moment, or when Temporal is back. */
    async begin(chunks: AsyncIterable<ImportFileRequest>, { projectId, now }: Call): Promise<ImportJob> {
      const id = importId(projectId, now, random());
      const job: ImportRow = {
        _id: id, projectId, filename: '', state: 'waiting', offset: 0, records: 0, pageAt: now, imported: 0, updated: 0, skipped: 0, faults: [], createdAt: now,
        due: new Date(now.getTime() + AGAIN_MS),
      };
      await imports.add(job);
      try {
        const size = await blobs.write(projectId, id, bytesOf(chunks, (filename) => { job.filename = filename; }));
        await imports.arrived(projectId, id, { size, filename: job.filename }, clock());
        sweeper.hint();
        return importView({ ...job, size });
      } catch (error) {
        await look(job).catch(() => log.info({ jobId: id }, 'what has come of a broken upload is removed later'));
        throw error;
      }
    },

    start: sweeper.start,
    stop: sweeper.stop,
  };
}

/** A stream that was cut off may look like one that is over, so the last chunk says that it is. */
async function* bytesOf(chunks: AsyncIterable<ImportFileRequest>, named: (filename: string) => void): AsyncGenerator<Uint8Array> {
  let ended = false;
  for await (const { bytes, filename, last } of chunks) {
    if (filename != null) named(filename);
    if (bytes.length > 0) yield bytes;
    ended = last;
  }
  if (!ended) throw fault('INVALID_REQUEST_BODY', { message: 'The upload broke off' });
}
