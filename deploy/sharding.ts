/** What of MongoDB is sharded, and by what: read from the models, and from the collections that the driver alone writes. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceManifest } from '#services/host/service-manifest.ts';
import type { ShardKey } from '#kit/store/schema.ts';
import { ROOT } from './local/binaries.mjs';
import { withBlock } from './markdown.ts';

/** Written by the driver, in each database that has facts: what was acted on, and what was published. */
const OF_FACTS: Readonly<Record<string, ShardKey>> = { receipts: { _id: 1 }, published_facts: { _id: 1 } };

/** `<service>.<collection>` → its shard key. */
export type ShardKeys = ReadonlyMap<string, ShardKey>;

/** Collections that grow with mail, contacts or events. */
export function growingCollections(services: ReadonlyMap<string, ServiceManifest>): ShardKeys {
  const keys = new Map<string, ShardKey>();
  for (const [service, { models = [], outboxes = [], consumers = [] }] of services) {
    for (const model of models) {
      const key = model.schema.get('shardKey') as ShardKey | undefined;
      if (key) keys.set(`${service}.${model.collection.collectionName}`, key);
    }
    if (consumers.length > 0) keys.set(`${service}.receipts`, OF_FACTS['receipts']!);
    if (outboxes.length > 0) keys.set(`${service}.published_facts`, OF_FACTS['published_facts']!);
  }
  // Written where S3 is set up (kit/store/s3-blobs.ts).
  keys.set('delivery.blob_objects', { _id: 1 });
  return new Map([...keys].sort(([a], [b]) => a.localeCompare(b)));
}

/** Whether an index of every document begins with the key: then it needs none of its own. */
function isIndexed({ models = [] }: ServiceManifest, collection: string, key: ShardKey): boolean {
  const indexes = models.find((model) => model.collection.collectionName === collection)?.schema.indexes() ?? [];
  const whole = indexes.filter(([, options]) => !options?.partialFilterExpression).map(([fields]) => Object.entries(fields));
  const wanted = JSON.stringify(Object.entries(key));
  return [[['_id', 1]], ...whole].some((fields) => JSON.stringify(fields.slice(0, Object.keys(key).length)) === wanted);
}

const text = (key: ShardKey): string =>
  `{ ${Object.entries(key)
    .map(([field, how]) => `${field}: ${typeof how === 'number' ? how : `"${how}"`}`)
    .join(', ')} }`;

/** What is typed into mongosh at a mongos. A key that is no index yet is made one first. */
function shardCommands(services: ReadonlyMap<string, ServiceManifest>): string {
  const keys = [...growingCollections(services)];
  const lines = keys.flatMap(([name, key]) => {
    const [service, collection] = name.split(/\.(.*)/) as [string, string];
    const database = `posthorn_${service}`;
    const index = `db.getSiblingDB("${database}").getCollection("${collection}").createIndex(${text(key)})`;
    return [
      ...(isIndexed(services.get(service)!, collection, key) ? [] : [index]),
      `sh.shardCollection("${database}.${collection}", ${text(key)})`,
    ];
  });
  const databases = [...new Set(keys.map(([name]) => `posthorn_${name.split('.')[0]}`))];
  return ['```js', ...databases.map((database) => `sh.enableSharding("${database}")`), ...lines, '```'].join('\n');
}

const PAGE = join(ROOT, 'docs/sharding.md');

/** docs/sharding.md with its commands made anew. */
export const freshSharding = (services: ReadonlyMap<string, ServiceManifest>): string =>
  withBlock(readFileSync(PAGE, 'utf8'), 'commands', shardCommands(services));

export function writeSharding(services: ReadonlyMap<string, ServiceManifest>): void {
  writeFileSync(PAGE, freshSharding(services));
}
