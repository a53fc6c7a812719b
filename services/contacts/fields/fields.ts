/** The room of custom fields: the catalogue that counts them, its questions and deletions, and the index that searches addresses. */
import type { Model } from 'mongoose';
import type { Handlers } from '#kit/contract/definition.ts';
import { encodeKey } from '#kit/store/keys.ts';
import type { Log } from '#kit/telemetry/log.ts';
import type { ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import { listFields, readCustomField, readField, readValuesLimit } from '../domain/field.ts';
import type { ContactModel } from '../model.ts';
import { createCatalogue } from './catalogue.ts';
import type { Catalogue } from './catalogue.ts';
import { createFieldAdmission } from './field-admission.ts';
import type { AdmitFields } from './field-admission.ts';
import { createFieldDeletions } from './field-deletion.ts';
import type { FieldDeletions } from './field-deletion.ts';
import { createFieldValues } from './field-values.ts';
import type { FieldValues } from './field-values.ts';
import { createKnownCounts } from './known-counts.ts';
import type { KnownCounts } from './known-counts.ts';
import { createPendingCounts } from './pending-counts.ts';
import type { PendingCounts } from './pending-counts.ts';
import { recount } from './recount.ts';
import type { Difference } from './recount.ts';

export type { Catalogue, Totals } from './catalogue.ts';
export type { AdmitFields } from './field-admission.ts';
export type { EmailPlacement } from './email-index.ts';
export type { KnownCounts } from './known-counts.ts';
export type { PendingCounts } from './pending-counts.ts';
export type { UnitOfWork } from './unit-of-work.ts';

export type FieldHandlers = Pick<
  Handlers<typeof ContactsServiceDefinition>,
  'listFields' | 'listFieldValues' | 'countField' | 'deleteField'
>;

export interface Fields {
  catalogue: Catalogue;
  pendingCounts: PendingCounts;
  knownCount: KnownCounts;
  admitFields: AdmitFields;
  handlers: FieldHandlers;
  models: Model<any>[];
  /** Models whose documents carry facts. */
  outboxes: Model<any>[];
  /** Of a project. Reads every contact. */
  recount(projectId: string, repairing: boolean): Promise<Difference[]>;
  start(): void;
  stop(): Promise<void>;
}

interface Parts {
  contacts: ContactModel;
  clock: () => Date;
  log: Log;
}

export function createFields({ contacts, clock, log }: Parts): Fields {
  const catalogue = createCatalogue(contacts);
  const pendingCounts = createPendingCounts({ contacts, catalogue, clock, log });
  const deletions = createFieldDeletions({ contacts, catalogue, pendingCounts, clock, log });
  const values = createFieldValues({ contacts, catalogue, pendingCounts });

  function start(): void {
    pendingCounts.start();
    deletions.start();
  }

  async function stop(): Promise<void> {
    await Promise.all([pendingCounts.stop(), deletions.stop()]);
  }

  return {
    catalogue,
    pendingCounts,
    knownCount: createKnownCounts(catalogue, pendingCounts),
    admitFields: createFieldAdmission(catalogue, clock),
    handlers: createHandlers({ catalogue, pendingCounts, values, deletions }),
    models: [catalogue.model, catalogue.factBatches, catalogue.emailIndex.model],
    outboxes: [catalogue.factBatches],
    recount: (projectId, repairing) => recount(contacts, projectId, repairing),
    start,
    stop,
  };
}

interface HandlerParts {
  catalogue: Catalogue;
  pendingCounts: PendingCounts;
  values: FieldValues;
  deletions: FieldDeletions;
}

function createHandlers({ catalogue, pendingCounts, values, deletions }: HandlerParts): FieldHandlers {
  return {
    async listFields(_, { projectId }) {
      await pendingCounts.settle(projectId);
      const [keys, { contacts }] = await Promise.all([catalogue.fields(projectId), catalogue.totals(projectId)]);
      return { fields: listFields(keys, contacts) };
    },

    async listFieldValues({ field, limit }, { projectId }) {
      const read = readField(field);
      if ('standard' in read) return { values: read.standard === 'subscribed' ? [true, false] : [] };
      return { values: await values.values(projectId, read.key, readValuesLimit(limit)) };
    },

    async countField({ field }, { projectId }) {
      const read = readField(field);
      if ('key' in read) return { contactCount: await values.countOf(projectId, read.key), isCustom: true };
      await pendingCounts.settle(projectId);
      return { contactCount: (await catalogue.totals(projectId)).contacts, isCustom: false };
    },

    async deleteField({ field }, { projectId, now }) {
      return { deletedFrom: await deletions.remove(projectId, encodeKey(readCustomField(field)), now) };
    },
  };
}
