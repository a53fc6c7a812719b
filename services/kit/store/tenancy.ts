/** Tenancy at the database: mongoose refuses whatever does not say which project it is about (architecture "Tenancy"). */
import type { Aggregate, Query, Schema } from 'mongoose';

/** Thrown at the programmer: a query that could cross projects never leaves the process. */
export class TenancyError extends Error {
  constructor(operation: string) {
    super(`${operation} without a projectId`);
    this.name = 'TenancyError';
  }
}

const exempt = new WeakSet<object>();

/** Lets one query run over all projects: sweepers, look-ups by bare id, resolution of keys. */
export function acrossProjects<Q extends Query<any, any, any, any, any, any> | Aggregate<any>>(query: Q): Q {
  exempt.add(query);
  return query;
}

/** Options that let one `bulkWrite` run over all projects. */
export const EVERY_PROJECT = Object.freeze({ everyProject: true });

const QUERIES = [
  'find',
  'findOne',
  'countDocuments',
  'distinct',
  'updateOne',
  'updateMany',
  'replaceOne',
  'deleteOne',
  'deleteMany',
  'findOneAndUpdate',
  'findOneAndReplace',
  'findOneAndDelete',
] as const;

// Only plain text counts: an operator object ({ $ne: null }) would name every project.
const named = (record: unknown): boolean => typeof (record as { projectId?: unknown } | undefined)?.projectId === 'string';

export function tenancy(schema: Schema<any>): void {
  for (const operation of QUERIES) {
    schema.pre(operation as 'find', { query: true, document: false }, function (this: Query<unknown, unknown>) {
      if (!named(this.getFilter()) && !exempt.has(this)) throw new TenancyError(operation);
    });
  }
  schema.pre('aggregate', function (this: Aggregate<unknown>) {
    const [first] = this.pipeline() as { $match?: unknown }[];
    if (!named(first?.$match) && !exempt.has(this)) throw new TenancyError('aggregate');
  });
  schema.pre('estimatedDocumentCount', function () {
    throw new TenancyError('estimatedDocumentCount');
  });
  schema.pre('insertMany', function (docs: unknown) {
    if (![docs].flat().every(named)) throw new TenancyError('insertMany');
  });
  schema.pre('bulkWrite', function (writes: object[], options?: object) {
    if ((options as Partial<typeof EVERY_PROJECT> | undefined)?.everyProject) return;
    for (const write of writes) {
      const [[kind, { filter, document }]] = Object.entries(write) as [[string, { filter?: object; document?: object }]];
      if (!named(kind === 'insertOne' ? document : filter)) throw new TenancyError(`bulkWrite ${kind}`);
    }
  });
}
