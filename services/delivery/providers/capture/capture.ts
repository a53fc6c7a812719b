/** Development's provider: keeps each message in the inbox and calls it delivered. */
import type { Model } from 'mongoose';
import { writesOf } from '#kit/store/bulk-write.ts';
import { createBatcher } from '#kit/store/batcher.ts';
import { acrossProjects } from '#kit/store/tenancy.ts';
import type { Blobs } from '#kit/store/blobs.ts';
import type { InboxRow } from '../../model.ts';
import type { Accepted, Outgoing, Provider } from '../port.ts';
import { Refused } from '../port.ts';

export const INBOX_KEEPS = 1_000;
/** Trimming leaves younger mail alone, so that an unknown outcome can still be looked up. */
const YOUNG_MS = 5 * 60_000;
const TRIM_EVERY = 200;
/** Enough to seem at once, and leaves most of a core to requests. */
const QUOTA = 250;
/** A document of MongoDB holds 16 MB. */
const INLINE_MAX = 8 * 1_048_576;
const ACCEPTED: Accepted = { reply: '250 captured', delivered: true };

export function createCaptureProvider(model: Model<InboxRow>, blobs: Blobs, clock: () => Date): Provider {
  const sinceTrim = new Map<string, number>();

  const store = createBatcher<Outgoing & { rawHash: string | null }, void>({
    max: 100,
    write: async (messages) => {
      const receivedAt = clock();
      await model.bulkWrite(
        writesOf(
          messages.map(({ emailId, projectId, attempt, envelope, from, subject, raw, rawHash }) => ({
            updateOne: {
              filter: { _id: emailId, projectId },
              update: {
                $setOnInsert: { from, to: envelope.to, subject, receivedAt, raw: rawHash ? null : raw, rawHash },
                $addToSet: { attempts: attempt },
              },
              upsert: true,
            },
          })),
        ),
        { ordered: false },
      );
      return messages.map(() => undefined);
    },
  });

  async function trim(projectId: string): Promise<void> {
    const count = (sinceTrim.get(projectId) ?? 0) + 1;
    sinceTrim.set(projectId, count % TRIM_EVERY);
    if (count < TRIM_EVERY) return;
    const [last] = await model.find({ projectId }, { receivedAt: 1 }).sort({ receivedAt: -1 }).skip(INBOX_KEEPS).limit(1).lean();
    if (!last) return;
    const before = new Date(Math.min(last.receivedAt.getTime(), clock().getTime() - YOUNG_MS));
    await model.deleteMany({ projectId, receivedAt: { $lte: before } });
  }

  return {
    name: 'capture',
    quota: QUOTA,
    async send(message, handingOver) {
      handingOver();
      try {
        const rawHash = message.raw.length > INLINE_MAX ? await blobs.put(message.projectId, message.raw) : null;
        await store({ ...message, rawHash });
      } catch (error) {
        throw new Refused({ text: `inbox: ${(error as Error).message}`, stage: 'connection' });
      }
      // The mail is kept; what trimming meets is not its concern.
      await trim(message.projectId).catch(() => undefined);
      return ACCEPTED;
    },
    async outcomeOf(emailId) {
      return (await acrossProjects(model.exists({ _id: emailId }))) ? ACCEPTED : null;
    },
    async close() {},
  };
}
