/** Reads and writes of templates, a project at a time. */
import type { Model } from 'mongoose';
import { literalPattern } from '#kit/literal-pattern.ts';
import { erasePages, erasedRows } from '#kit/store/erasure.ts';
import { sortedPage } from '#kit/store/sorted-page.ts';
import type { ListQuery } from './domain/list.ts';
import type { TemplateFields } from './domain/template.ts';
import type { TemplateDoc } from './model.ts';

export interface ProjectTemplates {
  insert(id: string, fields: TemplateFields, now: Date): Promise<TemplateDoc>;
  find(id: string): Promise<TemplateDoc | null>;
  list(query: ListQuery): Promise<{ data: TemplateDoc[]; total: number }>;
  /** Null when there is no such template. */
  change(id: string, changes: Partial<TemplateFields>, now: Date): Promise<TemplateDoc | null>;
  /** False when there was no such template. */
  remove(id: string): Promise<boolean>;
  /** All that were made until then. */
  removeAll(until?: Date): Promise<void>;
}

export interface TemplatesStore {
  of(projectId: string): ProjectTemplates;
}

const SEARCHED = ['name', 'description', 'subject'] as const;

function filterOf(projectId: string, { search, type }: ListQuery): Record<string, unknown> {
  const fragment = { $regex: literalPattern(search), $options: 'i' };
  return { projectId, ...(type && { type }), ...(search !== '' && { $or: SEARCHED.map((field) => ({ [field]: fragment })) }) };
}

export function createTemplatesStore(model: Model<TemplateDoc>): TemplatesStore {
  return {
    of: (projectId) => ({
      async insert(id, fields, now) {
        const doc: TemplateDoc = { _id: id, projectId, ...fields, createdAt: now, updatedAt: now };
        await model.insertMany([doc]);
        return doc;
      },
      find: (id) => model.findOne({ _id: id, projectId }).lean<TemplateDoc>().exec(),
      list: (query) => sortedPage(model, filterOf(projectId, query), query),
      change: (id, changes, now) =>
        model
          .findOneAndUpdate({ _id: id, projectId }, { $set: { ...changes, updatedAt: now } }, { returnDocument: 'after' })
          .lean<TemplateDoc>()
          .exec(),
      async remove(id) {
        return (await model.deleteOne({ _id: id, projectId })).deletedCount === 1;
      },
      removeAll: (until) => erasePages(model, erasedRows({ projectId, until })),
    }),
  };
}
