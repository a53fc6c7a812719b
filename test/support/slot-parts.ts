/** What a dispatcher sends slots of pages with, for tests whose provider is a function. */
import type { PageSlots } from '#services/delivery/dispatch/page-slots.ts';
import type { DispatcherParts } from '#services/delivery/dispatch/dispatcher.ts';
import type { EmailRow } from '#services/delivery/domain/email.ts';
import type { Outcome } from '#services/delivery/domain/outcome.ts';
import type { CampaignMails } from '#services/delivery/ledger/ledger.ts';
import { createCarriers, Refused, Unanswered } from '#services/delivery/providers/provider.ts';
import type { Accepted, TakenMail } from '#services/delivery/providers/provider.ts';

/** A process that holds no pages. */
const NO_PAGES: PageSlots = { has: () => false, claim: async () => [], onNoted: () => undefined };

/** As a provider says it. */
function answerOf(outcome: Outcome): Accepted {
  if (outcome.kind === 'accepted') return outcome;
  if (outcome.kind === 'unknown') throw new Unanswered(outcome.reason);
  if (outcome.kind === 'refused') throw new Refused(outcome.refusal);
  throw new Error(`no provider answers ${outcome.kind}`);
}

/** @param carry what becomes of a mail. @param mails where it is found by its id */
export function slotParts(
  carry: (row: EmailRow) => Promise<Outcome> = () => Promise.reject(new Error('no slot was expected')),
  slots: PageSlots = NO_PAGES,
  mails: Pick<CampaignMails, 'find'> = { find: async () => [] },
): DispatcherParts['pages'] {
  const send = async ({ emailId, projectId }: TakenMail): Promise<Accepted> => {
    const [row] = await mails.find([emailId], projectId);
    return answerOf(await carry(row!));
  };
  return {
    slots,
    provider: {},
    composer: {
      ofPage: async () => ({ keys: null, message: () => ({ headers: '', body: [], isRelaxed: true }) }),
      signed: async () => [],
    },
    project: async () => ({ tracking: 'DISABLED' }) as never,
    isPhishing: Object.assign(async () => false, { concerns: () => false }),
    returnPaths: async () => () => 'bounces@example.org',
    messageMaxBytes: 1_000_000,
    feed: (feed) =>
      createCarriers(
        {
          send: async (mail, handingOver) => {
            handingOver();
            return await send(mail as TakenMail);
          },
        },
        feed,
      ),
  };
}
