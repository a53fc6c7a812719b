/** What the bus asks of a campaign's send. */
import type { Call } from '#kit/contract/call.ts';
import type { Client, Handlers } from '#kit/contract/definition.ts';
import { fault } from '#kit/errors.ts';
import type { CampaignsServiceDefinition } from '#proto/campaigns/v1/campaigns.ts';
import type { DeliveryServiceDefinition } from '#proto/delivery/v1/delivery.ts';
import type { Cancels } from './cancels.ts';
import { DECISIONS } from './domain/state.ts';
import type { Sends } from './sends.ts';
import type { Controls } from './controls.ts';
import { findCampaign } from './store.ts';
import type { Campaign, CampaignsStore } from './store.ts';
import type { Views } from './view.ts';

export interface Parts {
  store: CampaignsStore;
  views: Views;
  sends: Sends;
  cancels: Cancels;
  controls: Controls;
  delivery: Pick<Client<typeof DeliveryServiceDefinition>, 'sendTest'>;
}

type All = Handlers<typeof CampaignsServiceDefinition>;
export type SendingMethod =
  | 'holdAll'
  | 'lastSent'
  | 'wakeAll'
  | 'send'
  | 'cancel'
  | 'test'
  | 'pause'
  | 'resume'
  | 'setRate'
  | 'getProgress'
  | 'resumeUnknown';

export function createSendingHandlers({ store, views, sends, cancels, controls, delivery }: Parts): Pick<All, SendingMethod> {
  const find = (id: string, { projectId }: Call): Promise<Campaign> => findCampaign(store, projectId, id);

  return {
    send: async ({ id, scheduledFor }, call) => views.one(await sends.send(await find(id, call), scheduledFor, call), call),
    cancel: async ({ id }, call) => views.one(await cancels.cancel(await find(id, call), call), call),
    pause: async ({ id }, call) => controls.pause(await find(id, call), true),
    resume: async ({ id }, call) => controls.pause(await find(id, call), false),
    setRate: async ({ id, perSecond }, call) => controls.setRate(await find(id, call), perSecond),
    getProgress: async ({ id }, call) => controls.progress(await find(id, call)),

    async holdAll(_, call) {
      const own = store.of(call.projectId);
      const scheduled = await own.inStates(['SCHEDULED']);
      for (const campaign of scheduled) await cancels.cancel(campaign, call);
      const sending = await own.inStates(['SENDING']);
      for (const campaign of sending) await controls.pause(campaign, true);
      return { held: scheduled.length + sending.length };
    },
    async wakeAll(_, call) {
      const sending = await store.of(call.projectId).inStates(['SENDING']);
      for (const campaign of sending) await controls.wake(campaign);
      return { woken: sending.length };
    },
    async lastSent(_, { projectId }) {
      return { at: (await store.of(projectId).lastSentAt())?.toISOString() ?? null };
    },

    async resumeUnknown({ id, decision }, call) {
      const campaign = await find(id, call);
      const known = DECISIONS.find((one) => one === decision);
      if (!known) throw fault('BAD_REQUEST', { message: `Decision must be ${DECISIONS.join(' or ')}` });
      return { recipients: await controls.resumeUnknown(campaign, known) };
    },

    async test({ id, email }, call) {
      const {
        content: { subject, body, from, fromName, replyTo, type, templateId },
      } = await find(id, call);
      await delivery.sendTest(
        { content: { subject: `[TEST] ${subject}`, body, from, fromName, replyTo, type, templateId }, to: email },
        call,
      );
      return { email };
    },
  };
}
