/** The key of campaign mails' ids: random, made once for all processes, kept beside the mails it names. */
import { randomBytes } from 'node:crypto';
import mongoose from 'mongoose';
import type { EmailIds } from './email-ids.ts';
import { createEmailIds } from './email-ids.ts';
import type { PageModels } from './page-model.ts';

/** Read once a process. */
export type EmailIdKeys = () => Promise<EmailIds>;

const KEY_ID = 'campaign mails';
const KEY_BYTES = 32;

export function createEmailIdKeys(keys: PageModels['keys']): EmailIdKeys {
  let known: Promise<EmailIds> | undefined;

  async function read(): Promise<EmailIds> {
    // Two that make one at once: the first one's is everybody's.
    await keys
      .updateOne({ _id: KEY_ID }, { $setOnInsert: { key: new mongoose.mongo.Binary(randomBytes(KEY_BYTES)) } }, { upsert: true })
      .catch((error: { code?: number }) => {
        if (error.code !== 11_000) throw error;
      });
    const row = await keys.findOne({ _id: KEY_ID }).read('primary').readConcern('majority').lean<{ key: mongoose.mongo.Binary }>();
    return createEmailIds(Buffer.from(row!.key.buffer));
  }

  return () => {
    known ??= read().catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
}
