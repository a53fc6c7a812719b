/** What a project's outgoing webhooks are signed with, by the Standard Webhooks scheme (contract 4.10, 6 "WEBHOOK step"). */
import { randomBytes } from 'node:crypto';
import type { Call } from '#kit/contract/call.ts';
import { fault } from '#kit/errors.ts';
import type { WebhookSecret } from '#proto/accounts/v1/accounts.ts';
import type { AuditTrail } from './audit/audit-trail.ts';
import { projectNotFound } from './domain/project.ts';
import type { ProjectRow, WebhookSecretRow } from './model.ts';
import type { ProjectsStore } from './projects-store.ts';

export interface WebhookSecretsParts {
  projects: Pick<ProjectsStore, 'byId' | 'addWebhookSecret' | 'rotateWebhookSecret'>;
  audit: Pick<AuditTrail, 'act'>;
}

export interface WebhookSecrets {
  /** Made when it is first asked for. Faults RESOURCE_NOT_FOUND. */
  get(call: Call): Promise<WebhookSecret>;
  /** Made anew; the one before signs beside it for a day. Faults RESOURCE_NOT_FOUND, PROJECT_DISABLED, CONFLICT when another rotates it. */
  rotate(call: Call): Promise<WebhookSecret>;
}

const SECRET_BYTES = 32;
const BOTH_FOR_MS = 86_400_000;

/** Kept whole: it signs what is sent, and opens nothing here. */
const mint = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;

function view({ secret, createdAt, previous, previousUntil }: WebhookSecretRow, now: Date): WebhookSecret {
  const known = { secret, createdAt: createdAt.toISOString() };
  return previous && previousUntil! > now ? { ...known, previous, previousUntil: previousUntil!.toISOString() } : known;
}

export function createWebhookSecrets({ projects, audit }: WebhookSecretsParts): WebhookSecrets {
  async function current({ projectId, now }: Call): Promise<ProjectRow & { webhookSecret: WebhookSecretRow }> {
    const known = await projects.byId(projectId);
    if (!known) throw projectNotFound(projectId);
    // Of several that ask first, one makes it.
    const row = known.webhookSecret
      ? known
      : ((await projects.addWebhookSecret(projectId, { secret: mint(), createdAt: now })) ?? (await projects.byId(projectId)));
    if (!row?.webhookSecret) throw projectNotFound(projectId);
    return { ...row, webhookSecret: row.webhookSecret };
  }

  return {
    get: async (call) => view((await current(call)).webhookSecret, call.now),

    async rotate(call) {
      const { disabled, webhookSecret: before } = await current(call);
      if (disabled) throw fault('PROJECT_DISABLED');
      const previousUntil = new Date(call.now.getTime() + BOTH_FOR_MS);
      const next: WebhookSecretRow = { secret: mint(), createdAt: call.now, previous: before.secret, previousUntil };
      const row = await audit.act(call, { action: 'webhook-secret.rotated', target: null }, (session) =>
        projects.rotateWebhookSecret(call.projectId, { before: before.secret, next }, session),
      );
      if (!row) throw fault('CONFLICT', { message: 'The webhook secret was changed meanwhile' });
      return view(next, call.now);
    },
  };
}
