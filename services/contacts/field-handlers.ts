/** The field catalogue: request → domain → store. */
import type { Handlers } from '#kit/contract/definition.ts';
import type { ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import { encodeKey } from '#kit/store/keys.ts';
import type { Catalogue } from './catalogue.ts';
import type { Counting } from './counting.ts';
import { listFields, readCustomField, readField, readValuesLimit } from './domain/field.ts';
import type { FieldEnds } from './field-end.ts';
import type { FieldStore } from './field-store.ts';

export type FieldHandlers = Pick<Handlers<typeof ContactsServiceDefinition>, 'listFields' | 'listFieldValues' | 'countField' | 'deleteField'>;

interface Parts {
  catalogue: Catalogue;
  counting: Counting;
  fields: FieldStore;
  ends: FieldEnds;
}

export function fieldHandlers({ catalogue, counting, fields, ends }: Parts): FieldHandlers {
  return {
    async listFields(_, { projectId }) {
      await counting.settle(projectId);
      const [keys, { contacts }] = await Promise.all([catalogue.fields(projectId), catalogue.totals(projectId)]);
      return { fields: listFields(keys, contacts) };
    },

    async listFieldValues({ field, limit }, { projectId }) {
      const read = readField(field);
      if ('standard' in read) return { values: read.standard === 'subscribed' ? [true, false] : [] };
      return { values: await fields.values(projectId, read.key, readValuesLimit(limit)) };
    },

    async countField({ field }, { projectId }) {
      const read = readField(field);
      if ('key' in read) return { contactCount: await fields.countOf(projectId, read.key), isCustom: true };
      await counting.settle(projectId);
      return { contactCount: (await catalogue.totals(projectId)).contacts, isCustom: false };
    },

    async deleteField({ field }, { projectId, now }) {
      return { deletedFrom: await ends.remove(projectId, encodeKey(readCustomField(field)), now) };
    },
  };
}
