/** What the bus asks of segments. */
import type { Client, Handlers } from '#kit/contract/definition.ts';
import { fault } from '#kit/errors.ts';
import type { CampaignsServiceDefinition } from '#proto/campaigns/v1/campaigns.ts';
import type { ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import type { Segment, SegmentsServiceDefinition } from '#proto/segments/v1/segments.ts';
import type { Computing } from './computing.ts';
import { conditionOf } from './definitions.ts';
import type { Definitions } from './definitions.ts';
import { readCondition } from './domain/condition.ts';
import { refersTo } from './domain/references.ts';
import { readChanges, readSegment } from './domain/segment.ts';
import type { SegmentDoc } from './model.ts';
import type { SegmentsStore } from './store.ts';
import type { Warnings } from './warnings.ts';

export interface Parts {
  store: SegmentsStore;
  contacts: Pick<
    Client<typeof ContactsServiceDefinition>,
    'addMembers' | 'countAudience' | 'pageAudience' | 'removeMembers' | 'upsertMany'
  >;
  definitions: Definitions;
  computing: Computing;
  warnings: Warnings;
  campaigns: Pick<Client<typeof CampaignsServiceDefinition>, 'usage'>;
  id: () => string;
}

type All = Handlers<typeof SegmentsServiceDefinition>;

const SAMPLE = 10;
/** Campaigns for whose sake a segment stays (contract 4.7 "DELETE /segments/:id"). */
const ACTIVE: ReadonlySet<string> = new Set(['DRAFT', 'SCHEDULED', 'SENDING']);

function shown({ _id, createdAt, updatedAt, condition, ...segment }: SegmentDoc): Segment {
  return {
    id: _id,
    ...segment,
    condition: condition === null ? null : JSON.parse(condition),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

const ref = ({ _id, name }: SegmentDoc) => ({ id: _id, name });
const times = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

export function createSegmentsHandlers({
  store,
  contacts,
  definitions,
  computing,
  warnings,
  campaigns,
  id: newId,
}: Parts): Omit<All, 'addMembers' | 'removeMembers'> {
  return {
    async create({ body }, call) {
      const { projectId, now } = call;
      const { condition, ...wish } = readSegment(body ?? {});
      const _id = newId();
      if (condition) await definitions.check(projectId, condition.read, _id);
      const memberCount = condition
        ? (await contacts.countAudience({ filter: await definitions.compile(projectId, condition.read, now), atMost: 0 }, call)).total
        : 0;
      const text = condition && JSON.stringify(condition.sent);
      return shown(
        await store.of(projectId).insert({
          _id,
          projectId,
          ...wish,
          condition: text,
          memberCount,
          countedAt: now,
          createdAt: now,
          updatedAt: now,
          deletedAt: null,
        }),
      );
    },

    list: async (_, { projectId }) => ({ segments: (await store.of(projectId).list()).map(shown) }),

    get: async ({ id }, { projectId }) => shown(await store.of(projectId).find(id)),

    async update({ id, body }, call) {
      const { projectId, now } = call;
      const { condition, ...changes } = readChanges(body ?? {}, (await store.of(projectId).find(id)).type);
      if (condition) await definitions.check(projectId, condition.read, id);
      const changed = await store
        .of(projectId)
        .change(id, { ...changes, ...(condition ? { condition: JSON.stringify(condition.sent) } : {}), updatedAt: now });
      return shown({ ...changed, memberCount: await computing.refresh(changed, call) });
    },

    async delete({ id }, call) {
      const own = store.of(call.projectId);
      const segment = await own.find(id);
      const { campaigns: users } = await campaigns.usage({ segmentId: id }, call);
      const active = users.filter(({ status }) => ACTIVE.has(status)).length;
      if (active > 0) throw fault('CONFLICT', { message: `Segment is used by ${times(active, 'active campaign')}` });
      const others = (await own.list()).filter((other) => refersTo(conditionOf(other) ?? { logic: 'AND', groups: [] }, { segmentId: id }));
      if (others.length > 0)
        throw fault('CONFLICT', {
          message: `Segment is used by ${times(others.length, 'other segment')}`,
          details: { segments: others.map(ref) },
        });
      await own.change(id, { deletedAt: call.now });
      // Should this process die meanwhile, the next pass of the loop does it.
      void computing.removeDeleted(segment).catch(() => undefined);
      return {};
    },

    async contacts({ id, page, pageSize }, call) {
      const filter = await definitions.compileSegment(await store.of(call.projectId).find(id), call.now);
      const { contacts: data, total } = await contacts.pageAudience({ filter, page, pageSize }, call);
      return { data, total, page, pageSize, totalPages: Math.ceil(total / pageSize) };
    },

    compute: async ({ id }, call) => computing.compute(await store.of(call.projectId).find(id), call),

    refresh: async ({ id }, call) => ({ memberCount: await computing.refresh(await store.of(call.projectId).find(id), call) }),

    async preview({ body }, call) {
      const condition = readCondition(body?.['condition']);
      const filter = await definitions.compile(call.projectId, condition, call.now);
      const { contacts: sample, total: count } = await contacts.pageAudience({ filter, page: 1, pageSize: SAMPLE }, call);
      const known = new Map((await store.of(call.projectId).list()).map((segment) => [segment._id, segment]));
      return { count, sample, warnings: await warnings(condition, (one) => known.get(one), call) };
    },

    async compile({ condition, segmentId }, { projectId, now }) {
      if (segmentId) return { filter: await definitions.compileSegment(await store.of(projectId).find(segmentId), now) };
      return { filter: await definitions.compile(projectId, readCondition(condition), now) };
    },

    findRefs: async ({ ids }, { projectId }) => ({ segments: (await store.of(projectId).findMany(ids)).map(ref) }),

    async usage({ field, event, templateId }, { projectId }) {
      const thing = { field: field ?? undefined, event: event ?? undefined, templateId: templateId ?? undefined };
      const segments = (await store.of(projectId).list()).filter((segment) => {
        const condition = conditionOf(segment);
        return condition !== undefined && refersTo(condition, thing);
      });
      return { segments: segments.map(ref) };
    },

    async refers({ conditions, field, event, templateId, segmentId }) {
      const thing = {
        field: field ?? undefined,
        event: event ?? undefined,
        templateId: templateId ?? undefined,
        segmentId: segmentId ?? undefined,
      };
      return { refers: conditions.map((condition) => refersTo(readCondition(condition), thing)) };
    },
  };
}
