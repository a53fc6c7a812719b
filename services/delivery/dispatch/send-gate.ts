/**
 * Which claimed rows may leave: asked for each batch after its claim, and of a campaign's rows once more right before the hand-over, so
 * that after the answer to a pause or a cancel only what is on an open connection still leaves.
 */
import type { EmailRow } from '../domain/email.ts';
import type { Outcome } from '../domain/outcome.ts';
import { heldByPause } from '../domain/campaign-send.ts';
import type { SuppressionCheck } from './suppression-checks.ts';
import { checkAll } from './suppression-checks.ts';

/** What becomes of a row that its campaign does not let go now; undefined: it may leave. At once where that is known. */
export type CampaignGate = (row: EmailRow) => Outcome | undefined | Promise<Outcome | undefined>;

export interface SendGate {
  /** Row id → why it does not leave; all others do. */
  check(rows: readonly EmailRow[]): Promise<ReadonlyMap<string, Outcome>>;
  /** Right before the hand-over: what becomes of the row instead; undefined: it may leave. */
  recheck(row: EmailRow): Promise<Outcome | undefined>;
}

/** What is given back because nobody could say whether it may leave. */
const ASK_AGAIN_MS = 5_000;

function unanswered(error: unknown): Outcome {
  return { kind: 'released', reason: `not asked yet whether it may leave: ${(error as Error).message}`, delayMs: ASK_AGAIN_MS };
}

export interface SendGateParts {
  suppressed: SuppressionCheck;
  campaignGate: CampaignGate;
  /** As it was a moment ago. */
  project: (projectId: string) => Promise<{ paused: boolean }>;
}

export function createSendGate({ suppressed, campaignGate, project }: SendGateParts): SendGate {
  async function held(row: EmailRow): Promise<Outcome | undefined> {
    if ((await project(row.projectId)).paused) return heldByPause(row);
    // The last that is asked: what it knows must not grow old before the hand-over.
    return campaignGate(row);
  }

  async function check(rows: readonly EmailRow[]): Promise<ReadonlyMap<string, Outcome>> {
    try {
      const reasons = await checkAll(suppressed, rows);
      const suppressions = [...reasons].map(([id, reason]): [string, Outcome] => [id, { kind: 'suppressed', reason }]);
      const outcomes = await Promise.all(rows.map(held));
      return new Map([
        ...suppressions,
        ...rows.flatMap(({ _id }, index): [string, Outcome][] => (outcomes[index] ? [[_id, outcomes[index]]] : [])),
      ]);
    } catch (error) {
      return new Map(rows.map(({ _id }) => [_id, unanswered(error)]));
    }
  }

  async function recheck(row: EmailRow): Promise<Outcome | undefined> {
    try {
      return await held(row);
    } catch (error) {
      return unanswered(error);
    }
  }

  return { check, recheck };
}
