/**
 * The scan over an audience: contacts that match, in the order of their creation. Each page is a query of its own from where the last one
 * ended, so nothing is held open between pages, a restart of any server interrupts nothing, and what was met is never met again.
 */
import type { AudiencePage, StreamAudienceRequest } from '#proto/contacts/v1/contacts.ts';
import type { Call } from '#kit/contract/call.ts';
import { readPageSize, readPosition, writePosition } from '../domain/cursor.ts';
import type { AudiencePosition } from '../domain/cursor.ts';
import { readFilter } from '../domain/filter.ts';
import { searchPattern } from '../domain/listing.ts';
import { readFields } from '../contact-update.ts';
import type { Memberships } from '../memberships/memberships.ts';
import type { ContactModel, ContactRow } from '../model.ts';
import { SHOWN } from '../model.ts';

const REFS = { email: 1, subscribed: 1, createdAt: 1 } as const;

/** An index finds the place; ties of one moment, as an import makes them, go by id. */
function behind({ until, createdAt, id }: AudiencePosition): object[] {
  const [last, bound] = [new Date(createdAt), new Date(until)];
  return id === ''
    ? [{ createdAt: { $lte: bound } }]
    : [{ createdAt: { $gte: last, $lte: bound } }, { $or: [{ createdAt: { $gt: last } }, { _id: { $gt: id } }] }];
}

export interface ScannedPage {
  rows: ContactRow[];
  /** Where the next page begins. */
  cursor: string;
}

export interface AudienceScan {
  /** Faults BAD_REQUEST before anything is read. */
  scan(request: StreamAudienceRequest, call: Call): AsyncGenerator<ScannedPage>;
  /** The same as other services take it. */
  stream(request: StreamAudienceRequest, call: Call): AsyncGenerator<AudiencePage>;
}

export function createAudienceScan(contacts: ContactModel, settle: Memberships['settle']): AudienceScan {
  async function* scan(request: StreamAudienceRequest, { projectId, now }: Call): AsyncGenerator<ScannedPage> {
    const { filter, cursor, refsOnly, search, subscribed } = request;
    const pattern = searchPattern(search);
    if (pattern === undefined) return;
    const asked = [
      ...(filter ? [readFilter(filter)] : []),
      ...(pattern === '' ? [] : [{ email: { $regex: pattern } }]),
      ...(subscribed == null ? [] : [{ subscribed }]),
    ];
    const size = readPageSize(request.pageSize);
    const read = async (position: AudiencePosition): Promise<ContactRow[]> => {
      await settle(projectId, asked);
      return await contacts
        .aggregate<ContactRow>([
          { $match: { projectId, $and: [...behind(position), ...asked] } },
          { $sort: { createdAt: 1, _id: 1 } },
          { $limit: size },
          { $project: refsOnly ? REFS : SHOWN },
        ])
        .option({ batchSize: size });
    };

    let position = cursor ? readPosition(cursor) : { until: now.getTime(), createdAt: 0, id: '' };
    for (let page = read(position); ;) {
      const rows = await page;
      const last = rows.at(-1);
      if (!last) return;
      position = { ...position, createdAt: last.createdAt.getTime(), id: last._id };
      // The next page is read while this one is on its way.
      const isLast = rows.length < size;
      if (!isLast) page = read(position);
      page.catch(() => undefined);
      yield { rows, cursor: writePosition(position) };
      if (isLast) return;
    }
  }

  async function* stream(request: StreamAudienceRequest, call: Call): AsyncGenerator<AudiencePage> {
    for await (const { rows, cursor } of scan(request, call)) yield { contacts: rows.map(request.refsOnly ? ref : whole), cursor };
  }

  return { scan, stream };
}

const ref = ({ _id: id, email, subscribed }: ContactRow) => ({ id, email, subscribed, createdAt: 0, updatedAt: 0 });

function whole({ _id: id, email, subscribed, data, createdAt, updatedAt }: ContactRow) {
  const fields = readFields(data);
  return {
    id,
    email,
    subscribed,
    ...(fields ? { data: JSON.stringify(fields) } : {}),
    createdAt: createdAt.getTime(),
    updatedAt: updatedAt.getTime(),
  };
}
