/**
 * Every counted contact's address once more, hundreds to a document, for searching: a fragment is looked for in a few megabytes of
 * text instead of in an index entry a contact. The book changes in the catalogue's transactions, so it is as exact as the counts.
 */
import type { ClientSession } from 'mongoose';
import { derivedId } from '#kit/derived-id.ts';
import { acrossProjects, EVERY_PROJECT } from '#kit/store/tenancy.ts';
import type { AddressBlock, AddressModel } from './address-model.ts';
import { addLine, linesWith, removeLine } from './domain/lines.ts';

/** The block that new addresses go to, and how many ever went there. */
export interface Tail {
  no: number;
  count: number;
}

/** What one transaction does to the book. */
export interface BookEntry {
  /** Answers the block that the address goes to; the contact keeps the number. */
  place(projectId: string, email: string): number;
  remove(projectId: string, email: string, block: number): void;
}

interface BlockChange {
  projectId: string;
  no: number;
  added: string[];
  removed: string[];
}

export interface BookChanges {
  changes: ReadonlyMap<string, BlockChange>;
  /** Where they have moved. */
  tails: ReadonlyMap<string, Tail>;
}

/** Of all matches, and their addresses as far as they are few. */
export interface Matches {
  total: number;
  /** Absent when there are more than asked for. */
  emails?: string[];
}

export type AddressBook = ReturnType<typeof makeAddressBook>;

const BLOCK = 500;
const OPTIONS = { ordered: false, skipValidation: true, timestamps: false, ...EVERY_PROJECT } as const;

const blockId = (projectId: string, no: number): string => derivedId(`addresses ${projectId} ${no}`);

export function makeAddressBook(model: AddressModel) {
  return {
    /** @param tails of the projects concerned. */
    entry(tails: ReadonlyMap<string, Tail>): BookEntry & BookChanges {
      const changes = new Map<string, BlockChange>();
      const moved = new Map<string, Tail>();
      const changeOf = (projectId: string, no: number): BlockChange => {
        const id = blockId(projectId, no);
        const change = changes.get(id) ?? { projectId, no, added: [], removed: [] };
        changes.set(id, change);
        return change;
      };
      return {
        changes,
        tails: moved,
        place(projectId, email) {
          const last = moved.get(projectId) ?? tails.get(projectId) ?? { no: 0, count: 0 };
          const tail = last.count < BLOCK ? { no: last.no, count: last.count + 1 } : { no: last.no + 1, count: 1 };
          moved.set(projectId, tail);
          changeOf(projectId, tail.no).added.push(email);
          return tail.no;
        },
        remove: (projectId, email, block) => void changeOf(projectId, block).removed.push(email),
      };
    },

    async write(changes: ReadonlyMap<string, BlockChange>, session: ClientSession): Promise<void> {
      if (changes.size === 0) return;
      const rows = await acrossProjects(model.find({ _id: { $in: [...changes.keys()] } }, { text: 1 }, { session })).lean<AddressBlock[]>();
      const texts = new Map(rows.map(({ _id, text }) => [_id, text]));
      const operations = [...changes].map(([_id, { projectId, no, added, removed }]) => ({
        updateOne: { filter: { _id, projectId }, update: { $set: { no, text: removed.reduce(removeLine, added.reduce(addLine, texts.get(_id) ?? '\n')) } }, upsert: true },
      }));
      await model.bulkWrite(operations as never, { ...OPTIONS, session });
    },

    /** Addresses that hold the fragment. @param pattern the fragment as a regular expression @param few how many are worth naming */
    async find(projectId: string, fragment: string, pattern: string, few: number): Promise<Matches> {
      let total = 0;
      const emails: string[] = [];
      const blocks = model.find({ projectId, text: { $regex: pattern } }, { _id: 0, text: 1 }).lean<AddressBlock[]>().cursor({ batchSize: 200 });
      for await (const { text } of blocks) {
        const lines = linesWith(text, fragment);
        total += lines.length;
        if (total <= few) emails.push(...lines);
      }
      return total <= few ? { total, emails } : { total };
    },

    async purge(projectId: string): Promise<void> {
      await model.deleteMany({ projectId });
    },

    model,
  };
}
