/** Checks recipients' links: which contact a link is for, and whether its signature is right. */
import { z } from 'zod';
import { fault } from '#kit/errors.ts';
import { isSignedLink } from '#services/recipient/link-token.ts';
import type { Caller, Edge } from './route.ts';
import { words } from './schemas.ts';

/** e: the mail whose link was followed; t: its signature. */
export const pageQuery = z.object({ e: words, t: words });
export type Link = z.output<typeof pageQuery>;

/** Faults FORBIDDEN where links must be signed and this one is not. */
export function checkToken(contactId: string, { e, t }: Link, { config }: Pick<Edge, 'config'>): void {
  if (!config.http.unsubscribeRequiresToken) return;
  if (!t || !isSignedLink(config.auth.trackingKeys, { token: t, contactId, emailId: e }))
    throw fault('FORBIDDEN', { message: 'The link is not signed for this contact' });
}

export function recipient(id: string, requestId: string): Caller {
  return { projectId: '', requestId, actor: { kind: 'recipient', id } };
}
