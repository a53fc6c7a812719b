/** What the bus asks of campaigns. */
import type { Call } from '#kit/contract/call.ts';
import type { Client, Handlers } from '#kit/contract/definition.ts';
import { fault } from '#kit/errors.ts';
import type { CampaignsServiceDefinition } from '#proto/campaigns/v1/campaigns.ts';
import type { DeliveryServiceDefinition } from '#proto/delivery/v1/delivery.ts';
import type { TemplatingServiceDefinition } from '#proto/templating/v1/templating.ts';
import type { Audience } from './audience.ts';
import { changeLetter, copyName, readLetter } from './domain/letter.ts';
import type { Letter } from './domain/letter.ts';
import { readListQuery } from './domain/list.ts';
import { checkDeletable, checkEditable } from './domain/state.ts';
import { ratesOf } from './domain/stats.ts';
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
  delivery: Client<typeof DeliveryServiceDefinition>;
  templating: Client<typeof TemplatingServiceDefinition>;
  id: () => string;
}

export function campaignsHandlers({ store, audience, views, usage, delivery, templating, id: freshId }: Parts): Omit<Handlers<typeof CampaignsServiceDefinition>, SendingMethod> {
  const find = (id: string, { projectId }: Call): Promise<Campaign> => findCampaign(store, projectId, id);
  /** Condition, syntax, domain, segment, in the order of decisions 4.6; answers how many it is for. */
  const check = async (letter: Letter, call: Call): Promise<number> => {
    if (letter.audienceType === 'FILTERED') await audience.filterOf(letter, call);
    await templating.checkSyntax({ subject: letter.subject, body: letter.body }, call);
    await delivery.checkSender({ address: letter.from }, call);
    return await audience.count(letter, call);
  };

  return {
    async create({ letter: sent }, call) {
      const letter = readLetter(sent ?? {});
      const recipients = await check(letter, call);
      return await views.one(await store.of(call.projectId).insert(freshId(), letter, recipients, call.now), call);
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
      const { letter: before, status, run } = await find(id, call);
      checkEditable(status);
      const letter = changeLetter(before, changes ?? {});
      if (status === 'SCHEDULED' && letter.segmentId !== before.segmentId) throw fault('BAD_REQUEST', { message: 'Cannot change the segment of a scheduled campaign' });
      const totalRecipients = await check(letter, call);
      const after = await store.of(call.projectId).turn(id, { status: [status], run }, { letter, totalRecipients }, call.now);
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
      const { letter } = await find(id, call);
      const copy = { ...letter, name: copyName(letter.name) };
      return await views.one(await store.of(call.projectId).insert(freshId(), copy, await audience.count(copy, call), call.now), call);
    },

    async stats({ id }, call) {
      const { totalRecipients, counts } = await find(id, call);
      return { counters: { totalRecipients, ...counts }, rates: ratesOf(counts) };
    },

    usage: async (thing, call) => ({ campaigns: await usage(thing, call) }),
  };
}
