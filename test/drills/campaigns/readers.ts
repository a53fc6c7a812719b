/** Recipients who open their mail, and follow its link, at the moment it arrives: before it is written down that it left. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Findings } from '#test/findings.ts';
import { until } from '#test/until.ts';
import { share } from './setup.ts';
import type { Setup } from './setup.ts';

/** Of the addresses; half of these follow the link too. */
const READING = 0.05;
const LOOK_EVERY_MS = 5;

export interface Readers {
  /** They read no more; resolves when all were answered. */
  stop(): Promise<void>;
  /** Holds what they did against what rows, progress and stats tell of the campaign. After the others' audit. */
  audit(findings: Findings, campaignId: string): Promise<void>;
}

export function startReaders({ asked, services, sink }: Setup): Readers {
  const [opened, clicked] = [new Set<string>(), new Set<string>()];
  const under = new Set<Promise<void>>();
  let isRunning = true;

  /** Once: what a service that is away does not count is lost; what one did not answer before it was killed may be counted. */
  async function follow(raw: string, kind: 'o' | 'c', to: string, readers: Set<string>): Promise<void> {
    const [path] = new RegExp(`/t/${kind}/[\\w-]+`).exec(raw.replaceAll('=\r\n', '')) ?? [];
    if (path === undefined) throw new Error(`${to} has no link /t/${kind}/`);
    readers.add(to);
    await fetch(services.url + path, { redirect: 'manual' })
      .then((answer) => answer.arrayBuffer())
      .catch(() => null);
  }

  async function read(): Promise<void> {
    for (let next = 0; isRunning; await sleep(LOOK_EVERY_MS)) {
      for (; next < sink.taken.length; next += 1) {
        const { to, raw } = sink.taken[next]!;
        // Refusals go by the lower shares.
        const left = 1 - share(to);
        if (left >= READING) continue;
        const reading = follow(raw, 'o', to, opened).then(() => (left < READING / 2 ? follow(raw, 'c', to, clicked) : undefined));
        under.add(reading);
        void reading.finally(() => under.delete(reading));
      }
    }
  }
  const reading = read();

  return {
    async stop() {
      isRunning = false;
      await reading;
      await Promise.all(under);
    },
    async audit(findings, campaignId) {
      const rows: { email: string; openedAt: string | null; clickedAt: string | null }[] = [];
      for (const status of ['OPENED', 'CLICKED']) {
        for (let page = 1, pages = 1; page <= pages; page += 1) {
          const { data, totalPages } = await asked('GET', `/campaigns/${campaignId}/recipients?status=${status}&page=${page}&pageSize=100`);
          rows.push(...data);
          pages = totalPages;
        }
      }
      // Who follows a link has not opened the mail where the request for its pixel was lost.
      const byRows = [rows.filter(({ openedAt }) => openedAt), rows.filter(({ clickedAt }) => clickedAt)].map((those) => those.length);
      findings.note(
        `${opened.size} opened as their mail arrived, ${clicked.size} followed its link; counted ${byRows[0]} and ${byRows[1]}.`,
      );
      const unasked = ({ email, openedAt, clickedAt }: (typeof rows)[number]): boolean =>
        (openedAt !== null && !opened.has(email)) || (clickedAt !== null && !clicked.has(email));
      findings.expect('mails counted as opened or followed that nobody opened or followed', rows.filter(unasked).length, 0);
      const byStats = async (): Promise<number[]> => {
        const { openedCount, clickedCount } = await asked('GET', `/campaigns/${campaignId}/stats`);
        return [openedCount, clickedCount];
      };
      const agree = async (): Promise<boolean> => isDeepStrictEqual(await byStats(), byRows);
      await until(agree, { within: 20_000, every: 500 }).catch(() => undefined);
      findings.expect('opened and followed by stats, as by rows', await byStats(), byRows);
    },
  };
}
