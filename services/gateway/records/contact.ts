/** The record of a contact that answers show (contract 2.1). */
import { z } from 'zod';
import { at, data, email, id } from '../schemas.ts';
import type { BulkJob, ImportJob } from '#proto/contacts/v1/contacts.ts';
import { serializer } from '../reply.ts';

export const contact = z
  .object({ id, email, subscribed: z.boolean(), data: data.nullable(), projectId: id, createdAt: at, updatedAt: at })
  .meta({ id: 'Contact' });

export const upsertedContact = contact
  .extend({ _meta: z.object({ isNew: z.boolean(), isUpdate: z.boolean() }) })
  .meta({ id: 'UpsertedContact' });

export const contactList = z.object({
  data: z.array(contact),
  cursor: z
    .string()
    .optional()
    .meta({ examples: ['5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42'], description: 'Absent at the end' }),
  hasMore: z.boolean(),
  total: z.int().meta({ description: 'Counted on the first page, 0 on later ones', examples: [1] }),
});

export const publicContact = z
  .object({ id, email, subscribed: z.boolean(), language: z.string().meta({ examples: ['en'] }) })
  .meta({ id: 'PublicContact' });

export const contactRef = z.object({ id, email }).meta({ id: 'ContactRef' });

export const serializeContact = serializer(contact);
export const serializePublicContact = serializer(publicContact);

const total = z.int().meta({ examples: [1] });
export const named = z.object({ id, name: z.string() });

export const fieldList = z.object({
  fields: z.array(
    z
      .object({
        field: z.string().meta({ examples: ['data.plan'] }),
        type: z.enum(['number', 'boolean', 'date', 'string']),
        isCustom: z.boolean(),
        coverage: z.number().meta({ description: 'Share of contacts that have the field, 0 to 1', examples: [0.25] }),
      })
      .meta({ id: 'ContactField' }),
  ),
  count: total,
});

export const fieldValues = z.object({
  field: z.string().meta({ examples: ['data.plan'] }),
  values: z.array(z.unknown()).meta({ examples: [['free', 'pro']] }),
  count: total,
  limit: total,
});

export const fieldUsage = z.object({
  usedInSegments: z.array(named),
  usedInCampaigns: z.array(named),
  usedInWorkflows: z.array(named),
  contactCount: total,
  canDelete: z.boolean(),
});

export const queuedJob = z.object({
  jobId: id,
  status: z.literal('queued'),
  message: z.string().meta({ examples: ['The bulk action was queued'] }),
});

const bulkResult = z.object({
  operation: z.enum(['subscribe', 'unsubscribe', 'delete']),
  totalRequested: total,
  successCount: total,
  unchangedCount: total,
  failureCount: total,
  errors: z
    .array(z.object({ contactId: z.string(), email: z.string().nullable(), error: z.string().meta({ examples: ['Contact not found'] }) }))
    .meta({ description: 'At most 1,000' }),
});

export const bulkJob = z
  .object({
    jobId: id,
    id,
    status: z.enum(['queued', 'completed', 'failed']),
    state: z.enum(['waiting', 'active', 'completed', 'failed']),
    progress: z.int().meta({ description: '0 to 100', examples: [100] }),
    result: bulkResult.nullable().meta({ description: 'Null until the job has ended' }),
    data,
    failedReason: z.string().nullable(),
  })
  .meta({ id: 'BulkJob' });

const serializeBulkResult = serializer(bulkResult);

export function serializeBulkJob({ id: jobId, state, progress, result, data: asked, failedReason }: BulkJob): object {
  const status = state === 'waiting' || state === 'active' ? 'queued' : state;
  const errors = (result?.errors ?? []).map(({ contactId, email: address, error }) => ({ contactId, email: address ?? null, error }));
  return {
    jobId,
    id: jobId,
    status,
    state,
    progress,
    result: result ? { ...serializeBulkResult(result), errors } : null,
    data: asked ?? {},
    failedReason: failedReason ?? null,
  };
}

const counts = {
  totalRows: z.int().meta({ examples: [3], description: 'Rows dealt with: imported + updated + skipped' }),
  imported: z.int().meta({ examples: [1] }),
  updated: z.int().meta({ examples: [1] }),
  skipped: z.int().meta({ examples: [1] }),
  errors: z
    .array(
      z.object({
        row: z.int().meta({ examples: [4] }),
        email: z.string().meta({ examples: ['nobody'] }),
        reason: z.enum(['invalid_email', 'undeliverable', 'processing_error']),
      }),
    )
    .meta({ description: 'The first 1,000' }),
};

export const queuedImport = queuedJob.extend({
  jobId: z.string().meta({ examples: ['import-5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42-1769851800000-0f3a'] }),
});

export const importJob = z
  .object({
    jobId: z.string().meta({ examples: ['import-5b0c8c0e-6f0a-4d53-9f3a-0b8f2c1d7e42-1769851800000-0f3a'] }),
    id: z.string(),
    status: z.enum(['queued', 'completed', 'failed']),
    state: z.enum(['waiting', 'active', 'completed', 'failed']),
    progress: z.int().min(0).max(100),
    ...counts,
    result: z.object(counts).nullable().meta({ description: 'Null until the job is completed' }),
    data: z.object({ filename: z.string(), size: z.int().meta({ description: 'Bytes' }) }),
    failedReason: z.string().nullable(),
  })
  .meta({ id: 'ImportJob' });

export function serializeImportJob({
  id: jobId,
  state,
  progress,
  totalRows,
  imported,
  updated,
  skipped,
  errors: faults,
  failedReason,
  filename,
  size,
}: ImportJob): object {
  const status = state === 'completed' || state === 'failed' ? state : 'queued';
  const errors = faults.map(({ row, email: sent, reason }) => ({ row, email: sent, reason }));
  const counted = { totalRows, imported, updated, skipped, errors };
  return {
    jobId,
    id: jobId,
    status,
    state,
    progress,
    ...counted,
    result: state === 'completed' ? counted : null,
    data: { filename, size },
    failedReason: failedReason ?? null,
  };
}
