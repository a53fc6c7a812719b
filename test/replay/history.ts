/** Reading recorded histories. */
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Worker } from '@temporalio/worker';

type History = Parameters<typeof Worker.runReplayHistory>[1];

const FOLDER = new URL('./histories/', import.meta.url);

// The SDK's own reader wants its protobufjs and that of @temporalio/proto to be one copy, which npm does not promise; so the
// JSON is read with the copy that belongs to the message types.
const fromCommon = createRequire(createRequire(import.meta.url).resolve('@temporalio/common'));
const fromProto = createRequire(fromCommon.resolve('@temporalio/proto'));
const { patchProtobufRoot } = fromCommon('@temporalio/proto/lib/patch-protobuf-root') as { patchProtobufRoot(root: unknown): { lookupType(name: string): unknown } };
const historyType = patchProtobufRoot(fromCommon('@temporalio/proto')).lookupType('temporal.api.history.v1.History');
const { fromJson } = fromProto('protobufjs/ext/protojson') as { fromJson(type: unknown, json: unknown, options: object): History };

/** The recorded histories of a workflow: file names `<workflow>-<version>.json`. */
export function recorded(workflow: string): { name: string; history: History }[] {
  return readdirSync(FOLDER)
    .filter((name) => name.startsWith(`${workflow}-`) && name.endsWith('.json'))
    .map((name) => ({ name, history: fromJson(historyType, JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')), { ignoreUnknownFields: true }) }));
}
