/** The room that writes contacts: upserts by address, pages of them, changes and deletions of single ones. */
import type { Catalogue } from '../fields/fields.ts';
import type { ContactModel } from '../model.ts';
import { createContactPages } from './contact-pages.ts';
import type { ContactPages } from './contact-pages.ts';
import { createContactStore } from './contact-store.ts';
import type { ContactStore } from './contact-store.ts';
import type { Upsert, Upserted } from './upsert-step.ts';
import { createUpserts } from './upserts.ts';

export type { ContactPages } from './contact-pages.ts';
export type { ContactStore } from './contact-store.ts';
export type { Upsert, Upserted } from './upsert-step.ts';

export interface ContactWrites {
  upsert(upsert: Upsert): Promise<Upserted>;
  pages: ContactPages;
  store: ContactStore;
}

interface Parts {
  contacts: ContactModel;
  catalogue: Catalogue;
  clock: () => Date;
}

export function createContactWrites({ contacts, catalogue, clock }: Parts): ContactWrites {
  const pages = createContactPages(contacts, catalogue);
  return { upsert: createUpserts({ contacts, pages }), pages, store: createContactStore({ contacts, catalogue, pages, clock }) };
}
