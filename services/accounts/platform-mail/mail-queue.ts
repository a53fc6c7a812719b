/** Platform mail that is still to be written, as documents: asked for in one write, so that an answer says nothing about an account. */
import type { ClientSession, Connection, Model } from 'mongoose';
import { plainSchema } from '#kit/store/schema.ts';
import type { MailKind } from './wording.ts';

export interface MailOrder {
  kind: MailKind;
  /** The address, which need not belong to anybody. Null: the admins of the project. */
  to: string | null;
  projectId: string | null;
  /** What a notice is about. */
  name: string | null;
}

export interface MailOrderRow extends MailOrder {
  /** The mail's idempotency: written twice, it is one row in the ledger. */
  _id: string;
  dueAt: Date;
  attempts: number;
  createdAt: Date;
}

export interface MailQueue {
  model: Model<MailOrderRow>;
  /** @param id the same id is the same mail */
  add(id: string, order: MailOrder & { now: Date }, session?: ClientSession): Promise<void>;
  /** The order that is due longest, this process's for a minute. */
  claim(now: Date): Promise<MailOrderRow | null>;
  postpone(id: string, until: Date): Promise<void>;
  remove(id: string): Promise<void>;
}

const LEASE_MS = 60_000;

const schema = () =>
  plainSchema(
    { kind: String, to: String, projectId: String, name: String, dueAt: Date, attempts: Number, createdAt: Date },
    { indexes: [[{ dueAt: 1 }]] },
  );

export function createMailQueue(mongo: Connection): MailQueue {
  const model = mongo.model<MailOrderRow>('PlatformMail', schema(), 'platform_mails');
  return {
    model,
    async add(id, { now, ...order }, session) {
      const row = { ...order, dueAt: now, attempts: 0, createdAt: now };
      await model.updateOne({ _id: id }, { $setOnInsert: row }, { upsert: true, ...(session && { session }) });
    },
    claim: (now) =>
      model
        .findOneAndUpdate(
          { dueAt: { $lte: now } },
          { $set: { dueAt: new Date(now.getTime() + LEASE_MS) }, $inc: { attempts: 1 } },
          { sort: { dueAt: 1 }, returnDocument: 'after' },
        )
        .lean<MailOrderRow>()
        .exec(),
    postpone: async (id, until) => void (await model.updateOne({ _id: id }, { $set: { dueAt: until } })),
    remove: async (id) => void (await model.deleteOne({ _id: id })),
  };
}
