/** Generated hostile requests: everyone gets an answer, none of them a 500, and /health answers in time beside them. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { stretched } from '#local/time-scale.ts';
import { underFire } from '#test/hostile-load.ts';
import { hostileRequests } from '#test/hostile-requests.ts';
import { base, tenant } from './tenant.ts';

const COUNT = 300;
const SEED = 20_260_131;
const HEALTH_WITHIN_MS = stretched(250);

const test = suite('hostile requests');

test(`${COUNT} of them keep nobody waiting and break nothing`, async () => {
  const { project } = await tenant();
  const before = (await (await fetch(`${base}/health`)).json()) as { uptime: number };
  const { statuses, healthMs, unexpected } = await underFire(base, hostileRequests(COUNT, SEED, project.secret), 4);
  assert.is(unexpected, undefined);
  assert.is(statuses.get(0) ?? 0, 0, 'a connection broke');
  assert.ok(healthMs.length > 2 && Math.max(...healthMs) < HEALTH_WITHIN_MS, `/health took ${Math.max(...healthMs)} ms`);
  const after = (await (await fetch(`${base}/health`)).json()) as { uptime: number };
  assert.ok(after.uptime > before.uptime, 'the process was restarted');
});

test.run();
