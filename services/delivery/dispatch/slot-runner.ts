/**
 * Sends the slots of frozen pages: claims them page by page, composes a mail when a connection asks for one, and checks at that moment
 * whether its project and its campaign allow it to leave. A mail that the provider accepts needs no row and no write of its own; every
 * other outcome becomes a row of the ledger.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { failpoint } from '#kit/failpoint.ts';
import type { Log } from '#kit/telemetry/log.ts';
import { span } from '#kit/telemetry/trace.ts';
import type { Project } from '#proto/accounts/v1/accounts.ts';
import type { Outcome } from '../domain/outcome.ts';
import type { Prefetch } from '../domain/prefetch.ts';
import { isTracked } from '../domain/tracking.ts';
import type { OutcomeWriter } from '../ledger/ledger.ts';
import type { Composer, PageComposer, Message } from '../message/composer.ts';
import { bytesOf, NotComposable } from '../message/composer.ts';
import type { PhishingCheck } from '../phishing/phishing-check.ts';
import type { Feed, Look, TakenMail, Provider } from '../providers/provider.ts';
import type { AttemptMetrics } from './attempt-metrics.ts';
import { retryUntilWritten } from './outcome-retry.ts';
import type { HeldPage, PageSlots, SlotMail } from './page-slots.ts';
import type { SendGate } from './send-gate.ts';
import { later, outcomeOf, released } from './send-attempt.ts';
import { attemptKey } from './spool-recovery.ts';
import type { Spool } from './spool.ts';

export interface SlotRunnerParts {
  slots: PageSlots;
  outcomes: Pick<OutcomeWriter, 'record'>;
  gate: SendGate;
  provider: Pick<Provider, 'tracks' | 'signs'>;
  composer: Pick<Composer, 'ofPage' | 'signed'>;
  /** Faults when accounts cannot be asked. */
  project: (projectId: string) => Promise<Pick<Project, 'tracking'>>;
  isPhishing: PhishingCheck;
  returnPaths: (sender: Pick<SlotMail, 'projectId' | 'from'>) => Promise<(emailId: string) => string>;
  messageMaxBytes: number;
  spool: Spool | null;
  /** How the provider takes mail. */
  feed: (feed: Feed) => Look;
  /** How many connections slots may have now, and how many they have. */
  room: () => number;
  busy: (connections: number) => void;
  prefetch: Prefetch;
  workers: number;
  /** A mail was tried, or is somebody else's. */
  tried: (id: string) => void;
  /** Room for more claims has come about. */
  onRoom: () => void;
  metrics: AttemptMetrics;
  log: Log;
}

export interface SlotRunner {
  /** Claimed, and what became of them is not written yet. */
  readonly inFlight: number;
  /** Of those, the ones that did not end plainly yet: what did is noted with the next claim. */
  readonly unanswered: number;
  /** Of those, the ones that no connection has taken. */
  readonly waiting: number;
  has(emailId: string): boolean;
  /** A connection may have come free. */
  look(): void;
  /** Claims the slots of these mails, and queues those that may leave. Answers how many were claimed, and how many queued. */
  claim(emailIds: readonly string[]): Promise<{ won: number; queued: number }>;
  /** What waits is given back, and so is what comes. */
  releaseWaiting(): void;
  /** Resolves when nothing is in flight any more. */
  drained(): Promise<void>;
}

/** What mails of a page are written with. */
interface Batch {
  composer: PageComposer;
  returnPath: (emailId: string) => string;
  tracked: boolean;
}

interface ClaimedSlot {
  page: HeldPage;
  slot: number;
}

interface QueuedMail extends ClaimedSlot {
  batch: Batch;
  mail: SlotMail;
  /** Signed ahead. */
  raw?: Buffer;
}

/** So many mails are signed ahead of the connections: what the threads make while others leave. */
const SIGNED_AHEAD = 96;
/** By one message to a thread, which takes it some milliseconds. */
const SIGNED_AT_ONCE = 12;

export function createSlotRunner(parts: SlotRunnerParts): SlotRunner {
  const { slots, outcomes, gate, provider, composer, project, isPhishing, returnPaths, messageMaxBytes, spool } = parts;
  const { feed, room, busy, prefetch, workers, tried, onRoom, metrics, log } = parts;
  /** Claimed and let through, the next one first; and of those that are signed, the ready ones. */
  const queue = createFifo<QueuedMail>();
  const ready = createFifo<QueuedMail>();
  let inFlight = 0;
  /** Of those, what was taken by the provider and is not noted yet. */
  let toNote = 0;
  let signing = 0;
  let isAsking = false;
  let isReleasing = false;

  const waiting = (): number => queue.size + ready.size + signing;

  /** No longer held here: noted, given back, or a row's. */
  function end(ids: readonly string[]): void {
    inFlight -= ids.length;
    for (const id of ids) tried(id);
    onRoom();
  }

  /** Writes down what did not end plainly. */
  async function record({ page, slot }: ClaimedSlot, outcome: Outcome): Promise<void> {
    const emailId = page.emailId(slot);
    const isRecorded = await retryUntilWritten(emailId, () => page.record(slot, outcome, outcomes), log);
    metrics.ended(outcome);
    // Whoever comes after this process goes by the spool where nothing else says that the mail was handed over.
    if (isRecorded) spool?.leave(keyOf(page, emailId));
    end([emailId]);
  }

  const keyOf = ({ owner }: HeldPage, emailId: string): string => attemptKey({ _id: emailId, claim: owner });

  slots.onNoted({
    noted(page, taken) {
      toNote -= taken.length;
      const ids = taken.map(({ slot }) => page.emailId(slot));
      metrics.taken(ids.length);
      if (spool) for (const id of ids) spool.leave(keyOf(page, id));
      end(ids);
    },
    lost(page, taken) {
      toNote -= taken.length;
      for (const { slot, reply, delivered } of taken) void record({ page, slot }, { kind: 'accepted', reply, delivered });
    },
  });

  /** What connections take, one at a time. */
  function takenMail({ page, batch: { returnPath, tracked }, mail, slot, raw }: QueuedMail & { raw: Buffer }): TakenMail {
    const { _id: emailId, projectId, from, subject } = mail;
    const key = spool ? keyOf(page, emailId) : '';
    const began = performance.now();
    return {
      emailId,
      projectId,
      attempt: 1,
      envelope: { from: returnPath(emailId), to: mail.to },
      from,
      subject,
      tracked,
      raw,
      handingOver() {
        // A connection may have taken long to come about.
        if (!page.mayHandOver()) throw new Error('the page is not held any more');
        spool?.enter(key);
      },
      accepted(answer) {
        spool?.answered(key, answer.delivered ? 'delivered' : 'accepted');
        failpoint('delivery accepted');
        prefetch.attempted();
        metrics.replied(began);
        metrics.pageMail(page.since);
        // A provider's own id has its place in a row.
        if (answer.messageId === undefined) {
          toNote += 1;
          page.taken({ slot, reply: answer.reply, delivered: answer.delivered });
        } else void record({ page, slot }, { kind: 'accepted', ...answer });
      },
      failed(error) {
        const outcome = outcomeOf(error);
        if (outcome.kind !== 'unknown') spool?.answered(key, 'kept');
        prefetch.attempted();
        metrics.replied(began, error);
        void record({ page, slot }, outcome);
      },
    };
  }

  /** The bytes that leave; undefined: there are none, and what becomes of the mail is recorded. */
  function composed(queued: QueuedMail): Buffer | undefined {
    try {
      const raw = queued.raw ?? bytesOf(queued.batch.composer.message(queued.mail));
      if (raw.length <= messageMaxBytes) return raw;
      void record(queued, { kind: 'stopped', reason: 'Message is larger than 40 MB' });
    } catch (error) {
      void record(queued, notComposed(error));
    }
    return undefined;
  }

  /** The answer that was waited for: it counts for whoever is asked in the same breath, however long it took. */
  let answered: { campaignId: string | null; outcome: Outcome | undefined } | undefined;

  /** Whether the mail may leave at this moment; where nobody knows, it is asked, and nothing leaves until it is answered. */
  function mayLeave(queued: QueuedMail): boolean | 'not known' {
    if (!queued.page.mayHandOver()) {
      void record(queued, released('the page is not held any more'));
      return false;
    }
    const { campaignId } = queued.mail;
    const held = answered?.campaignId === campaignId ? answered.outcome : gate.recheck(queued.mail);
    if (held instanceof Promise) {
      isAsking = true;
      void held.then((outcome) => {
        isAsking = false;
        answered = { campaignId, outcome };
        look();
        answered = undefined;
      });
      return 'not known';
    }
    if (held) void record(queued, held);
    return held === undefined;
  }

  /** The next one that could be handed over as it is: what is to be signed waits for that. */
  const nextQueued = (): QueuedMail | undefined => ready.first ?? (queue.first?.batch.composer.keys ? undefined : queue.first);

  function giveBack(): void {
    for (let queued = ready.first ?? queue.first; queued; queued = ready.first ?? queue.first) {
      (ready.first === queued ? ready : queue).shift();
      void record(queued, released('the process stops'));
    }
  }

  function next(): TakenMail | undefined {
    if (isReleasing) giveBack();
    if (isAsking) return undefined;
    for (let queued = nextQueued(); queued; queued = nextQueued()) {
      const may = mayLeave(queued);
      if (may === 'not known') return undefined;
      if (ready.first === queued) ready.shift();
      else queue.shift();
      signAhead();
      if (waiting() === Math.ceil(prefetch.size(workers) / 2)) onRoom();
      const raw = may ? composed(queued) : undefined;
      failpoint('delivery composed');
      if (raw) return takenMail({ ...queued, raw });
    }
    return undefined;
  }

  /** Signatures are made before connections ask for them, by other threads, so many at once. */
  function signAhead(): void {
    while (queue.first?.batch.composer.keys && ready.size + signing <= SIGNED_AHEAD - SIGNED_AT_ONCE) {
      const { batch } = queue.first;
      const group: QueuedMail[] = [];
      for (let queued = queue.first; queued?.batch === batch && group.length < SIGNED_AT_ONCE; queued = queue.first) {
        queue.shift();
        group.push(queued);
      }
      signing += group.length;
      void sign(group, batch.composer);
    }
  }

  async function sign(group: readonly QueuedMail[], { keys, message }: PageComposer): Promise<void> {
    const written = group.flatMap((queued): { queued: QueuedMail; made: Message }[] => {
      try {
        return [{ queued, made: message(queued.mail) }];
      } catch (error) {
        void record(queued, notComposed(error));
        return [];
      }
    });
    try {
      const all = await composer.signed(
        written.map(({ made }) => made),
        keys!,
      );
      written.forEach(({ queued }, index) => ready.push({ ...queued, raw: all[index]! }));
    } catch (error) {
      for (const { queued } of written) void record(queued, notComposed(error));
    }
    signing -= group.length;
    look();
  }

  /** What mails of a page are written with. Throws when it cannot be read now. */
  async function batchOf(mails: readonly SlotMail[]): Promise<Batch> {
    const [first] = mails as [SlotMail];
    const { tracking } = await project(first.projectId);
    const tracked = isTracked(tracking, first.class);
    const [written, returnPath] = await Promise.all([
      composer.ofPage({ mails, ours: { tracked: tracked && !provider.tracks, signed: !provider.signs } }),
      returnPaths(first),
    ]);
    return { composer: written, returnPath, tracked };
  }

  /** A sample of mails is looked at before it leaves. */
  async function inspect(queued: QueuedMail): Promise<void> {
    if (await isPhishing(queued.page.row(queued.slot))) return await record(queued, { kind: 'stopped', reason: 'Phishing detected' });
    queue.push(queued);
    signAhead();
    look();
  }

  /** Answers how many were queued. */
  async function begin(page: HeldPage, claimed: readonly number[]): Promise<number> {
    const mails = claimed.map((slot) => page.mail(slot));
    const refused = await gate.check(mails);
    const all = claimed.map((slot, index) => ({ slot, mail: mails[index]! }));
    const [allowed, others] = [all.filter(({ mail }) => !refused.has(mail._id)), all.filter(({ mail }) => refused.has(mail._id))];
    for (const { slot, mail } of others) void record({ page, slot }, refused.get(mail._id)!);
    if (allowed.length === 0) return 0;
    try {
      const batch = await batchOf(allowed.map(({ mail }) => mail));
      for (const one of allowed) {
        if (isPhishing.concerns(one.mail._id)) void inspect({ page, batch, ...one });
        else queue.push({ page, batch, ...one });
      }
    } catch (error) {
      // Nothing is wrong with the mails: they are tried again with backoff.
      for (const { slot } of allowed) void record({ page, slot }, notComposed(error));
      return 0;
    }
    return allowed.length;
  }

  const ask = feed({ next, room, busy });
  const look = (): void => (isReleasing ? giveBack() : ask());

  return {
    get inFlight() {
      return inFlight;
    },
    get unanswered() {
      return inFlight - toNote;
    },
    get waiting() {
      return waiting();
    },
    has: slots.has,
    look,
    async claim(emailIds) {
      const claimed = await slots.claim(emailIds);
      failpoint('delivery claimed');
      const won = claimed.reduce((sum, { slots: own }) => sum + own.length, 0);
      inFlight += won;
      if (won < emailIds.length) {
        const own = new Set(claimed.flatMap(({ page, slots: taken }) => taken.map(page.emailId)));
        for (const id of emailIds) if (!own.has(id)) tried(id);
      }
      const counts = await Promise.all(
        claimed.map(({ page, slots: own }) =>
          span('delivery.slots', () => begin(page, own), {
            kind: 'CONSUMER',
            attributes: { 'posthorn.page': page.id, 'posthorn.mails': own.length },
            parent: {},
            links: page.traceparent ? [page.traceparent] : [],
          }),
        ),
      );
      signAhead();
      look();
      return { won, queued: counts.reduce((sum, count) => sum + count, 0) };
    },
    releaseWaiting() {
      isReleasing = true;
      giveBack();
    },
    async drained() {
      while (inFlight > 0) await sleep(20);
    },
  };
}

/** Nothing is wrong with a mail of which something could not be read now. */
function notComposed(error: unknown): Outcome {
  const reason = `not composed: ${(error as Error).message}`;
  return error instanceof NotComposable ? { kind: 'stopped', reason } : later(reason);
}

/** First in, first out, without moving what waits. */
interface Fifo<T> {
  readonly first: T | undefined;
  readonly size: number;
  push(item: T): void;
  shift(): void;
}

/** So many places of those that have left are kept at most. */
const SHIFTED_MOST = 1_024;

function createFifo<T>(): Fifo<T> {
  let items: T[] = [];
  let at = 0;
  return {
    get first() {
      return items[at];
    },
    get size() {
      return items.length - at;
    },
    push: (item) => void items.push(item),
    shift() {
      items[at] = undefined as T;
      at += 1;
      if (at < items.length && at < SHIFTED_MOST) return;
      items = items.slice(at);
      at = 0;
    },
  };
}
