/** Carries one claimed row to the provider and says what became of it. */
import { signLink } from '#kit/link-token.ts';
import type { Provider } from './provider.ts';
import { Refused } from './provider.ts';
import type { Blobs } from './blobs.ts';
import type { EmailRow } from './domain/email.ts';
import type { Outcome } from './domain/outcome.ts';
import { senderDomain } from './domain/sender.ts';
import { defaultHeaders } from './domain/headers.ts';
import type { DkimKey } from './message.ts';
import { composeMessage } from './message.ts';

export interface CourierParts {
  provider: Provider;
  blobs: Blobs;
  /** Faults when accounts cannot be asked. */
  projectDisabled: (projectId: string) => Promise<boolean>;
  signingKey: (projectId: string, domain: string) => Promise<DkimKey | null>;
  apiUri: string;
  trackingSecret: string;
  messageMaxBytes: number;
}

export type Courier = (row: EmailRow) => Promise<Outcome>;

export function courier({ provider, blobs, projectDisabled, signingKey, apiUri, trackingSecret, messageMaxBytes }: CourierParts): Courier {
  async function compose(row: EmailRow): Promise<Buffer> {
    const [body, dkim, ...attachments] = await Promise.all([
      row.bodyHash ? blobs.get(row.projectId, row.bodyHash).then((bytes) => bytes.toString('utf8')) : (row.body ?? ''),
      signingKey(row.projectId, senderDomain(row.from)),
      ...row.attachments.map(({ hash }) => blobs.get(row.projectId, hash)),
    ]);
    const unsubscribeUrl = `${apiUri}/unsubscribe/${row.contactId}?e=${row._id}&t=${signLink(trackingSecret, row.contactId, row._id)}`;
    const defaults = defaultHeaders({ ...row, body, unsubscribeUrl });
    return await composeMessage({ row, body, attachments, defaults, dkim, date: row.createdAt });
  }

  return async (row) => {
    let raw: Buffer;
    try {
      if (await projectDisabled(row.projectId)) return { kind: 'stopped', reason: 'Project is disabled' };
      // An earlier attempt may have been accepted without our hearing of it.
      const before = row.attempt > 1 ? await provider.outcomeOf?.(row._id) : null;
      if (before) return { kind: 'accepted', ...before };
      raw = await compose(row);
    } catch (error) {
      return { kind: 'refused', refusal: { text: `not composed: ${(error as Error).message}`, stage: 'connection' } };
    }
    if (raw.length > messageMaxBytes) return { kind: 'stopped', reason: 'Message is larger than 40 MB' };
    try {
      const accepted = await provider.send({
        emailId: row._id,
        projectId: row.projectId,
        attempt: row.attempt,
        envelope: { from: row.from, to: row.to },
        subject: row.subject,
        raw,
      });
      return { kind: 'accepted', ...accepted };
    } catch (error) {
      if (error instanceof Refused) return { kind: 'refused', refusal: error.refusal };
      return { kind: 'refused', refusal: { text: (error as Error).message, stage: 'connection' } };
    }
  };
}
