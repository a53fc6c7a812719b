/**
 * What this process knows of the rows that are due: ids by class and project, learnt from hints and from the ledger. The ledger is asked
 * for the projects that have something due (one skip along an index each class), and then for ids of many projects at once, so that
 * neither a backlog of one project nor many projects makes a round dear.
 */
import type { Due, DueLook } from '../domain/email.ts';
import { isUrgent, FairQueue, WEIGHTS } from '../domain/fair-queue.ts';

/** The part of the ledger that is asked. */
export interface DueRows {
  /** Projects with rows due. */
  projectsDue(priority: number, now: Date): Promise<string[]>;
  /** Ids that are due, by project in the order of their ids, each project's oldest first. */
  due(looked: DueLook): Promise<Due[]>;
}

export interface Waiting {
  urgent: number;
  other: number;
}

interface Stock {
  readonly ids: Set<string>;
  /** The ledger may hold more than `ids`. */
  more: boolean;
  askedAt: number;
}

const PRIORITIES = Object.keys(WEIGHTS).map(Number);
const POLL_MS = 500;
/** The look at the ledger takes at most this share of its time, however many projects there are. */
const POLL_SHARE = 0.1;
/** The longest pause between two looks, whatever one took: nobody hints at rows that come due by time. */
const POLL_MOST_MS = 2_000;
/** A queue that hints keep full is compared with the ledger this often, so that rows nobody hinted at are met. */
const ASK_AGAIN_MS = 2_000;
const PROJECTS_AT_ONCE = 64;
const IDS_AT_ONCE = 400;
const STOCK_MAX = 2_000;

export class DueQueue {
  readonly #ledger: DueRows;
  readonly #clock: () => Date;
  readonly #random: () => number;
  readonly #fair = new FairQueue();
  readonly #stocks = new Map(PRIORITIES.map((priority) => [priority, new Map<string, Stock>()]));
  /** Projects to ask the ledger about, by class. */
  readonly #unasked = new Map(PRIORITIES.map((priority) => [priority, new Set<string>()]));
  #nextPoll = 0;

  constructor(ledger: DueRows, clock: () => Date, random: () => number) {
    this.#ledger = ledger;
    this.#clock = clock;
    this.#random = random;
  }

  #stock(priority: number, projectId: string): Stock {
    const stocks = this.#stocks.get(priority)!;
    const stock = stocks.get(projectId) ?? { ids: new Set(), more: false, askedAt: 0 };
    stocks.set(projectId, stock);
    return stock;
  }

  /** Rows just written: they need not be looked for. @param most beyond so many the ledger is asked; held rows it cannot tell of */
  hint(rows: readonly Due[], most = STOCK_MAX): void {
    for (const { _id, projectId, priority } of rows) {
      const stock = this.#stock(priority, projectId);
      if (stock.ids.size < most) stock.ids.add(_id);
      else stock.more = true;
      this.#fair.add(priority, projectId);
    }
  }

  /** Looks at the ledger where that is due. */
  async refresh(): Promise<void> {
    const now = this.#clock();
    if (now.getTime() >= this.#nextPoll) await this.#poll(now);
    await Promise.all(PRIORITIES.map((priority) => this.#ask(priority, now)));
  }

  async #poll(now: Date): Promise<void> {
    const began = performance.now();
    const found = await Promise.all(PRIORITIES.map((priority) => this.#ledger.projectsDue(priority, now)));
    const took = performance.now() - began;
    this.#nextPoll = this.#clock().getTime() + Math.min(Math.max(POLL_MS, took / POLL_SHARE), POLL_MOST_MS);
    PRIORITIES.forEach((priority, index) => {
      const stocks = this.#stocks.get(priority)!;
      for (const projectId of found[index]!) {
        const known = stocks.get(projectId);
        if (!known || now.getTime() - known.askedAt >= ASK_AGAIN_MS) this.#unasked.get(priority)!.add(projectId);
      }
    });
  }

  /** Fills some stocks by one query. */
  async #ask(priority: number, now: Date): Promise<void> {
    const unasked = this.#unasked.get(priority)!;
    const projectIds = [...unasked].slice(0, PROJECTS_AT_ONCE).sort();
    if (projectIds.length === 0) return;
    const rows = await this.#ledger.due({ priority, projectIds, now, limit: IDS_AT_ONCE });
    const full = rows.length === IDS_AT_ONCE;
    const last = rows.at(-1)?.projectId;
    const byProject = Map.groupBy(rows, ({ projectId }) => projectId);
    for (const projectId of projectIds) {
      // Those behind the last one met were not reached.
      if (full && projectId > last!) break;
      unasked.delete(projectId);
      const ids = (byProject.get(projectId) ?? []).map(({ _id }) => _id);
      if (ids.length > 0) this.#fill({ priority, projectId }, ids, { more: full && projectId === last, askedAt: now.getTime() });
    }
  }

  #fill(
    { priority, projectId }: Pick<Due, 'priority' | 'projectId'>,
    ids: readonly string[],
    asked: Pick<Stock, 'more' | 'askedAt'>,
  ): void {
    const stock = this.#stock(priority, projectId);
    // Several processes see the same rows: each begins somewhere else, so that they seldom want the same ones.
    const from = asked.more ? Math.floor(this.#random() * ids.length) : 0;
    const newer = [...stock.ids];
    stock.ids.clear();
    for (const id of [...ids.slice(from), ...ids.slice(0, from), ...newer]) stock.ids.add(id);
    Object.assign(stock, asked);
    this.#fair.add(priority, projectId);
  }

  /** How many ids are known, each count up to `most`. */
  waiting(most: number): Waiting {
    const counted: Waiting = { urgent: 0, other: 0 };
    for (const [priority, stocks] of this.#stocks) {
      const kind = isUrgent(priority) ? 'urgent' : 'other';
      for (const { ids } of stocks.values()) {
        if (counted[kind] >= most) break;
        counted[kind] = Math.min(most, counted[kind] + ids.size);
      }
    }
    return counted;
  }

  /** Whether there is something to do at once: ids, or projects to ask about. */
  get idle(): boolean {
    return [...this.#unasked.values()].every(({ size }) => size === 0) && [...this.#stocks.values()].every(({ size }) => size === 0);
  }

  /** Takes ids out, the next one's first: at most `most`, and at most `mostOther` that are not urgent. */
  take(most: number, mostOther: number): Due[] {
    const taken: Due[] = [];
    let others = 0;
    while (taken.length < most) {
      const turn = this.#fair.next(others >= mostOther);
      if (!turn) break;
      taken.push({ _id: this.#shift(turn.priority, turn.projectId), ...turn });
      if (!isUrgent(turn.priority)) others += 1;
    }
    return taken;
  }

  /** Puts back what could not be claimed. */
  restore(rows: readonly Due[]): void {
    this.hint(rows, Infinity);
  }

  /** Forgets rows. */
  drop(rows: readonly Due[]): void {
    for (const { _id, projectId, priority } of rows) {
      const stock = this.#stocks.get(priority)!.get(projectId);
      if (stock?.ids.delete(_id) && stock.ids.size === 0) this.#dry(priority, projectId, stock);
    }
  }

  #dry(priority: number, projectId: string, { more }: Stock): void {
    this.#fair.remove(priority, projectId);
    this.#stocks.get(priority)!.delete(projectId);
    if (more) this.#unasked.get(priority)!.add(projectId);
  }

  #shift(priority: number, projectId: string): string {
    const stock = this.#stock(priority, projectId);
    const id = stock.ids.values().next().value!;
    stock.ids.delete(id);
    if (stock.ids.size === 0) this.#dry(priority, projectId, stock);
    return id;
  }
}
