/**
 * Which claimed mails may leave: asked for each batch after its claim, and of a campaign's mails once more right before the hand-over, so
 * that after the answer to a pause or a cancel only what is on an open connection still leaves.
 */
import type { EmailRow } from '../domain/email.ts';
import type { Outcome } from '../domain/outcome.ts';
import { heldByPause, heldBySuspension } from '../domain/campaign-send.ts';
import { createRefreshedCache } from '../refreshed-cache.ts';
import type { Addressed, SuppressionCheck } from './suppression-checks.ts';
import { checkAll } from './suppression-checks.ts';

/** What is asked of a mail's project and campaign. */
export type Gated = Pick<EmailRow, 'projectId' | 'campaignId' | 'attempt'>;

/** What becomes of a mail that its campaign does not let go now; undefined: it may leave. At once where that is known. */
export type CampaignGate = (mail: Gated) => Outcome | undefined | Promise<Outcome | undefined>;

export interface SendGate {
  /** Mail id → why it does not leave; all others do. */
  check(mails: readonly (Addressed & Gated)[]): Promise<ReadonlyMap<string, Outcome>>;
  /** Right before the hand-over: what becomes of the mail instead; undefined: it may leave. At once where that is known. */
  recheck(mail: Gated): Outcome | undefined | Promise<Outcome | undefined>;
}

/** What is given back because nobody could say whether it may leave. */
const ASK_AGAIN_MS = 5_000;
/** For so long a project is taken to stand as it was read; who changes it has a second (contract 5 "How soon"). */
const PROJECT_HOLDS_MS = 100;

function unanswered(error: unknown): Outcome {
  return { kind: 'released', reason: `not asked yet whether it may leave: ${(error as Error).message}`, delayMs: ASK_AGAIN_MS };
}

export interface SendGateParts {
  suppressed: SuppressionCheck;
  campaignGate: CampaignGate;
  /** As it was a moment ago. */
  project: (projectId: string) => Promise<{ paused: boolean; disabled: boolean }>;
}

export function createSendGate({ suppressed, campaignGate, project }: SendGateParts): SendGate {
  const projects = createRefreshedCache({ load: project, now: () => performance.now(), holdsMs: PROJECT_HOLDS_MS });

  function heldIn({ paused, disabled }: { paused: boolean; disabled: boolean }, mail: Gated): ReturnType<CampaignGate> {
    if (disabled) return heldBySuspension(mail);
    // The last that is asked: what it knows must not grow old before the hand-over.
    return paused ? heldByPause(mail) : campaignGate(mail);
  }

  function held(mail: Gated): ReturnType<CampaignGate> {
    const known = projects.peek(mail.projectId);
    return known ? heldIn(known, mail) : projects.read(mail.projectId).then((found) => heldIn(found, mail));
  }

  async function check(mails: readonly (Addressed & Gated)[]): Promise<ReadonlyMap<string, Outcome>> {
    try {
      const reasons = await checkAll(suppressed, mails);
      const suppressions = [...reasons].map(([id, reason]): [string, Outcome] => [id, { kind: 'suppressed', reason }]);
      const outcomes = await Promise.all(mails.map(held));
      return new Map([
        ...suppressions,
        ...mails.flatMap(({ _id }, index): [string, Outcome][] => (outcomes[index] ? [[_id, outcomes[index]]] : [])),
      ]);
    } catch (error) {
      return new Map(mails.map(({ _id }) => [_id, unanswered(error)]));
    }
  }

  return {
    check,
    recheck(mail) {
      const now = held(mail);
      return now instanceof Promise ? now.catch(unanswered) : now;
    },
  };
}
