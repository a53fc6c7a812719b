/** Requests about mailings (proto/posthorn/delivery/v1). */
import type { Handlers } from '#kit/contract/definition.ts';
import { fault, invalid, notFound } from '#kit/errors.ts';
import type { DeliveryServiceDefinition, Mailing, MailingLetter } from '#proto/delivery/v1/delivery.ts';
import type { MailClass } from '../domain/email.ts';
import type { MailingState } from '../domain/mailing.ts';
import { MAILING_STATES, NOTHING } from '../domain/mailing.ts';
import type { Letter } from './model.ts';
import type { Recipients } from './recipients.ts';
import { unknownDecision } from './recipients.ts';
import type { Mailings, MailingView } from './store.ts';
import type { Tallies } from './tally.ts';

export interface MailingHandlersParts {
  mailings: Mailings;
  tallies: Tallies;
  recipients: Recipients;
  sendTest: (projectId: string, letter: Letter, to: string, now: Date) => Promise<string>;
}

export type MailingHandlers = Pick<Handlers<typeof DeliveryServiceDefinition>,
  'openMailing' | 'getMailing' | 'steerMailing' | 'clearMailing' | 'tallyMailings' | 'listRecipients' | 'resumeUnknown' | 'sendTest'>;

function letterOf(letter: MailingLetter | null): Letter {
  if (!letter) throw invalid([{ field: 'letter', message: 'Required', code: 'required' }]);
  const { subject, body, from, fromName, replyTo, type, templateId } = letter;
  return { subject, body, from, fromName: fromName ?? null, replyTo: replyTo ?? null, type: type as MailClass, templateId: templateId ?? null };
}

function stateOf(state: string | null | undefined): MailingState | undefined {
  if (state == null) return undefined;
  const known = MAILING_STATES.find((one) => one === state);
  if (!known) throw fault('BAD_REQUEST', { message: `State must be one of ${MAILING_STATES.join(', ')}` });
  return known;
}

const view = ({ _id, run, state, rate, pages, frozen }: Pick<MailingView, '_id' | 'run' | 'state' | 'rate' | 'pages' | 'frozen'>, tally = NOTHING, rateNow = 0): Mailing =>
  ({ campaignId: _id, run: run ?? '', state, rate, pages, frozen, tally, rateNow });

export function mailingHandlers({ mailings, tallies, recipients, sendTest }: MailingHandlersParts): MailingHandlers {
  async function known(projectId: string, campaignId: string): Promise<MailingView> {
    const mailing = await mailings.find(projectId, campaignId);
    if (!mailing) throw notFound('RESOURCE_NOT_FOUND', 'Mailing', campaignId);
    return mailing;
  }

  return {
    openMailing: async ({ campaignId, run, letter, filter }, { projectId, now }) =>
      view(await mailings.open({ projectId, campaignId, run, letter: letterOf(letter), filter: filter ? JSON.stringify(filter) : null, now })),

    getMailing: async ({ campaignId }, { projectId }) => {
      const mailing = await known(projectId, campaignId);
      const { tally, rateNow } = await tallies.recent(mailing);
      return view(mailing, tally, rateNow);
    },

    steerMailing: async ({ campaignId, state, rate }, { projectId, now }) => {
      const steered = await mailings.steer(projectId, campaignId, { state: stateOf(state), rate: rate == null ? undefined : rate || null }, now);
      return view(steered ?? { _id: campaignId, run: null, state: 'CLOSED', rate: null, pages: 0, frozen: false });
    },

    clearMailing: async ({ campaignId }, { projectId, now }) => {
      await mailings.steer(projectId, campaignId, { state: 'CLOSED' }, now);
      return await mailings.clear(projectId, campaignId);
    },

    tallyMailings: async ({ campaignIds, recent }, { projectId }) => ({ tallies: await tallies.of(projectId, campaignIds, recent ?? false) }),
    listRecipients: (request, { projectId }) => recipients.list(projectId, request),

    resumeUnknown: async ({ campaignId, decision }, { projectId, now }) => {
      const choice = unknownDecision(decision);
      const { state } = await known(projectId, campaignId);
      if (choice === 'drop') return { rows: await recipients.drop(projectId, campaignId, now) };
      if (state === 'CLOSED') throw fault('CONFLICT', { message: 'The campaign was cancelled: nothing of it is sent any more' });
      return { rows: await recipients.resend(projectId, campaignId, now) };
    },

    sendTest: async ({ letter, to }, { projectId, now }) => ({ email: await sendTest(projectId, letterOf(letter), to, now) }),
  };
}
