/**
 * Blanks mail when its time is over (contract 6 "Retention"): bodies and attachments of the ledger's rows, messages of the development
 * inbox, then the blobs that no younger mail uses. Project by project, page by page along the index of a project's mails; a row says
 * how far a project is blanked, so that no mail is looked at twice and no index is paid by each mail. Harmless when done again.
 */
import { isDuplicateKey } from '#kit/store/fault.ts';
import { updateOf } from '#kit/store/bulk-write.ts';
import type { Blobs } from '#kit/store/blobs.ts';
import { BLOB_USE_BEHIND_MS } from '#kit/store/blobs.ts';
import { acrossProjects } from '#kit/store/tenancy.ts';
import { DAY_MS } from '#kit/time-window.ts';
import { createSweeper } from '#kit/sweeper.ts';
import type { Sweeper } from '#kit/sweeper.ts';
import type { Log } from '#kit/telemetry/log.ts';
import type { EmailRow } from '../domain/email.ts';
import type { Status } from '../domain/states.ts';
import type { CampaignMailContent } from './campaign-mails.ts';
import type { DeliveryModels, RetentionRow } from '../model.ts';
import { EPOCH } from '../model.ts';

export interface RetentionParts {
  models: Pick<DeliveryModels, 'emails' | 'inbox' | 'retention'>;
  blobs: Blobs;
  pages: CampaignMailContent;
  /** Age, in ms, at which a mail's content is blanked where its project does not say another. */
  keptMs: number;
  clock: () => Date;
  log: Log;
}

export interface Retention extends Sweeper {
  /** One pass over the projects that are due; answers how many mails it blanked. */
  sweep(): Promise<number>;
  /** What the project says itself; null: nothing. */
  daysOf(projectId: string): Promise<number | null>;
  /** Holds within minutes. What is blanked stays so. */
  setDays(projectId: string, days: number | null): Promise<void>;
}

const PAGE = 500;
const LOOK_EVERY_MS = 600_000;
/** A project is looked at this often, by one process; another takes over from one that died. */
const PROJECT_EVERY_MS = 3_600_000;

/** Still to be sent: its content is kept however old it is. */
const UNFINISHED: readonly Status[] = ['PENDING', 'SENDING'];

type Old = Pick<EmailRow, '_id' | 'status' | 'createdAt' | 'bodyHash' | 'skeletonHash' | 'attachments'>;
const OLD = { status: 1, createdAt: 1, bodyHash: 1, skeletonHash: 1, 'attachments.hash': 1 } as const;

function blobsOf({ bodyHash, skeletonHash, attachments }: Old): string[] {
  return [bodyHash, skeletonHash, ...attachments.map(({ hash }) => hash)].filter((hash) => typeof hash === 'string');
}

/** Mails in pages, without holding all of them. */
async function* pagesOf(rows: AsyncIterable<Old>): AsyncGenerator<Old[]> {
  let page: Old[] = [];
  for await (const row of rows) {
    page.push(row);
    if (page.length < PAGE) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

export function createRetention({ models: { emails, inbox, retention }, blobs, pages, keptMs, clock, log }: RetentionParts): Retention {
  async function blank(projectId: string, rows: readonly Old[]): Promise<number> {
    const content = { body: null, bodyHash: null, 'attachments.$[].hash': null };
    const { modifiedCount } = await emails.updateMany(
      { _id: { $in: rows.map(({ _id }) => _id) }, projectId, status: { $nin: UNFINISHED as Status[] } },
      updateOf({ $set: content, $unset: { skeletonHash: 1, values: 1 } }),
      { hint: { _id: 1 } },
    );
    return modifiedCount;
  }

  /** Mails before `until` are blanked, but for what is still to be sent: the row stays before the oldest of those. */
  async function blankMails(projectId: string, from: Date, until: Date): Promise<number> {
    const old = emails
      .find({ projectId, createdAt: { $gte: from, $lt: until } }, OLD)
      .sort({ createdAt: 1, _id: 1 })
      .lean<Old[]>()
      .cursor({ batchSize: PAGE }) as unknown as AsyncIterable<Old>;
    let [blanked, isHeld] = [0, false];
    for await (const page of pagesOf(old)) {
      const unfinished = page.filter(({ status }) => UNFINISHED.includes(status));
      await blobs.touch(projectId, [...new Set(unfinished.flatMap(blobsOf))]);
      blanked += await blank(projectId, page);
      if (!isHeld) await retention.updateOne({ _id: projectId, projectId }, { $set: { until: (unfinished[0] ?? page.at(-1)!).createdAt } });
      isHeld ||= unfinished.length > 0;
    }
    return blanked;
  }

  /** The project's row, when nobody has looked at it of late. */
  async function take(projectId: string): Promise<RetentionRow | null> {
    const now = clock();
    try {
      return await retention
        .findOneAndUpdate(
          { _id: projectId, projectId, takenAt: { $lt: new Date(now.getTime() - PROJECT_EVERY_MS) } },
          { $set: { takenAt: now }, $setOnInsert: { until: EPOCH } },
          { upsert: true, returnDocument: 'after' },
        )
        .lean<RetentionRow>();
    } catch (error) {
      // It is there, and was taken within the hour.
      if (isDuplicateKey(error)) return null;
      throw error;
    }
  }

  async function sweepProject(projectId: string): Promise<number> {
    const progress = await take(projectId);
    if (!progress) return 0;
    const until = new Date(clock().getTime() - (progress.keptDays ? progress.keptDays * DAY_MS : keptMs));
    const blanked = (await blankMails(projectId, progress.until, until)) + (await pages.blank(projectId, until));
    await inbox.deleteMany({ projectId, receivedAt: { $lt: until } });
    const removed = await blobs.removeUnused(projectId, new Date(until.getTime() - BLOB_USE_BEHIND_MS));
    if (blanked + removed > 0) log.info({ projectId, mails: blanked, blobs: removed }, 'old content is blanked');
    return blanked;
  }

  async function sweep(): Promise<number> {
    let blanked = 0;
    const projects = new Set([...(await acrossProjects(emails.distinct('projectId', {}))), ...(await pages.projects())]);
    for (const projectId of projects) blanked += await sweepProject(projectId);
    return blanked;
  }

  const sweeper = createSweeper(async () => void (await sweep()), 'old mails', { log, everyMs: LOOK_EVERY_MS });
  return {
    ...sweeper,
    sweep,
    daysOf: async (projectId) => (await retention.findOne({ _id: projectId, projectId }).lean<RetentionRow>())?.keptDays ?? null,
    async setDays(projectId, days) {
      const said =
        days === null ? { $unset: { keptDays: 1 as const }, $set: { takenAt: EPOCH } } : { $set: { keptDays: days, takenAt: EPOCH } };
      await retention.updateOne({ _id: projectId, projectId }, { ...said, $setOnInsert: { until: EPOCH } }, { upsert: true });
      sweeper.hint();
    },
  };
}
