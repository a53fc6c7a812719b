/**
 * One campaign's send: freeze the audience into the ledger, hand its pages to delivery in a few steps at once, and end when every row of
 * the frozen audience is at its end. Rows are the record, and what a pause, a rate or a cancel means is theirs too; the workflow only
 * keeps the order of things.
 */
import { condition, continueAsNew, defineSignal, proxyActivities, setHandler, sleep } from '@temporalio/workflow';

/** How far a run had come when it went on as a new one. */
export interface Reached {
  pages: number;
  /** The first page that was not handed over yet. */
  next: number;
}

export interface SendCampaignInput {
  projectId: string;
  campaignId: string;
  /** Names this send of the campaign: a changed or withdrawn one finds another name on the campaign, and does nothing. */
  run: string;
  /** Pages handed over before the run goes on as a new one, so that its history stays short. */
  pagesPerRun: number;
  /** Steps under way at once. */
  window: number;
  /** Most pages of one step. Absent: one, in sends that began in an earlier release. */
  pagesPerStep?: number;
  paused?: boolean;
  /** Absent: the audience is to be frozen first. */
  reached?: Reached;
}

type Send = Pick<SendCampaignInput, 'projectId' | 'campaignId' | 'run'>;

interface CampaignsActivities {
  /** SCHEDULED → SENDING when it is due; false when this run is not the campaign's any more. */
  beginSend(send: Send): Promise<boolean>;
  /** SENDING → SENT when every row of the frozen audience is at its end; answers how many are not. */
  endSend(send: Send): Promise<number>;
}

/** DONE: every mail of the pages was tried once. PAUSED: some were not. CLOSED: no further page is wanted. */
export type PageOutcome = 'DONE' | 'PAUSED' | 'CLOSED';

interface DeliveryActivities {
  /** Writes the ledger's rows page by page; goes on where an earlier attempt stopped. Answers how many pages there are. */
  freezeAudience(send: Send): Promise<number>;
  /** Tries every mail of so many pages once, page by page; what is to be tried again leaves on its own. */
  sendPage(pages: Send & { page: number; pages: number }): Promise<PageOutcome>;
}

export const pauseSignal = defineSignal('pause');
export const resumeSignal = defineSignal('resume');

const RETRY = { initialInterval: '250 milliseconds', backoffCoefficient: 2, maximumInterval: '1 minute' } as const;
const SHORT = { startToCloseTimeout: '20 seconds', heartbeatTimeout: '3 seconds', retry: RETRY } as const;
/**
 * A page may wait for its turn, and for a slow provider. A process that died is noticed by its silence, and the tenth is followed as soon
 * as the first.
 */
const LONG = {
  startToCloseTimeout: '1 day',
  heartbeatTimeout: '3 seconds',
  retry: { initialInterval: '500 milliseconds', backoffCoefficient: 1 },
} as const;
/** What is asked only once a send may wait longer between attempts that fail. */
const ONCE = { ...LONG, retry: { ...RETRY, maximumInterval: '10 seconds' } } as const;

/** Seconds between two looks at what is still to be tried again. */
const SETTLE_MOST = 60;
/** A pause that nobody ended by a signal is looked at again: the signal may have been lost with its sender. */
const PAUSE_MOST_S = 3_600;
/** Looks before a run that only waits goes on as a new one. */
const LOOKS_PER_RUN = 300;

const { beginSend, endSend } = proxyActivities<CampaignsActivities>({ ...SHORT, taskQueue: 'campaigns' });
const { freezeAudience } = proxyActivities<DeliveryActivities>({ ...ONCE, taskQueue: 'delivery-bulk' });
const { sendPage } = proxyActivities<DeliveryActivities>({ ...LONG, taskQueue: 'delivery' });

export async function sendCampaign(input: SendCampaignInput): Promise<void> {
  const { projectId, campaignId, run, pagesPerRun, window, pagesPerStep = 1 } = input;
  const send: Send = { projectId, campaignId, run };
  let paused = input.paused ?? false;
  let closed = false;
  let pauses = 0;
  let resumes = 0;
  setHandler(pauseSignal, () => void (paused = true));
  setHandler(resumeSignal, () => {
    paused = false;
    resumes += 1;
  });

  let { reached } = input;
  if (!reached) {
    if (!(await beginSend(send))) return;
    reached = { pages: await freezeAudience(send), next: 0 };
  }

  const last = Math.min(reached.next + pagesPerRun, reached.pages);
  let next = reached.next;
  /** Ends when the pause does, or after a while, so that the ledger is asked whether it still holds. */
  const resumed = async (): Promise<void> => {
    if (!paused) return;
    pauses += 1;
    await condition(() => !paused, Math.min(2 ** pauses * 5, PAUSE_MOST_S) * 1_000);
    paused = false;
  };
  const lane = async (): Promise<void> => {
    while (!closed) {
      await resumed();
      if (next >= last) return;
      // Few at the end, so that no lane, and no process, has much left when the others have none.
      const step = { ...send, page: next, pages: Math.min(pagesPerStep, Math.ceil((last - next) / window)) };
      next += step.pages;
      let before = resumes;
      for (let outcome = await sendPage(step); outcome !== 'DONE'; outcome = await sendPage(step)) {
        if (outcome === 'CLOSED') {
          closed = true;
          return;
        }
        // Resumed while the page was on its way back: nobody will say so again.
        if (resumes === before) paused = true;
        await resumed();
        before = resumes;
      }
    }
  };
  await Promise.all(Array.from({ length: window }, lane));
  if (!closed && last < reached.pages) await continueAsNew<typeof sendCampaign>({ ...input, paused, reached: { ...reached, next: last } });

  let looks = 0;
  for (let wait = 1; (await endSend(send)) > 0; wait = Math.min(wait * 2, SETTLE_MOST)) {
    looks += 1;
    if (looks === LOOKS_PER_RUN)
      await continueAsNew<typeof sendCampaign>({ ...input, paused: false, reached: { pages: reached.pages, next: reached.pages } });
    await sleep(wait * 1_000);
  }
}
