/**
 * The email search index: every counted contact's address once more, hundreds to a document, so that a fragment is looked for in a few
 * megabytes of text instead of in an index entry a contact. It changes in the same transactions as the counts, so it is as exact.
 */
import type { ClientSession, Connection, Model } from 'mongoose';
import { derivedId } from '#kit/derived-id.ts';
import { bulkWrite } from '#kit/store/bulk-write.ts';
import { tenantSchema } from '#kit/store/schema.ts';
import { acrossProjects } from '#kit/store/tenancy.ts';

export interface EmailBlock {
  /** Follows from project and number. */
  _id: string;
  projectId: string;
  no: number;
  /** A line break, then each address with a line break behind it. */
  text: string;
}

export type EmailBlockModel = Model<EmailBlock>;

const schema = tenantSchema(
  { no: { type: Number, required: true }, text: { type: String, required: true } },
  { indexes: [[{ projectId: 1 }]], shardKey: { _id: 1 } },
);

export const emailBlockModel = (mongo: Connection): EmailBlockModel => mongo.model<EmailBlock>('AddressBlock', schema, 'addresses');

/** The block that new addresses go to, and how many ever went there. */
export interface Tail {
  no: number;
  count: number;
}

/** What one transaction does to the index. */
export interface EmailPlacement {
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

export interface EmailIndexChanges extends EmailPlacement {
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

export interface Search {
  projectId: string;
  /** In normal form, not empty. */
  fragment: string;
  /** The fragment as a regular expression. */
  pattern: string;
  /** How many matches are worth naming. */
  few: number;
  maxTimeMS: number;
}

export interface EmailIndex {
  model: EmailBlockModel;
  /** @param tails of the projects concerned */
  changes(tails: ReadonlyMap<string, Tail>): EmailIndexChanges;
  write(changes: EmailIndexChanges, session: ClientSession): Promise<void>;
  /** Addresses that hold the fragment. */
  find(search: Search): Promise<Matches>;
  purge(projectId: string): Promise<void>;
}

const BLOCK = 500;

const blockId = (projectId: string, no: number): string => derivedId(`addresses ${projectId} ${no}`);

export const addLine = (text: string, line: string): string => `${text}${line}\n`;

/** Without the line, if it is there. */
export function removeLine(text: string, line: string): string {
  const at = text.indexOf(`\n${line}\n`);
  return at < 0 ? text : text.slice(0, at) + text.slice(at + line.length + 1);
}

/** The lines that hold the fragment, which has no line break and is not empty. */
export function linesWith(text: string, fragment: string): string[] {
  const found: string[] = [];
  for (let at = text.indexOf(fragment); at >= 0;) {
    const end = text.indexOf('\n', at);
    found.push(text.slice(text.lastIndexOf('\n', at) + 1, end));
    at = text.indexOf(fragment, end);
  }
  return found;
}

function createChanges(tails: ReadonlyMap<string, Tail>): EmailIndexChanges {
  const changes = new Map<string, BlockChange>();
  const moved = new Map<string, Tail>();

  function changeOf(projectId: string, no: number): BlockChange {
    const id = blockId(projectId, no);
    const change = changes.get(id) ?? { projectId, no, added: [], removed: [] };
    changes.set(id, change);
    return change;
  }

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
    remove(projectId, email, block) {
      changeOf(projectId, block).removed.push(email);
    },
  };
}

export function createEmailIndex(model: EmailBlockModel): EmailIndex {
  async function write({ changes }: EmailIndexChanges, session: ClientSession): Promise<void> {
    if (changes.size === 0) return;
    const rows = await acrossProjects(model.find({ _id: { $in: [...changes.keys()] } }, { text: 1 }, { session })).lean<EmailBlock[]>();
    const texts = new Map(rows.map(({ _id, text }) => [_id, text]));
    const writes = [...changes].map(([_id, { projectId, no, added, removed }]) => ({
      updateOne: {
        filter: { _id, projectId },
        update: { $set: { no, text: removed.reduce(removeLine, added.reduce(addLine, texts.get(_id) ?? '\n')) } },
        upsert: true,
      },
    }));
    await bulkWrite(model, writes, { session, everyProject: true });
  }

  async function find({ projectId, fragment, pattern, few, maxTimeMS }: Search): Promise<Matches> {
    let total = 0;
    const emails: string[] = [];
    const blocks = model
      .find({ projectId, text: { $regex: pattern } }, { _id: 0, text: 1 })
      .maxTimeMS(maxTimeMS)
      .lean<EmailBlock[]>()
      .cursor({ batchSize: 200 });
    for await (const { text } of blocks) {
      const lines = linesWith(text, fragment);
      total += lines.length;
      if (total <= few) emails.push(...lines);
    }
    return total <= few ? { total, emails } : { total };
  }

  async function purge(projectId: string): Promise<void> {
    await model.deleteMany({ projectId });
  }

  return { model, changes: createChanges, write, find, purge };
}
