/** Compiled filters of other services, run over the contacts of one project. Below mongoose, which would cast values of the filter. */
import type { CallMeta } from '#kit/contract/call.ts';
import type { HeavyReads } from '#kit/limits/heavy-reads.ts';
import { readFilter } from '../domain/filter.ts';
import type { KnownCounts } from '../fields/fields.ts';
import type { Memberships } from '../memberships/memberships.ts';
import { SHOWN } from '../model.ts';
import type { ContactModel, ContactRow } from '../model.ts';

export interface PageRequest {
  /** As `readFilter` takes it. */
  filter: object | undefined;
  page: number;
  pageSize: number;
}

export interface AudienceQuery {
  /** @param atMost stop counting there; 0 counts all */
  count(call: CallMeta, filter: object | undefined, atMost: number): Promise<number>;
  /** Newest first, and how many there are; a page behind the end is not looked for. */
  page(call: CallMeta, request: PageRequest): Promise<{ rows: ContactRow[]; total: number }>;
}

interface Parts {
  contacts: ContactModel;
  settle: Memberships['settle'];
  /** What is known without a look at the contacts. */
  knownCount: KnownCounts;
  heavyReads: HeavyReads;
}

export function createAudienceQuery({ contacts, settle, knownCount, heavyReads }: Parts): AudienceQuery {
  const match = (projectId: string, filter: object): object => ({
    projectId,
    ...(Object.keys(filter).length > 0 ? { $and: [filter] } : {}),
  });

  async function counted(matching: object, atMost: number, maxTimeMS: number): Promise<number> {
    const [found] = await contacts
      .aggregate<{ total: number }>([{ $match: matching }, ...(atMost > 0 ? [{ $limit: atMost }] : []), { $count: 'total' }])
      .option({ maxTimeMS });
    return found?.total ?? 0;
  }

  function read(matching: object, { skip, limit }: { skip: number; limit: number }, maxTimeMS: number): Promise<ContactRow[]> {
    return contacts
      .aggregate<ContactRow>([
        { $match: matching },
        { $sort: { createdAt: -1, _id: -1 } },
        { $skip: skip },
        { $limit: limit },
        { $project: SHOWN },
      ])
      .option({ maxTimeMS })
      .exec();
  }

  async function count(call: CallMeta, sent: object | undefined, atMost: number): Promise<number> {
    const filter = readFilter(sent ?? {});
    await settle(call.projectId, filter);
    const known = await knownCount(call.projectId, filter);
    if (known === undefined) return heavyReads.run(call, (maxTimeMS) => counted(match(call.projectId, filter), atMost, maxTimeMS));
    return atMost > 0 ? Math.min(known, atMost) : known;
  }

  async function page(call: CallMeta, asked: PageRequest): Promise<{ rows: ContactRow[]; total: number }> {
    const filter = readFilter(asked.filter ?? {});
    await settle(call.projectId, filter);
    const skip = (asked.page - 1) * asked.pageSize;
    const known = await knownCount(call.projectId, filter);
    const matching = match(call.projectId, filter);
    const [rows, total] = await heavyReads.run(call, (maxTimeMS) =>
      Promise.all([
        known !== undefined && known <= skip ? [] : read(matching, { skip, limit: asked.pageSize }, maxTimeMS),
        known ?? counted(matching, 0, maxTimeMS),
      ]),
    );
    return { rows, total };
  }

  return { count, page };
}
