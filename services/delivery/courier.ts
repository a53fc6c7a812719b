/** Carries one claimed row to the provider and says what became of it. */
import { reached } from '#kit/killpoint.ts';
import { signLink } from '#kit/link-token.ts';
import { note, span } from '#kit/telemetry/trace.ts';
import type { Project } from '#proto/accounts/v1/accounts.ts';
import type { Provider } from './provider.ts';
import { Refused, Unanswered } from './provider.ts';
import type { Blobs } from '#kit/store/blobs.ts';
import type { EmailRow } from './domain/email.ts';
import type { Outcome } from './domain/outcome.ts';
import { senderDomain } from './domain/sender.ts';
import { htmlDocument } from './domain/document.ts';
import { withFooter } from './domain/footer.ts';
import { defaultHeaders } from './domain/headers.ts';
import { isTracked } from './domain/tracking.ts';
import { follower } from './follow.ts';
import type { DkimKey } from './message.ts';
import { composeMessage } from './message.ts';

export interface CourierParts {
  provider: Provider;
  blobs: Blobs;
  /** Faults when accounts cannot be asked. */
  project: (projectId: string) => Promise<Pick<Project, 'disabled' | 'tracking'>>;
  signingKey: (projectId: string, domain: string) => Promise<DkimKey | null>;
  /** Where the mail's bounces go: the envelope's sender. */
  returnPath: (row: EmailRow) => Promise<string>;
  api: string;
  dashboard: string;
  trackingSecret: string;
  messageMaxBytes: number;
}

export type Courier = (row: EmailRow) => Promise<Outcome>;

export function courier({ provider, blobs, project, signingKey, returnPath, api, dashboard, trackingSecret, messageMaxBytes }: CourierParts): Courier {
  const follow = follower({ api, dashboard, trackingSecret });

  async function compose(row: EmailRow, tracked: boolean): Promise<Buffer> {
    const [body, dkim, ...attachments] = await Promise.all([
      row.bodyHash ? blobs.get(row.projectId, row.bodyHash).then((bytes) => bytes.toString('utf8')) : (row.body ?? ''),
      provider.signs ? null : signingKey(row.projectId, senderDomain(row.from)),
      ...row.attachments.map(({ hash }) => blobs.get(row.projectId, hash)),
    ]);
    const unsubscribe = `unsubscribe/${row.contactId}?e=${row._id}&t=${signLink(trackingSecret, row.contactId, row._id)}`;
    const defaults = defaultHeaders({ ...row, body, unsubscribeUrl: `${api}/${unsubscribe}` });
    const readable = row.class === 'MARKETING' ? withFooter(htmlDocument(body), row.language ?? 'en', `${dashboard}/${unsubscribe}`) : htmlDocument(body);
    const html = tracked && !provider.tracks ? follow(row, readable) : readable;
    return await composeMessage({ row, html, readable, attachments, defaults, dkim, date: row.createdAt });
  }

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
      tracked = isTracked(tracking, row.class);
      [raw, bounces] = await Promise.all([compose(row, tracked), returnPath(row)]);
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
