/**
 * A campaign's send: recorded histories replay on today's code; every page is tried once its turn comes, whatever pauses, closes or fails.
 */
import * as assert from 'uvu/assert';
import { WorkflowFailedError } from '@temporalio/client';
import type { Client } from '@temporalio/client';
import { Worker } from '@temporalio/worker';
import { WORKFLOW_QUEUE, pauseSend, resumeSend, sendId, startSend, withdrawSend } from '#temporal/lifecycle.ts';
import type { PageOutcome } from '#temporal/workflows/send-campaign.ts';
import { until } from '#test/until.ts';
import { replaySuite } from './replay-suite.ts';
import type { ReplayContext } from './replay-suite.ts';

const test = replaySuite('send-campaign');

/** What the services would do. */
interface Activities {
  begins: () => boolean;
  pages: () => number;
  page: (page: number, times: number) => PageOutcome | Promise<PageOutcome>;
  /** Rows that are not at their end, at the nth look. */
  open: (look: number) => number;
}

interface Seen {
  begun: number;
  /** How often each page was asked for. */
  asked: number[];
  most: number;
  /** Activities that sent pages. */
  steps: number;
  looks: number;
  ended: 'COMPLETED' | 'CANCELLED' | 'FAILED';
}

const DEFAULT_ACTIVITIES: Activities = { begins: () => true, pages: () => 3, page: () => 'DONE', open: () => 0 };

interface Sent {
  delayMs?: number;
  resending?: boolean;
  meanwhile?: (seen: Seen) => Promise<unknown>;
}

async function send(
  { environment, bundle }: ReplayContext,
  run: string,
  of: Partial<Activities>,
  { delayMs = 0, resending = false, meanwhile }: Sent = {},
): Promise<Seen> {
  const activities = { ...DEFAULT_ACTIVITIES, ...of };
  const seen: Seen = { begun: 0, asked: [], most: 0, steps: 0, looks: 0, ended: 'COMPLETED' };
  let atOnce = 0;
  const connection = environment.nativeConnection;
  const campaigns = {
    beginSend: async () => {
      seen.begun += 1;
      return activities.begins();
    },
    endSend: async () => activities.open((seen.looks += 1)),
  };
  const bulk = { freezeAudience: async () => activities.pages() };
  const delivery = {
    sendPage: async ({ page: first, pages }: { page: number; pages: number }) => {
      seen.steps += 1;
      seen.most = Math.max(seen.most, (atOnce += 1));
      try {
        for (let page = first; page < first + pages; page += 1) {
          const outcome = await activities.page(page, (seen.asked[page] = (seen.asked[page] ?? 0) + 1));
          if (outcome !== 'DONE') return outcome;
        }
        return 'DONE';
      } finally {
        atOnce -= 1;
      }
    },
  };
  const workers = await Promise.all([
    Worker.create({ connection, taskQueue: WORKFLOW_QUEUE, workflowBundle: bundle }),
    Worker.create({ connection, taskQueue: 'campaigns', activities: campaigns }),
    Worker.create({ connection, taskQueue: 'delivery', activities: delivery }),
    Worker.create({ connection, taskQueue: 'delivery-bulk', activities: bulk }),
  ]);
  const done = (async () => {
    const what = { projectId: 'p', campaignId: 'c', run };
    await startSend(environment.client, what, { delayMs, resending });
    await startSend(environment.client, what, { delayMs, resending });
    await meanwhile?.(seen);
    await environment.client.workflow
      .getHandle(sendId(run))
      .result()
      .catch((error: unknown) => {
        seen.ended = error instanceof WorkflowFailedError && error.cause?.name === 'CancelledFailure' ? 'CANCELLED' : 'FAILED';
      });
  })();
  await Promise.all(workers.map((worker) => worker.runUntil(done)));
  return seen;
}

const slowly: Activities['page'] = () =>
  new Promise((resolve) => {
    setTimeout(() => resolve('DONE'), 50);
  });
/** The count once the workflow has nothing under way: its last task is done, no activity is pending. */
async function whenAtRest(client: Client, run: string, count: () => number): Promise<number> {
  const handle = client.workflow.getHandle(sendId(run));
  return await until(async () => {
    const { raw } = await handle.describe();
    return (raw.pendingActivities ?? []).length === 0 && !raw.pendingWorkflowTask ? count() : undefined;
  });
}

const once = (pages: number): number[] => Array.from({ length: pages }, () => 1);

test('every page once, some at a time; ends when nothing is open', async (context) => {
  const {
    most,
    steps: _steps,
    ...seen
  } = await send(context, 'plain', { pages: () => 12, page: slowly, open: (look) => (look < 5 ? 1 : 0) });
  assert.equal(seen, { begun: 1, asked: once(12), looks: 5, ended: 'COMPLETED' });
  assert.ok(most > 1 && most <= 4, `${most} at a time`);
});

test('an empty audience ends at once', async (context) => {
  assert.equal(await send(context, 'empty', { pages: () => 0 }), {
    begun: 1,
    asked: [],
    most: 0,
    steps: 0,
    looks: 1,
    ended: 'COMPLETED',
  });
});

test('goes on in a new history when the first is long, and nothing begins again', async (context) => {
  const { most: _most, steps, ...seen } = await send(context, 'long', { pages: () => 1_600 });
  assert.equal(seen, { begun: 1, asked: once(1_600), looks: 1, ended: 'COMPLETED' });
  assert.ok(steps < 250, `${steps} steps for 1,600 pages`);
});

test('waits for stragglers as long as it takes', async (context) => {
  assert.is((await send(context, 'stragglers', { open: (look) => (look <= 305 ? 1 : 0) })).looks, 306);
});

test("a run that is not the campaign's any more does nothing", async (context) => {
  assert.equal(await send(context, 'replaced', { begins: () => false }), {
    begun: 1,
    asked: [],
    most: 0,
    steps: 0,
    looks: 0,
    ended: 'COMPLETED',
  });
});

test('a page that fails is asked for again', async (context) => {
  const weak: Activities['page'] = (page, times) => {
    if (page === 1 && times < 4) throw new Error('down');
    return 'DONE';
  };
  assert.equal((await send(context, 'weak', { page: weak })).asked, [1, 4, 1]);
});

test('closed: no further page, and the end', async (context) => {
  const { asked, ended } = await send(context, 'closed', { pages: () => 60, page: (page) => (page < 5 ? 'DONE' : 'CLOSED') });
  const pages = asked.filter((times) => times > 0).length;
  assert.ok(pages < 12, `${pages} pages`);
  assert.is(ended, 'COMPLETED');
});

test('paused by the ledger: asked again when it is resumed, or after a while', async (context) => {
  const { asked, ended } = await send(context, 'held', { page: (page, times) => (page === 1 && times < 4 ? 'PAUSED' : 'DONE') });
  assert.equal([asked, ended], [[1, 4, 1], 'COMPLETED']);
});

test('paused by signal: no page is handed over until it is resumed', async (context) => {
  const { client } = context.environment;
  let atPause = 0;
  const { asked } = await send(
    context,
    'signalled',
    {
      pages: () => 150,
      page: slowly,
    },
    {
      async meanwhile(seen) {
        await until(() => seen.asked.length >= 8);
        await pauseSend(client, 'signalled');
        // What was asked for before the signal ends; the workflow then waits for a signal alone, and its history stands still.
        atPause = await whenAtRest(client, 'signalled', () => seen.asked.length);
        await resumeSend(client, 'signalled');
      },
    },
  );
  assert.equal(asked, once(150));
  // Steps that were under way end; how their pages leave is the ledger's to say.
  assert.ok(atPause <= 50, `${atPause} pages when paused`);
});

test('a scheduled send begins when it is due, and leaves nothing behind when withdrawn before', async (context) => {
  const { environment } = context;
  const now = await environment.currentTimeMs();
  const due = await send(context, 'due', {}, { delayMs: 86_400_000 });
  assert.is(due.begun, 1);
  assert.ok((await environment.currentTimeMs()) - now >= 86_400_000);
  const withdrawn = await send(
    context,
    'withdrawn',
    {},
    { delayMs: 86_400_000, meanwhile: () => withdrawSend(environment.client, 'withdrawn') },
  );
  assert.equal([withdrawn.begun, withdrawn.ended], [0, 'CANCELLED']);
});

test('withdrawing what is not there does nothing', async ({ environment }) => {
  await withdrawSend(environment.client, 'nobody');
  await pauseSend(environment.client, 'nobody');
});

test('resending: nothing is begun or frozen, it only ends', async (context) => {
  assert.equal(await send(context, 'resending', { open: (look) => (look < 3 ? 1 : 0) }, { resending: true }), {
    begun: 0,
    asked: [],
    most: 0,
    steps: 0,
    looks: 3,
    ended: 'COMPLETED',
  });
});

test.run();
