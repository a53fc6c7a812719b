/** One attempt to send a claimed row: its project's state, an earlier outcome, composing, the send gate, the provider. */
import { failpoint } from '#kit/failpoint.ts';
import { note, span } from '#kit/telemetry/trace.ts';
import type { Project } from '#proto/accounts/v1/accounts.ts';
import type { EmailRow } from '../domain/email.ts';
import type { Outcome } from '../domain/outcome.ts';
import { isTracked } from '../domain/tracking.ts';
import type { Compose } from '../message/composer.ts';
import { NotComposable } from '../message/composer.ts';
import type { Outgoing, Provider } from '../providers/provider.ts';
import { Closed, Refused, Unanswered } from '../providers/provider.ts';
import type { SendGate } from './send-gate.ts';
import { attemptKey } from './spool-recovery.ts';
import type { Spool } from './spool.ts';

export interface SendAttemptParts {
  provider: Provider;
  compose: Compose;
  /** Faults when accounts cannot be asked. */
  project: (projectId: string) => Promise<Pick<Project, 'tracking'>>;
  /** Whether the mail has just disabled its project. */
  isPhishing: (row: EmailRow) => Promise<boolean>;
  /** Where the mail's bounces go: the envelope's sender. */
  returnPaths: (sender: Pick<EmailRow, 'projectId' | 'from'>) => Promise<(emailId: string) => string>;
  recheck: SendGate['recheck'];
  spool: Spool | null;
  messageMaxBytes: number;
}

/** What is handed over of a row. */
export interface Composed {
  raw: Buffer;
  /** The envelope's sender. */
  returnPath: string;
  tracked: boolean;
}

export interface SendAttempt {
  /** What `run` hands over; nothing leaves. Throws NotComposable; anything else when something cannot be read now. */
  compose(row: EmailRow): Promise<Composed>;
  /** Never rejects. @param composed ahead; without it the row is composed now */
  run(row: EmailRow, composed?: Promise<Composed>): Promise<Outcome>;
}

/** Nothing was handed over, and nothing is wrong with the mail: tried again with backoff. */
export const later = (text: string): Outcome => ({ kind: 'refused', refusal: { text, stage: 'connection' } });

/** Nothing was handed over: whoever comes next tries it at once. */
export const released = (reason: string): Outcome => ({ kind: 'released', reason, delayMs: 0 });

/** What a hand-over that was not accepted means. */
export function outcomeOf(error: unknown): Outcome {
  if (error instanceof Unanswered) return { kind: 'unknown', reason: error.message };
  if (error instanceof Closed) return released(error.message);
  return error instanceof Refused ? { kind: 'refused', refusal: error.refusal } : later((error as Error).message);
}

export function createSendAttempt(parts: SendAttemptParts): SendAttempt {
  const { provider, compose, project, isPhishing, returnPaths, recheck, spool, messageMaxBytes } = parts;

  async function composeRow(row: EmailRow): Promise<Composed> {
    const { tracking } = await project(row.projectId);
    const tracked = !row.untracked && isTracked(tracking, row.class);
    const [raw, returnPath] = await Promise.all([
      compose(row, { tracked: tracked && !provider.tracks, signed: !provider.signs }),
      returnPaths(row),
    ]);
    return { raw, returnPath: returnPath(row._id), tracked };
  }

  /** The message, or what becomes of the row without one. */
  async function prepare(row: EmailRow, composed: Promise<Composed> | undefined): Promise<Outgoing | Outcome> {
    // An earlier attempt may have been accepted without our hearing of it.
    const before = row.attempt > 1 ? await provider.outcomeOf?.(row._id) : null;
    if (before) return { kind: 'accepted', ...before };
    if (await isPhishing(row)) return { kind: 'stopped', reason: 'Phishing detected' };
    const { raw, returnPath, tracked } = await (composed ?? composeRow(row));
    if (raw.length > messageMaxBytes) return { kind: 'stopped', reason: 'Message is larger than 40 MB' };
    const { _id: emailId, projectId, attempt, to, subject } = row;
    return { emailId, projectId, attempt, envelope: { from: returnPath, to }, from: row.from, subject, tracked, raw };
  }

  /** Throws Refused and Unanswered. @param key names the attempt in the spool */
  async function handOver(message: Outgoing, key: string): Promise<Outcome> {
    const attributes = { 'posthorn.email_id': message.emailId, 'posthorn.bytes': message.raw.length };
    const send = async (): ReturnType<typeof provider.send> => {
      const answer = await provider.send(message, () => spool?.enter(key));
      spool?.answered(key, answer.delivered ? 'delivered' : 'accepted');
      note({ 'posthorn.reply': answer.reply });
      return answer;
    };
    const accepted = await span(`${provider.name} send`, send, { kind: 'CLIENT', attributes });
    failpoint('delivery accepted');
    return { kind: 'accepted', ...accepted };
  }

  async function run(row: EmailRow, composed?: Promise<Composed>): Promise<Outcome> {
    let message: Outgoing | Outcome;
    try {
      message = await prepare(row, composed);
    } catch (error) {
      const reason = `not composed: ${(error as Error).message}`;
      return error instanceof NotComposable ? { kind: 'stopped', reason } : later(reason);
    }
    if ('kind' in message) return message;
    failpoint('delivery composed');
    const held = await recheck(row);
    if (held) return held;
    try {
      return await handOver(message, attemptKey(row));
    } catch (error) {
      const outcome = outcomeOf(error);
      if (outcome.kind !== 'unknown') spool?.answered(attemptKey(row), 'kept');
      return outcome;
    }
  }

  return { compose: composeRow, run };
}
