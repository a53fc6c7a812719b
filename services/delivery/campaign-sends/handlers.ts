/** Requests about campaign sends (proto/posthorn/delivery/v1). */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Handlers } from '#kit/contract/definition.ts';
import { fault, invalid, notFound } from '#kit/errors.ts';
import type { CampaignContent as ContentMessage, CampaignSend, DeliveryServiceDefinition } from '#proto/delivery/v1/delivery.ts';
import type { MailClass } from '../domain/email.ts';
import type { CampaignSendState } from '../domain/campaign-send.ts';
import { CAMPAIGN_SEND_STATES, NO_COUNTS } from '../domain/campaign-send.ts';
import { STATE_HOLDS_MS } from './campaign-gate.ts';
import type { CampaignContent } from './model.ts';
import type { Recipients } from './recipients.ts';
import { unknownDecision } from './recipients.ts';
import type { CampaignSendStore, CampaignSendView, Controls, SendKey } from './store.ts';
import type { SendTestMail } from './test-mail.ts';
import type { Counter } from './counts.ts';

export interface CampaignSendHandlersParts {
  sends: CampaignSendStore;
  counter: Counter;
  /** Of a new send; null: its recipients become rows. */
  newNumber: () => number | null;
  recipients: Recipients;
  sendTest: SendTestMail;
}

export type CampaignSendHandlers = Pick<
  Handlers<typeof DeliveryServiceDefinition>,
  | 'openCampaignSend'
  | 'getCampaignSend'
  | 'controlCampaignSend'
  | 'clearCampaignSend'
  | 'countCampaignSends'
  | 'listRecipients'
  | 'resumeUnknown'
  | 'sendTest'
>;

function contentOf(content: ContentMessage | null): CampaignContent {
  if (!content) throw invalid([{ field: 'content', message: 'Required', code: 'required' }]);
  const { subject, body, from, fromName, replyTo, type, templateId } = content;
  return {
    subject,
    body,
    from,
    fromName: fromName ?? null,
    replyTo: replyTo ?? null,
    type: type as MailClass,
    templateId: templateId ?? null,
  };
}

function stateOf(state: string | null | undefined): CampaignSendState | undefined {
  if (state == null) return undefined;
  const known = CAMPAIGN_SEND_STATES.find((one) => one === state);
  if (!known) throw fault('BAD_REQUEST', { message: `State must be one of ${CAMPAIGN_SEND_STATES.join(', ')}` });
  return known;
}

const view = (
  { _id, run, state, rate, pages, frozen }: Pick<CampaignSendView, '_id' | 'run' | 'state' | 'rate' | 'pages' | 'frozen'>,
  counts = NO_COUNTS,
  rateNow = 0,
): CampaignSend => ({ campaignId: _id, run: run ?? '', state, rate, pages, frozen, counts, rateNow });

export function createCampaignSendHandlers({
  sends,
  counter,
  newNumber,
  recipients,
  sendTest,
}: CampaignSendHandlersParts): CampaignSendHandlers {
  async function known(projectId: string, campaignId: string): Promise<CampaignSendView> {
    const send = await sends.find(projectId, campaignId);
    if (!send) throw notFound('RESOURCE_NOT_FOUND', { resource: 'Campaign send', id: campaignId });
    return send;
  }

  /** After the answer nothing leaves that the state does not let go. */
  async function control(send: SendKey, controls: Controls, now: Date): Promise<CampaignSendView | null> {
    const controlled = await sends.control(send, controls, now);
    if (controls.state !== undefined && controls.state !== 'OPEN') await sleep(STATE_HOLDS_MS);
    return controlled;
  }

  return {
    openCampaignSend: async ({ campaignId, run, content, filter }, { projectId, now }) =>
      view(
        await sends.open({
          projectId,
          campaignId,
          run,
          content: contentOf(content),
          filter: filter ? JSON.stringify(filter) : null,
          number: newNumber(),
          now,
        }),
      ),

    getCampaignSend: async ({ campaignId }, { projectId }) => {
      const send = await known(projectId, campaignId);
      const { counts, rateNow } = await counter.recent(send);
      return view(send, counts, rateNow);
    },

    controlCampaignSend: async ({ campaignId, state, rate, run }, { projectId, now }) => {
      const controlled = await control(
        { projectId, campaignId, run },
        { state: stateOf(state), rate: rate == null ? undefined : rate || null },
        now,
      );
      return view(controlled ?? { _id: campaignId, run: null, state: 'CLOSED', rate: null, pages: 0, frozen: false });
    },

    clearCampaignSend: async ({ campaignId, run }, { projectId, now }) => {
      const send = { projectId, campaignId, run };
      await control(send, { state: 'CLOSED' }, now);
      return await sends.clear(send);
    },

    countCampaignSends: async ({ campaignIds, recent }, { projectId }) => ({
      counts: await counter.of(projectId, campaignIds, recent ?? false),
    }),
    listRecipients: (request, { projectId }) => recipients.list(projectId, request),

    resumeUnknown: async ({ campaignId, decision }, { projectId, now }) => {
      const choice = unknownDecision(decision);
      const { state } = await known(projectId, campaignId);
      if (choice === 'drop') return { rows: await recipients.drop(projectId, campaignId, now) };
      if (state === 'CLOSED') throw fault('CONFLICT', { message: 'The campaign was cancelled: nothing of it is sent any more' });
      return { rows: await recipients.resend(projectId, campaignId, now) };
    },

    sendTest: async ({ content, to }, { projectId, now }) => ({
      email: await sendTest({ projectId, content: contentOf(content), to }, now),
    }),
  };
}
