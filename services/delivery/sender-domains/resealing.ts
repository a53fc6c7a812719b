/** Seals signing keys anew that an earlier key of ENCRYPTION_KEY sealed, so that it can be dropped (docs/rotate-keys.md). */
import type { Model } from 'mongoose';
import { acrossProjects } from '#kit/store/tenancy.ts';
import type { Log } from '#kit/telemetry/log.ts';
import type { DomainRow } from '../model.ts';
import type { Sealer } from './dkim-keys.ts';

export interface ResealingParts {
  model: Model<DomainRow>;
  sealer: Sealer;
  /** What a domain's second key is sealed for. */
  secondPlace(domainId: string): string;
  log: Log;
}

const FIELDS = { projectId: 1, privateKey: 1, ed25519: 1 } as const;

/** Answers one pass over all domains; running twice at a time harms nothing. */
export function createResealing({ model, sealer, secondPlace, log }: ResealingParts): () => Promise<void> {
  const anew = (sealed: string, place: string): string => sealer.seal(sealer.open(sealed, place), place);

  /** Only while the row is as it was read. Answers whether it was. */
  async function replace({ _id, projectId }: DomainRow, field: 'privateKey' | 'ed25519.privateKey', sealed: string): Promise<number> {
    const place = field === 'privateKey' ? _id : secondPlace(_id);
    const { modifiedCount } = await model.updateOne({ _id, projectId, [field]: sealed }, { $set: { [field]: anew(sealed, place) } });
    return modifiedCount;
  }

  return async () => {
    const { prefix } = sealer;
    // Base64 stops before `~`.
    const foreign = { $exists: true, $not: { $gte: prefix, $lt: `${prefix}~` } };
    const rows = acrossProjects(model.find({ $or: [{ privateKey: foreign }, { 'ed25519.privateKey': foreign }] }, FIELDS))
      .lean<DomainRow[]>()
      .cursor();
    const counts = { resealed: 0, unreadable: 0 };
    for await (const row of rows) {
      try {
        if (!row.privateKey.startsWith(prefix)) counts.resealed += await replace(row, 'privateKey', row.privateKey);
        const second = row.ed25519?.privateKey;
        if (second && !second.startsWith(prefix)) counts.resealed += await replace(row, 'ed25519.privateKey', second);
      } catch (error) {
        counts.unreadable += 1;
        log.error({ domain: row._id, error: (error as Error).message }, 'a signing key cannot be opened');
      }
    }
    log.info({ key: prefix.slice(0, -1), ...counts }, 'signing keys are sealed with the first of ENCRYPTION_KEY');
  };
}
