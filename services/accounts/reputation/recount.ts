/**
 * Compares a project's kept counts of mail, bounces and complaints with a count of delivery's ledger, and sets them right. Under traffic
 * the ledger is ahead of the counts: they are read before it and until they agree or enough time is over, and what differs then is wrong.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { ownCall } from '#kit/contract/call.ts';
import type { Client } from '#kit/contract/definition.ts';
import type { DeliveryServiceDefinition, MailHour } from '#proto/delivery/v1/delivery.ts';
import type { MailWindow } from '../domain/reputation.ts';
import type { ProjectsStore } from '../projects-store.ts';
import { HOUR_MS, JUDGED_HOURS, hourOf } from './mail-counts.ts';
import type { Counted, MailCounts } from './mail-counts.ts';

export interface ReputationRecountParts {
  counts: Pick<MailCounts, 'hours' | 'change'>;
  projects: Pick<ProjectsStore, 'byId'>;
  delivery: Pick<Client<typeof DeliveryServiceDefinition>, 'countMails'>;
  /** What was read of the project's counts is not to be shown any more. */
  forget: (projectId: string) => void;
  clock: () => Date;
}

export interface CountDifference {
  /** When the hour begins; null: all time. */
  hour: string | null;
  what: Counted;
  kept: number;
  counted: number;
}

/** Longer than a fact takes from being written to being counted. */
const SETTLED_MS = 10_000;
const LOOK_MS = 250;
/** What was in flight at a reset is removed by then. */
const STRAGGLERS_MS = 120_000;
const KINDS: readonly Counted[] = ['total', 'bounces', 'complaints'];
const NOTHING: MailWindow = { total: 0, bounces: 0, complaints: 0 };

type Hours = ReadonlyMap<string | null, MailWindow>;

export function createReputationRecount({ counts, projects, delivery, forget, clock }: ReputationRecountParts) {
  async function ledgerHours(projectId: string, since: Date): Promise<Hours> {
    let hours: readonly MailHour[] = [];
    for await (const answer of delivery.countMails({ since: since.toISOString() }, ownCall('accounts', projectId))) hours = answer.hours;
    return new Map(hours.map(({ hour, ...window }) => [hour ? new Date(hour).toISOString() : null, window]));
  }

  function differences(before: Hours, ledger: Hours, after: Hours): CountDifference[] {
    const found: CountDifference[] = [];
    for (const hour of new Set([...before.keys(), ...ledger.keys()]))
      for (const what of KINDS) {
        const [least, counted, most] = [before, ledger, after].map((of) => (of.get(hour) ?? NOTHING)[what]) as [number, number, number];
        if (most < counted) found.push({ hour, what, kept: most, counted });
        if (least > counted) found.push({ hour, what, kept: least, counted });
      }
    return found.toSorted((a, b) => (a.hour ?? '').localeCompare(b.hour ?? '') || KINDS.indexOf(a.what) - KINDS.indexOf(b.what));
  }

  /**
   * The ledger of a project that was reset begins with the reset, its reputation does not: hours from then on are compared, all time is
   * not.
   */
  return async (projectId: string, repairing: boolean): Promise<CountDifference[]> => {
    const reset = (await projects.byId(projectId))?.reset;
    const judged = hourOf(new Date(clock().getTime() - JUDGED_HOURS * HOUR_MS)).getTime();
    if (reset && !reset.endedAt) return [];
    const since = new Date(Math.max(judged, reset ? hourOf(new Date(reset.endedAt!.getTime() + STRAGGLERS_MS)).getTime() + HOUR_MS : 0));
    const compared = (hours: Hours): Hours => new Map([...hours].filter(([hour]) => hour !== null || !reset));
    const kept = async (): Promise<Hours> => compared(await counts.hours(projectId, since));
    const [before, ledger] = [await kept(), compared(await ledgerHours(projectId, since))];
    let found = differences(before, ledger, before);
    for (let waited = 0; found.length > 0 && waited < SETTLED_MS; waited += LOOK_MS) {
      await sleep(LOOK_MS);
      found = differences(before, ledger, await kept());
    }
    if (repairing && found.length > 0) {
      await counts.change(
        projectId,
        found.map(({ hour, what, ...of }) => ({ hour: hour === null ? null : new Date(hour), kind: what, by: of.counted - of.kept })),
      );
      forget(projectId);
    }
    return found;
  };
}
