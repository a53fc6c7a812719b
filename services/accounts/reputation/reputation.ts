/** Counts the ledger's facts, judges a project on each permanent bounce and complaint, and answers how it stands. */
import { LRUCache } from 'lru-cache';
import type { Connection, Model } from 'mongoose';
import type { Client } from '#kit/contract/definition.ts';
import type { Recount } from '#kit/contract/recounting.ts';
import type { DeliveryServiceDefinition } from '#proto/delivery/v1/delivery.ts';
import type { Fact } from '#proto/events/v1/fact.ts';
import type { Security } from '#proto/accounts/v1/accounts.ts';
import type { Consumer } from '#kit/facts/consumer.ts';
import { isNewProject, judge, rateOf } from '../domain/reputation.ts';
import type { MailWindow, Reputation as Judgement, Windows } from '../domain/reputation.ts';
import type { ProjectRow } from '../model.ts';
import type { ProjectsStore } from '../projects-store.ts';
import type { Suspension } from '../suspension.ts';
import { createMailCounts } from './mail-counts.ts';
import type { Counted, Occurrence } from './mail-counts.ts';
import { createReputationRecount } from './recount.ts';

export interface ReputationParts {
  mongo: Connection;
  delivery: Pick<Client<typeof DeliveryServiceDefinition>, 'countMails'>;
  projects: ProjectsStore;
  suspension: Pick<Suspension, 'disable' | 'hint'>;
  /** False: critical projects go on, and are only shown so (`AUTO_PROJECT_DISABLE`). */
  isAutomatic: boolean;
  clock: () => Date;
}

export interface Reputation {
  models: Model<any>[];
  consumer: Consumer;
  /** As operators see it; counts are up to five minutes old. */
  security(project: ProjectRow): Promise<Security>;
  recount: Recount;
  removeProject(projectId: string): Promise<void>;
}

const READ_FOR_MS = 300_000;
const MOST_READ = 10_000;
/** Longer than facts take from being received to being counted. */
const REPORTED_FOR_MS = 10_000;

const KINDS: Readonly<Record<string, { kind: Counted; time: string }>> = {
  'email.sent': { kind: 'total', time: 'sentAt' },
  'email.bounce': { kind: 'bounces', time: 'bouncedAt' },
  'email.complaint': { kind: 'complaints', time: 'complainedAt' },
};

/** What of a fact counts; null for transient bounces and mail to the provider's simulator. */
function occurrenceOf({ name, projectId, emailId, at, data, joint }: Fact): Occurrence | null {
  const known = KINDS[name];
  const emails = joint?.emailIds.length ?? emailId;
  if (!known || !emails || data?.['simulated'] === true) return null;
  if (known.kind === 'bounces' && data?.['bounceType'] !== 'Permanent') return null;
  // A provider's clock may be ahead; nothing has happened later than it was reported.
  const reportedAt = Date.parse(at!);
  const stated = Date.parse(String((joint?.names[0]?.data ?? data)?.[known.time]));
  return { projectId, emails, kind: known.kind, at: new Date(Math.min(reportedAt, Number.isNaN(stated) ? reportedAt : stated)) };
}

function windowView({ total, bounces, complaints }: MailWindow) {
  return { total, bounces, complaints, bounceRate: rateOf(bounces, total), complaintRate: rateOf(complaints, total) };
}

export function createReputation({ mongo, delivery, projects, suspension, isAutomatic, clock }: ReputationParts): Reputation {
  const counts = createMailCounts(mongo);
  const read = new LRUCache<string, { windows: Windows; judgement: Judgement; isNew: boolean }>({ max: MOST_READ, ttl: READ_FOR_MS });

  /** Facts of these projects may not be counted yet: what is read of them meanwhile is not kept. */
  const recent = new LRUCache<string, true>({ max: MOST_READ, ttl: REPORTED_FOR_MS });

  const consumer: Consumer = {
    name: 'accounts-reputation',
    subjects: ['facts.*.delivery.email.sent', 'facts.*.delivery.email.bounce', 'facts.*.delivery.email.complaint'],
    joint: true,
    async handle(facts, session) {
      const now = clock();
      const countable = facts.map(occurrenceOf).filter((one) => one !== null);
      for (const { projectId } of countable) {
        recent.set(projectId, true);
        read.delete(projectId);
      }
      await counts.add(countable, now, session);
      const reported = new Set(countable.filter(({ kind }) => kind !== 'total').map(({ projectId }) => projectId));
      for (const projectId of reported) {
        const project = await projects.byId(projectId);
        if (!project || project.disabled || !isAutomatic) continue;
        const { shouldDisable } = judge(await counts.read(projectId, now, session), isNewProject(project.createdAt, now));
        if (shouldDisable) await suspension.disable(projectId, 'EMAIL_REPUTATION', session);
      }
      if (reported.size > 0) suspension.hint();
    },
  };

  return {
    models: counts.models,
    consumer,
    recount: createReputationRecount({ counts, projects, delivery, forget: (projectId) => void read.delete(projectId), clock }),
    removeProject: counts.removeProject,
    async security({ _id: projectId, createdAt, disabled }) {
      const now = clock();
      let known = read.get(projectId);
      if (!known) {
        const [windows, isNew] = [await counts.read(projectId, now), isNewProject(createdAt, now)];
        known = { windows, judgement: judge(windows, isNew), isNew };
        if (!recent.has(projectId)) read.set(projectId, known);
      }
      const { windows, judgement, isNew } = known;
      return {
        projectId,
        ...judgement,
        twentyFourHour: windowView(windows.twentyFourHour),
        sevenDay: windowView(windows.sevenDay),
        allTime: windowView(windows.allTime),
        isNewProject: isNew,
        isDisabled: disabled,
      };
    },
  };
}
