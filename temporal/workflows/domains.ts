/** Every five minutes: the sender domains of all projects, those people wait for first, the others spread over the interval. */
import { continueAsNew, proxyActivities, sleep } from '@temporalio/workflow';

type Part = 'fresh' | 'all';

interface DomainActivities {
  countDomains(): Promise<{ pages: number }>;
  /** Answers the id to go on behind, null at the end; harmless when repeated. */
  verifyDomains(input: { part: Part; after: string }): Promise<string | null>;
}

const activities = proxyActivities<DomainActivities>({
  taskQueue: 'delivery-bulk',
  startToCloseTimeout: '10 minutes',
  // A killed process's page goes to another one.
  heartbeatTimeout: '20 seconds',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
});

const SPREAD_MS = 240_000;
const LONGEST_PAUSE_MS = 10_000;
const PAGES_A_RUN = 200;

export interface DomainsRound {
  part: Part;
  after: string;
  /** Between two pages. */
  pauseMs: number;
}

/** A round that is late is followed by the next one; none is left out, since each goes over everything. */
export async function domainsRound(input: DomainsRound = { part: 'fresh', after: '', pauseMs: 0 }): Promise<void> {
  let { part, after, pauseMs } = input;
  for (let page = 0; page < PAGES_A_RUN; page += 1) {
    const next = await activities.verifyDomains({ part, after });
    if (next === null && part === 'all') return;
    if (next === null) {
      const { pages } = await activities.countDomains();
      [part, after, pauseMs] = ['all', '', Math.min(LONGEST_PAUSE_MS, SPREAD_MS / Math.max(1, pages))];
    } else {
      after = next;
      if (pauseMs > 0) await sleep(pauseMs);
    }
  }
  await continueAsNew<typeof domainsRound>({ part, after, pauseMs });
}
