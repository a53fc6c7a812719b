/** Mail that must not leave although it was accepted: asked for each batch of claimed rows, before any of them is dispatched. */
import { ownCall } from '#kit/contract/call.ts';
import type { Client } from '#kit/contract/definition.ts';
import type { ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import type { EmailRow } from '../domain/email.ts';
import { DELETED, needsSubscription, UNSUBSCRIBED } from '../domain/suppression.ts';

/** What such checks go by. */
export type Addressed = Pick<EmailRow, '_id' | 'projectId' | 'contactId' | 'to' | 'class' | 'sourceType'>;

/**
 * Of one project's mails, those that must not leave: id → why, in words for the row's `error` and trace. Called once a batch. Faults
 * when it cannot be said now: the rows are given back and asked about again.
 */
export type SuppressionCheck = (projectId: string, rows: readonly Addressed[]) => Promise<ReadonlyMap<string, string>>;

/**
 * Bulk mail to contacts that are unsubscribed by now, and that and any campaign's to deleted ones (contract 3.1 "Unsubscribed meanwhile").
 */
export function createSubscriptionCheck(contacts: Pick<Client<typeof ContactsServiceDefinition>, 'findUnreachable'>): SuppressionCheck {
  return async (projectId, rows) => {
    const bulk = rows.filter((row) => needsSubscription(row) || row.sourceType === 'CAMPAIGN');
    if (bulk.length === 0) return new Map();
    const ids = [...new Set(bulk.map(({ contactId }) => contactId))];
    const found = await contacts.findUnreachable({ ids }, ownCall('delivery', projectId));
    if (found.unsubscribed.length + found.unknown.length === 0) return new Map();
    const [unsubscribed, unknown] = [new Set(found.unsubscribed), new Set(found.unknown)];
    return new Map(
      bulk.flatMap((row): [string, string][] => {
        if (unknown.has(row.contactId)) return [[row._id, DELETED]];
        return unsubscribed.has(row.contactId) && needsSubscription(row) ? [[row._id, UNSUBSCRIBED]] : [];
      }),
    );
  };
}

/** The reasons of all; the first one given holds. */
export function combined(...sources: readonly SuppressionCheck[]): SuppressionCheck {
  return async (projectId, rows) => {
    const reasons = await Promise.all(sources.map((source) => source(projectId, rows)));
    return new Map(reasons.reverse().flatMap((one) => [...one]));
  };
}

/** Asks for a batch of several projects' rows. */
export async function checkAll(suppressed: SuppressionCheck, rows: readonly Addressed[]): Promise<ReadonlyMap<string, string>> {
  const projects = Map.groupBy(rows, ({ projectId }) => projectId);
  const reasons = await Promise.all([...projects].map(([projectId, own]) => suppressed(projectId, own)));
  return new Map(reasons.flatMap((one) => [...one]));
}
