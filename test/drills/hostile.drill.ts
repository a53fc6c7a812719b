/**
 * Generated hostile requests against each service in a process of its own: no restart, no 500, /health in time. DRILL_REQUESTS (10,000)
 * sets how many.
 */
import { createFindings } from '#test/findings.ts';
import { account } from '#test/client.ts';
import { underFire } from '#test/hostile-load.ts';
import { hostileRequests } from '#test/hostile-requests.ts';
import { ownStack } from '#test/stack.ts';
import { stretched } from '#local/time-scale.ts';

const COUNT = Number(process.env['DRILL_REQUESTS'] ?? 10_000);
const SEED = Number(process.env['SEED'] ?? 1);
const HEALTH_WITHIN_MS = stretched(250);

const findings = createFindings({
  kind: 'drill',
  name: 'hostile',
  title: 'Hostile requests',
  about: `${COUNT.toLocaleString('en')} generated bodies, headers and templates, eight at a time, seed ${SEED}; /health asked beside them.`,
});
const own = await ownStack({ env: { API_RATE_LIMIT_PER_MINUTE: '10000000', LOG_LEVEL: 'error' } });
/** Nothing restarts a process here: one that ended under fire is gone. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

try {
  const services = await own.startServices('each');
  const { project } = await account(services.url);
  const pids = Object.values(services.processes).map(({ pid }) => pid);
  const { statuses, healthMs, unexpected } = await underFire(services.url, hostileRequests(COUNT, SEED, project.secret), 8);
  findings.expect('answers of 500', unexpected ?? 'none', 'none');
  findings.expect('broken connections', statuses.get(0) ?? 0, 0);
  const slowest = Math.max(...healthMs);
  findings.holds(`/health within ${HEALTH_WITHIN_MS} ms`, slowest, slowest < HEALTH_WITHIN_MS);
  findings.expect('processes that ended', pids.filter((pid) => !isAlive(pid)).length, 0);
} finally {
  await own.stop();
}
findings.close();
