/** Carries one claimed row to the provider and says what became of it. */
import { reached } from '#kit/killpoint.ts';
import { note, span } from '#kit/telemetry/trace.ts';
import type { Project } from '#proto/accounts/v1/accounts.ts';
import type { Provider } from './provider.ts';
import { Refused, Unanswered } from './provider.ts';
import type { EmailRow } from './domain/email.ts';
import type { Outcome } from './domain/outcome.ts';
import { isTracked } from './domain/tracking.ts';
import type { ComposerParts } from './message/composer.ts';
import { composer } from './message/composer.ts';

export interface CourierParts extends ComposerParts {
  provider: Provider;
  /** Faults when accounts cannot be asked. */
  project: (projectId: string) => Promise<Pick<Project, 'disabled' | 'tracking'>>;
  /** Where the mail's bounces go: the envelope's sender. */
  returnPath: (row: EmailRow) => Promise<string>;
  messageMaxBytes: number;
}

export type Courier = (row: EmailRow) => Promise<Outcome>;

export function courier({ provider, blobs, bodies, project, signingKey, returnPath, messageMaxBytes, ...places }: CourierParts): Courier {
  const compose = composer({ blobs, bodies, signingKey, ...places });

  return async (row) => {
    let raw: Buffer;
    let bounces: string;
    let tracked: boolean;
    try {
      const { disabled, tracking } = await project(row.projectId);
      if (disabled) return { kind: 'stopped', reason: 'Project is disabled' };
      // An earlier attempt may have been accepted without our hearing of it.
      const before = row.attempt > 1 ? await provider.outcomeOf?.(row._id) : null;
      if (before) return { kind: 'accepted', ...before };
      tracked = !row.untracked && isTracked(tracking, row.class);
      [raw, bounces] = await Promise.all([compose(row, { tracked: tracked && !provider.tracks, signed: !provider.signs }), returnPath(row)]);
    } catch (error) {
      return { kind: 'refused', refusal: { text: `not composed: ${(error as Error).message}`, stage: 'connection' } };
    }
    if (raw.length > messageMaxBytes) return { kind: 'stopped', reason: 'Message is larger than 40 MB' };
    reached('delivery composed');
    try {
      const message = { emailId: row._id, projectId: row.projectId, attempt: row.attempt, envelope: { from: bounces, to: row.to }, from: row.from, subject: row.subject, tracked, raw };
      const accepted = await span(`${provider.name} send`, 'CLIENT', { 'posthorn.email_id': row._id, 'posthorn.bytes': raw.length }, async () => {
        const answer = await provider.send(message);
        note({ 'posthorn.reply': answer.reply });
        return answer;
      });
      reached('delivery accepted');
      return { kind: 'accepted', ...accepted };
    } catch (error) {
      if (error instanceof Unanswered) return { kind: 'unknown', reason: error.message };
      if (error instanceof Refused) return { kind: 'refused', refusal: error.refusal };
      return { kind: 'refused', refusal: { text: (error as Error).message, stage: 'connection' } };
    }
  };
}
