/** What is told of a contact (seed §2.1; decisions 2.1). */
import { z } from 'zod';
import { at, data, email, id } from '../schemas.ts';
import { telling } from '../reply.ts';

export const contact = z
  .object({ id, email, subscribed: z.boolean(), data: data.nullable(), projectId: id, createdAt: at, updatedAt: at })
  .meta({ id: 'Contact' });

export const upsertedContact = contact.extend({ _meta: z.object({ isNew: z.boolean(), isUpdate: z.boolean() }) }).meta({ id: 'UpsertedContact' });

export const contactList = z.object({
  data: z.array(contact),
  cursor: z.string().optional().meta({ examples: ['5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42'], description: 'Absent at the end' }),
  hasMore: z.boolean(),
  total: z.int().meta({ description: 'Counted on the first page, 0 on later ones', examples: [1] }),
});

export const publicContact = z.object({ id, email, subscribed: z.boolean(), language: z.string().meta({ examples: ['en'] }) }).meta({ id: 'PublicContact' });

export const contactRef = z.object({ id, email }).meta({ id: 'ContactRef' });

export const tellContact = telling(contact);
export const tellPublicContact = telling(publicContact);
