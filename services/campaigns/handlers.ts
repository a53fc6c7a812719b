/** What the bus asks of campaigns. */
import type { Call } from '#kit/contract/call.ts';
import type { Client, Handlers } from '#kit/contract/definition.ts';
import { fault } from '#kit/errors.ts';
import type { CampaignsServiceDefinition } from '#proto/campaigns/v1/campaigns.ts';
import type { DeliveryServiceDefinition } from '#proto/delivery/v1/delivery.ts';
import type { TemplatingServiceDefinition } from '#proto/templating/v1/templating.ts';
import type { Audience } from './audience.ts';
import { changeContent, copyName, readContent } from './domain/content.ts';
import type { Content } from './domain/content.ts';
import { readListQuery } from './domain/list.ts';
import { checkDeletable, checkEditable } from './domain/state.ts';
import { ratesOf } from './domain/stats.ts';
import type { InsightHandlers } from './insight.ts';
import type { SendingMethod } from './sending-handlers.ts';
import { findCampaign } from './store.ts';
import type { Campaign, CampaignsStore } from './store.ts';
import type { Usage } from './usage.ts';
import type { Views } from './view.ts';

export interface Parts {
  store: CampaignsStore;
  audience: Audience;
  views: Views;
  usage: Usage;
  delivery: Pick<Client<typeof DeliveryServiceDefinition>, 'checkSender'>;
  templating: Pick<Client<typeof TemplatingServiceDefinition>, 'checkSyntax'>;
  id: () => string;
}

export function createCampaignsHandlers({
  store,
  audience,
  views,
  usage,
  delivery,
  templating,
  id: freshId,
}: Parts): Omit<Handlers<typeof CampaignsServiceDefinition>, SendingMethod | keyof InsightHandlers> {
  const find = (id: string, { projectId }: Call): Promise<Campaign> => findCampaign(store, projectId, id);
  /** Condition, syntax, domain, segment, in the order of contract 4.6; answers how many it is for. */
  const check = async (content: Content, call: Call): Promise<number> => {
    if (content.audienceType === 'FILTERED') await audience.filterOf(content, call);
    await templating.checkSyntax({ subject: content.subject, body: content.body }, call);
    await delivery.checkSender({ address: content.from }, call);
    return await audience.count(content, call);
  };

  return {
    async create({ content: sent }, call) {
      const content = readContent(sent ?? {});
      const recipients = await check(content, call);
      return await views.one(
        await store.of(call.projectId).insert({ id: freshId(), totalRecipients: recipients, now: call.now }, content),
        call,
      );
    },

    async get({ id }, call) {
      return await views.one(await find(id, call), call);
    },

    async list(request, call) {
      const query = readListQuery(request);
      const { data, total } = await store.of(call.projectId).list(query);
      const { page, pageSize } = query;
      return { data: await views.show(data, call), total, page, pageSize, totalPages: Math.ceil(total / pageSize) };
    },

    async update({ id, changes }, call) {
      const { content: before, status, run } = await find(id, call);
      checkEditable(status);
      const content = changeContent(before, changes ?? {});
      if (status === 'SCHEDULED' && content.segmentId !== before.segmentId)
        throw fault('BAD_REQUEST', { message: 'Cannot change the segment of a scheduled campaign' });
      const totalRecipients = await check(content, call);
      const after = await store.of(call.projectId).change(id, { status: [status], run }, { content, totalRecipients, now: call.now });
      if (!after) throw fault('CONFLICT', { message: 'Campaign was changed meanwhile' });
      return await views.one(after, call);
    },

    async delete({ id }, call) {
      const { status, cleaning } = await find(id, call);
      checkDeletable(status, cleaning);
      if (!(await store.of(call.projectId).remove(id, [status]))) throw fault('CONFLICT', { message: 'Campaign was changed meanwhile' });
      return {};
    },

    async duplicate({ id }, call) {
      const { content } = await find(id, call);
      const copy = { ...content, name: copyName(content.name) };
      const draft = { id: freshId(), totalRecipients: await audience.count(copy, call), now: call.now };
      return await views.one(await store.of(call.projectId).insert(draft, copy), call);
    },

    async stats({ id }, call) {
      const { totalRecipients, counts } = await find(id, call);
      return { counters: { totalRecipients, ...counts }, rates: ratesOf(counts) };
    },

    usage: async (thing, call) => ({ campaigns: await usage(thing, call) }),
  };
}
