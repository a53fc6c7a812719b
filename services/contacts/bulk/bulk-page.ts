/**
 * One page of a bulk job: the contacts' changes, their facts, the catalogue and the job's own progress are one transaction, so a page
 * counts once, whoever is killed and however often it is asked for.
 */
import { setTimeout } from 'node:timers/promises';
import type { ClientSession } from 'mongoose';
import { derivedId } from '#kit/derived-id.ts';
import { bulkWrite } from '#kit/store/bulk-write.ts';
import { outboxHint, pending } from '#kit/facts/outbox.ts';
import type { Catalogue, UnitOfWork } from '../fields/fields.ts';
import { BULK_PAGE, MAX_BULK_ERRORS, planPage } from '../domain/bulk.ts';
import type { BulkState, PagePlan } from '../domain/bulk.ts';
import { deleted, flipFact } from '../domain/contact-facts.ts';
import { withFact, touchedAt } from '../contact-update.ts';
import type { JobModel, JobRow } from './job-model.ts';
import type { ContactModel, ContactRow } from '../model.ts';

type PageRow = Pick<ContactRow, '_id' | 'projectId' | 'email' | 'subscribed' | 'createdAt' | 'updatedAt' | 'data' | 'block'>;

interface Page {
  rows: PageRow[];
  /** Ids that must be accounted for; empty when a query found the rows. */
  asked: string[];
  /** What the job remembers. */
  progress: Partial<JobRow>;
  isLast: boolean;
}

interface Parts {
  contacts: ContactModel;
  jobs: JobModel;
  catalogue: Catalogue;
  clock: () => Date;
}

const FIELDS = { projectId: 1, email: 1, subscribed: 1, createdAt: 1, updatedAt: 1, data: 1, block: 1 } as const;
const OPEN: BulkState[] = ['waiting', 'active'];
const PUBLISH_WAIT_MS = 50;
const PUBLISH_LOOKS = 20;

const within = (session?: ClientSession) => (session ? { session } : {});

/** Carries out the next page of a job; answers whether there is another. A job that has ended, or is gone, has none. */
export type RunBulkPage = (projectId: string, jobId: string) => Promise<boolean>;

export function createBulkPages({ contacts, jobs, catalogue, clock }: Parts): RunBulkPage {
  const slice = (job: JobRow, size: number) => ({ contactIds: { $slice: ['$contactIds', job.position, size] } });

  async function pageOfIds(job: JobRow, session?: ClientSession): Promise<Page> {
    const { _id, projectId, position, expected } = job;
    const part = await jobs.findOne({ _id, projectId }, slice(job, BULK_PAGE) as object, within(session)).lean<JobRow>();
    const asked = part?.contactIds ?? [];
    const rows = await contacts.find({ projectId, _id: { $in: asked } }, FIELDS, within(session)).lean<PageRow[]>();
    const end = position + asked.length;
    return { rows, asked, progress: { position: end }, isLast: asked.length === 0 || end >= expected };
  }

  /** Contacts made after the job are not met; those that change on the way are met as they are then. */
  async function pageOfQuery(job: JobRow, session?: ClientSession): Promise<Page> {
    const { _id, projectId, pattern, subscribed, after, createdAt } = job;
    const behind = after
      ? [{ createdAt: { $gte: after.createdAt } }, { $or: [{ createdAt: { $gt: after.createdAt } }, { _id: { $gt: after.id } }] }]
      : [];
    const filter = { projectId, ...(subscribed === undefined ? {} : { subscribed }), ...(pattern ? { email: { $regex: pattern } } : {}) };
    const met = await contacts
      .find({ ...filter, $and: [{ createdAt: { $lte: createdAt } }, ...behind] }, FIELDS, within(session))
      .sort({ createdAt: 1, _id: 1 })
      .limit(BULK_PAGE)
      .lean<PageRow[]>();
    const excluded = await jobs
      .findOne(
        { _id, projectId },
        { excludeIds: { $setIntersection: ['$excludeIds', met.map((row) => row._id)] } } as object,
        within(session),
      )
      .lean<JobRow>();
    const without = new Set(excluded?.excludeIds);
    const last = met.at(-1);
    return {
      rows: met.filter((row) => !without.has(row._id)),
      asked: [],
      progress: last ? { after: { createdAt: last.createdAt, id: last._id } } : {},
      isLast: met.length < BULK_PAGE,
    };
  }

  async function remove({ projectId }: JobRow, rows: PageRow[], { session, deltas, emails, publish }: UnitOfWork): Promise<void> {
    const now = clock();
    await contacts.deleteMany({ projectId, _id: { $in: rows.map(({ _id }) => _id) } }, { session });
    for (const row of rows) {
      deltas.add({ projectId, before: row, after: null, at: now });
      publish(row, deleted(now));
      if (row.block !== undefined) emails.remove(projectId, row.email, row.block);
    }
  }

  async function flip({ _id: jobId, projectId, operation }: JobRow, rows: PageRow[], { session, deltas }: UnitOfWork): Promise<void> {
    const now = clock();
    const subscribed = operation === 'subscribe';
    for (const row of rows) deltas.add({ projectId, before: row, after: { ...row, subscribed }, at: now });
    const writes = rows.map(({ _id }) => {
      const fact = pending(flipFact({ id: derivedId(`${jobId} ${_id}`), projectId, subscribed, at: now, contactId: _id }));
      return { updateOne: { filter: { _id, projectId }, update: [{ $set: { subscribed, ...touchedAt(now), ...withFact(fact) } }] } };
    });
    await bulkWrite(contacts, writes, { session });
  }

  /** Facts pending in contacts about to be deleted are given a second to be published first. */
  async function awaitPublication(job: JobRow): Promise<void> {
    if (job.operation !== 'delete') return;
    const { projectId } = job;
    for (let look = 0; look < PUBLISH_LOOKS; look += 1) {
      const ids = (await pageOf(job)).rows.map(({ _id }) => _id);
      if (!(await contacts.exists({ projectId, _id: { $in: ids }, outbox: { $exists: true } }))) return;
      outboxHint(contacts);
      await setTimeout(PUBLISH_WAIT_MS);
    }
  }

  const pageOf = (job: JobRow, session?: ClientSession): Promise<Page> =>
    job.mode === 'ids' ? pageOfIds(job, session) : pageOfQuery(job, session);
  const openJob = (projectId: string, jobId: string) => ({ _id: jobId, projectId, state: { $in: OPEN } });

  function record(job: JobRow, { progress, isLast, plan }: Page & { plan: PagePlan<PageRow> }, session: ClientSession): Promise<unknown> {
    const { successCount, unchangedCount, failureCount, errors } = plan;
    return jobs.updateOne(
      { _id: job._id, projectId: job.projectId },
      {
        $set: { ...progress, state: isLast ? 'completed' : 'active', ...(isLast ? { endedAt: clock() } : {}) },
        $inc: { successCount, unchangedCount, failureCount },
        $push: { faults: { $each: errors, $slice: MAX_BULK_ERRORS } },
        ...(isLast ? { $unset: { startDue: 1 } } : {}),
      },
      { session },
    );
  }

  function runInTransaction(projectId: string, jobId: string): Promise<boolean> {
    return catalogue.commit([projectId], async (unit) => {
      const { session } = unit;
      const job = await jobs.findOne(openJob(projectId, jobId), { contactIds: 0, excludeIds: 0 }, { session }).lean<JobRow>();
      if (!job) return true;
      const met = await pageOf(job, session);
      const ids = met.rows.map(({ _id }) => _id);
      const page = (await unit.countPending(ids, clock())) > 0 ? await pageOf(job, session) : met;
      const plan = planPage(job.operation, page.rows, page.asked);
      if (plan.change.length > 0) await (job.operation === 'delete' ? remove : flip)(job, plan.change, unit);
      await record(job, { ...page, plan }, session);
      return page.isLast;
    });
  }

  return async function runBulkPage(projectId, jobId) {
    const waiting = await jobs.findOne(openJob(projectId, jobId), { contactIds: 0, excludeIds: 0 }).lean<JobRow>();
    if (!waiting) return false;
    await awaitPublication(waiting);
    const isLast = await runInTransaction(projectId, jobId);
    if (waiting.operation !== 'delete') outboxHint(contacts);
    return !isLast;
  };
}
