/**
 * What mongos would say, without one: the services' drivers are listened to while the integration tests ask them
 * (test/support/mongo-commands.ts), and every query of a collection that is sharded has to name its shard, but for those of
 * test/support/sharding.ts. Runs after all others; what has not been asked by then (this file runs alone) is asked first.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ROOT } from '#local/binaries.mjs';
import { stretched } from '#local/time-scale.ts';
import { run } from '#local/tool.ts';
import { account, api } from '#test/client.ts';
import { MARKED_ID } from '#test/command-shapes.ts';
import type { CommandShape } from '#test/command-shapes.ts';
import { faultOf } from '#test/sharding.ts';
import { anatomy } from '../../deploy/kubernetes/anatomy.ts';
import { growingCollections } from '../../deploy/sharding.ts';
import { base } from './tenant.ts';

const test = suite('sharding');

/** Sends, campaigns, contacts, events, segments, workflows, and what recipients and reports do. */
const PARTS = ['send', 'campaign-sends', 'contacts', 'contact-bulk', 'events', 'segments', 'workflow-runs', 'tracking', 'notices'];
/** Written to by them; sweepers look into all from the beginning. */
const WRITTEN = ['delivery.emails', 'delivery.pages', 'contacts.contacts', 'events.events', 'workflows.executions'];

const file = process.env['MONGO_COMMANDS'];

function shapesSeen(): CommandShape[] {
  assert.ok(file && existsSync(file), 'nobody listened');
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as CommandShape);
}

function unwritten(): string[] {
  const writes = shapesSeen().filter(({ kind }) => /^(?:insert|update|findAnd)/.test(kind));
  const seen = new Set(writes.map(({ collection }) => collection));
  return WRITTEN.filter((name) => !seen.has(name));
}

test('GET /emails/:id names its project and its id', async () => {
  const { project } = await account(base);
  assert.is((await api(base, project.secret).get(`/emails/${MARKED_ID}`)).status, 404);
  const marked = shapesSeen().filter((shape) => shape.marked && shape.collection === 'delivery.emails');
  assert.equal(
    marked.map(({ asked }) => asked.join(', ')),
    ['_id, projectId'],
  );
});

test('every hot query names its shard', async () => {
  for (const part of unwritten().length > 0 ? PARTS : []) {
    const { output } = await run(process.execPath, [join(ROOT, `test/integration/${part}.test.ts`)], { timeoutMs: stretched(120_000) });
    // Whether it does what it should is found where it runs by itself.
    assert.match(output, /Passed:\s+[1-9]/, `${part}: ${output.slice(-2_000)}`);
  }
  assert.equal(unwritten(), [], 'nothing was written to these');
  const { services } = await anatomy();
  const keys = growingCollections(services);
  assert.equal([...new Set(shapesSeen().flatMap((shape) => faultOf(shape, keys) ?? []))], []);
});

test.run();
