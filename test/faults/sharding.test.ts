/**
 * What mongos would say, without one: a part of the suite runs on services whose drivers are listened to, and every query of a collection
 * that is sharded has to name its shard, but for those below.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ROOT } from '#local/binaries.mjs';
import { run } from '#local/tool.ts';
import { stretched } from '#local/time-scale.ts';
import { account, api } from '#test/client.ts';
import type { CommandShape } from '#test/command-shapes.ts';
import { faultOf } from '#test/sharding.ts';
import { ownStack } from '#test/stack.ts';
import { anatomy } from '../../deploy/kubernetes/anatomy.ts';
import { growingCollections } from '../../deploy/sharding.ts';

const test = suite('sharding');

/** Sends, campaigns, contacts, events, segments, workflows, and what recipients and reports do. */
const PARTS = ['send', 'campaign-sends', 'contacts', 'contact-bulk', 'events', 'segments', 'workflow-runs', 'tracking', 'notices'];

const own = await ownStack({
  env: {
    EMAIL_RATE_LIMIT_PER_SECOND: '1000',
    WEBHOOK_ALLOW_PRIVATE: '127.0.0.1',
    BUS_REQUEST_TIMEOUT_MS: String(stretched(15_000)),
  },
});
const file = join(own.dir, 'mongo-commands');

const shapesSeen = (): CommandShape[] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as CommandShape);

test('every hot query names its shard', async () => {
  own.env['MONGO_COMMANDS'] = file;
  own.env['NODE_OPTIONS'] = `--import=${join(ROOT, 'test/support/mongo-commands.ts')}`;
  const services = await own.startServices('one');
  // Nothing was sent yet, so nobody else can have asked for a mail by both.
  const { project } = await account(services.url);
  assert.is((await api(services.url, project.secret).get(`/emails/${randomUUID()}`)).status, 404);
  assert.ok(
    shapesSeen().some(({ collection, asked }) => collection === 'delivery.emails' && asked.join(', ') === '_id, projectId'),
    'GET /emails/:id names its project and its id',
  );
  const { NODE_OPTIONS: _ours, ...env } = own.testEnv(services, 'one');
  for (const part of PARTS) {
    const { output } = await run(process.execPath, [join(ROOT, `test/integration/${part}.test.ts`)], {
      env,
      timeoutMs: stretched(120_000),
    });
    // Whether it does what it should is found where it runs by itself.
    assert.match(output, /Passed:\s+[1-9]/, `${part}: ${output.slice(-2_000)}`);
  }
  await services.stop();
  assert.ok(existsSync(file), 'nobody listened');
  const shapes = shapesSeen();
  const { services: found } = await anatomy();
  const keys = growingCollections(found);
  const seen = new Set(shapes.map(({ collection }) => collection));
  for (const name of ['delivery.emails', 'delivery.pages', 'contacts.contacts', 'events.events', 'workflows.executions'])
    assert.ok(seen.has(name), `nothing was asked of ${name}`);
  assert.equal([...new Set(shapes.flatMap((shape) => faultOf(shape, keys) ?? []))], []);
});

test.after(() => own.stop());
test.run();
