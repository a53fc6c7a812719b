/**
 * The loop of sender domains: recorded histories replay on today's code; both parts go page by page, the second spread over four minutes.
 */
import * as assert from 'uvu/assert';
import { Worker } from '@temporalio/worker';
import { WORKFLOW_QUEUE } from '#temporal/lifecycle.ts';
import { replaySuite } from './replay-suite.ts';

const test = replaySuite('domains');

interface Page {
  part: string;
  after: string;
}

/** Answers pages as delivery does: the id to go on behind, null at the end. */
function pagesOf(sizes: Readonly<Record<string, number>>) {
  const asked: Page[] = [];
  let counted = 0;
  const activities = {
    async countDomains() {
      counted += 1;
      return { pages: sizes['all']! };
    },
    async verifyDomains({ part, after }: Page) {
      asked.push({ part, after });
      const page = Number(after) + 1;
      return page < sizes[part]! ? String(page) : null;
    },
  };
  const of = (wanted: string): string[] => asked.filter(({ part }) => part === wanted).map(({ after }) => after);
  return { activities, asked, of, counted: () => counted };
}

const numbered = (count: number): string[] => Array.from({ length: count }, (_, n) => (n === 0 ? '' : String(n)));

for (const { fresh, all, pauses } of [
  // More than a run holds: 200 pages, then a run of 43, the last of which has no pause behind it.
  { fresh: 3, all: 240, pauses: Array.from({ length: 42 }, () => 1_000) },
  { fresh: 1, all: 3, pauses: [10_000, 10_000] },
  { fresh: 1, all: 1, pauses: [] },
]) {
  test(`${fresh} pages of domains added lately come first, then ${all} of all, spread over four minutes`, async (context) => {
    const { client, nativeConnection: connection } = context.environment;
    const { activities, asked, of, counted } = pagesOf({ fresh, all });
    const workers = await Promise.all([
      Worker.create({ connection, taskQueue: WORKFLOW_QUEUE, workflowBundle: context.bundle }),
      Worker.create({ connection, taskQueue: 'delivery-bulk', activities }),
    ]);
    const workflowId = `domains-${fresh}-${all}`;
    const done = client.workflow.execute('domainsRound', { taskQueue: WORKFLOW_QUEUE, workflowId });
    await Promise.all(workers.map((worker) => worker.runUntil(done)));
    // A new run goes on where the one before stopped, and no page is asked for twice.
    assert.equal(of('fresh'), numbered(fresh));
    assert.equal(of('all'), numbered(all));
    assert.ok(asked.slice(0, fresh).every(({ part }) => part === 'fresh'));
    assert.is(counted(), 1);
    const { events = [] } = await client.workflow.getHandle(workflowId).fetchHistory();
    const timers = (events ?? []).flatMap(({ timerStartedEventAttributes: timer }) => (timer ? [timer.startToFireTimeout!] : []));
    assert.equal(
      timers.map(({ seconds, nanos }) => Number(seconds) * 1_000 + (nanos ?? 0) / 1e6),
      pauses,
    );
  });
}

test.run();
