/**
 * Suspending a project (contract "Security and suspension: Suspension"). One write ends its keys; the row says what is still to be done
 * about its executions, campaigns and waiting mail, and whom to notify, so that a crash in between loses nothing of it.
 */
import type { ClientSession, Connection } from 'mongoose';
import { ownCall } from '#kit/contract/call.ts';
import type { CallMeta } from '#kit/contract/call.ts';
import type { Client } from '#kit/contract/definition.ts';
import { createSweeper } from '#kit/sweeper.ts';
import type { Log } from '#kit/telemetry/log.ts';
import type { Metrics } from '#kit/telemetry/metrics.ts';
import type { CampaignsServiceDefinition } from '#proto/campaigns/v1/campaigns.ts';
import type { DeliveryServiceDefinition } from '#proto/delivery/v1/delivery.ts';
import type { WorkflowsServiceDefinition } from '#proto/workflows/v1/workflows.ts';
import type { AuditTrail } from './audit/audit-trail.ts';
import { DISABLED_REASONS } from './domain/project.ts';
import type { DisabledReason } from './domain/project.ts';
import type { ProjectRow } from './model.ts';
import type { OperatorNotices } from './operator-notices.ts';
import type { PlatformMail } from './platform-mail/platform-mail.ts';
import type { ProjectsStore } from './projects-store.ts';
import { revoking } from './revocation.ts';

export interface SuspensionParts {
  mongo: Connection;
  projects: ProjectsStore;
  audit: Pick<AuditTrail, 'note'>;
  mail: Pick<PlatformMail, 'order'>;
  operators: OperatorNotices;
  workflows: Pick<Client<typeof WorkflowsServiceDefinition>, 'cancelProject'>;
  campaigns: Pick<Client<typeof CampaignsServiceDefinition>, 'holdAll'>;
  delivery: Pick<Client<typeof DeliveryServiceDefinition>, 'attemptWaiting'>;
  metrics: Metrics;
  clock: () => Date;
  log: Log;
}

export interface Suspension {
  /** Does nothing to a project that is disabled already. Processes act on it within half a second. */
  disable(projectId: string, reason: DisabledReason, session?: ClientSession): Promise<void>;
  /** As `disable`; when it answers, every process acts on it. */
  disableNow(projectId: string, reason: DisabledReason, call?: CallMeta): Promise<void>;
  /** When it answers, keys and sessions work again. What was cancelled or failed stays so, campaigns stay paused. */
  enable(call: CallMeta): Promise<void>;
  /** As `enable`, in a transaction: processes know within half a second. */
  enableIn(call: CallMeta, session: ClientSession): Promise<void>;
  /** Somebody was disabled: looks at once. */
  hint(): void;
  start(): void;
  stop(): Promise<void>;
}

const REASON = 'Project disabled';
/** What is not done by then is begun again, by this process or another. */
const LEASE_MS = 30_000;

export function createSuspension(parts: SuspensionParts): Suspension {
  const { mongo, projects, audit, mail, operators, workflows, campaigns, delivery, metrics, clock, log } = parts;
  const suspended = metrics.counter('posthorn_accounts_suspensions_total', 'Projects that were disabled and seen to, by why', ['reason']);
  // Counted from 0 on: the first one is an increase as well.
  for (const reason of DISABLED_REASONS) suspended.inc({ reason }, 0);
  /** What is wired and never started has no database to ask. */
  let isRunning = false;
  metrics.gauge(
    'posthorn_accounts_suspension_age_seconds',
    'Age of the oldest suspension whose mail, campaigns and executions are not seen to',
    {
      async collect(gauge) {
        const since = isRunning ? await projects.oldestSuspension() : null;
        gauge.set(since ? (clock().getTime() - since.getTime()) / 1_000 : 0);
      },
    },
  );

  /** Each part bears being repeated. */
  async function carryOut({ _id: projectId, name, disabledReason, disabledAt }: ProjectRow): Promise<void> {
    const call = ownCall('accounts', projectId);
    const id = `suspended:${projectId}:${disabledAt!.getTime()}`;
    await mail.order({ kind: 'project-disabled', to: null, projectId, name }, id);
    await workflows.cancelProject({ reason: REASON }, call);
    await campaigns.holdAll({}, call);
    await delivery.attemptWaiting({}, call);
    await operators.post('Posthorn: project suspended', `${name} (${projectId}): ${disabledReason}`);
  }

  async function sweep(): Promise<void> {
    for (;;) {
      const now = clock();
      const project = await projects.takeSuspension(now, new Date(now.getTime() + LEASE_MS));
      if (!project) return;
      await carryOut(project);
      await projects.suspensionDone(project._id, project.disabledAt!);
      suspended.inc({ reason: project.disabledReason! });
      log.warn({ projectId: project._id, reason: project.disabledReason }, 'a project was suspended');
    }
  }

  const sweeper = createSweeper(sweep, 'suspensions', { log });

  async function disableIn(call: CallMeta, reason: DisabledReason, session: ClientSession): Promise<void> {
    const done = await projects.disable(call.projectId, { reason, now: clock() }, session);
    if (done) await audit.note(call, { action: 'project.suspended', target: reason }, session);
  }

  async function enableIn(call: CallMeta, session: ClientSession): Promise<void> {
    const done = await projects.enable(call.projectId, clock(), session);
    if (done) await audit.note(call, { action: 'project.enabled', target: null }, session);
  }

  async function disable(projectId: string, reason: DisabledReason, session?: ClientSession): Promise<void> {
    const call = ownCall('accounts', projectId);
    if (session) await disableIn(call, reason, session);
    else await mongo.transaction((own) => disableIn(call, reason, own));
  }

  return {
    disable,
    async disableNow(projectId, reason, call = ownCall('accounts', projectId)) {
      await revoking(mongo.transaction((session) => disableIn(call, reason, session)));
      sweeper.hint();
    },
    enable: (call) => revoking(mongo.transaction((session) => enableIn(call, session))).then(() => undefined),
    enableIn,
    hint: sweeper.hint,
    start() {
      isRunning = true;
      sweeper.start();
    },
    stop: sweeper.stop,
  };
}
