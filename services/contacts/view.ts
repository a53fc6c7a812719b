/** A stored contact as other services and clients see it. */
import type { Contact } from '#proto/contacts/v1/contacts.ts';
import { readFields } from './contact-update.ts';
import type { ContactRow } from './model.ts';

export function contactView({ _id, projectId, email, subscribed, data, createdAt, updatedAt }: ContactRow): Contact {
  return {
    id: _id,
    email,
    subscribed,
    data: readFields(data),
    projectId,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
