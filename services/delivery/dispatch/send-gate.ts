/**
 * Which claimed rows may leave: asked for each batch after its claim, and of a campaign's rows once more right before the hand-over, so
 * that after the answer to a pause or a cancel only what is on an open connection still leaves.
 */
import { createBatcher } from '#kit/store/batcher.ts';
import type { EmailRow } from '../domain/email.ts';
import type { Outcome } from '../domain/outcome.ts';
import type { SuppressionCheck } from './suppression-checks.ts';
import { checkAll } from './suppression-checks.ts';

/** Rows whose campaign does not let them go now: row id → what becomes of them. One query. */
export type CampaignGate = (rows: readonly EmailRow[]) => Promise<ReadonlyMap<string, Outcome>>;

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

export function createSendGate(suppressed: SuppressionCheck, campaignGate: CampaignGate): SendGate {
  /** Rows that come at once share a query. */
  const askCampaign = createBatcher<EmailRow, Outcome | undefined>({
    write: async (rows) => {
      const held = await campaignGate(rows);
      return rows.map(({ _id }) => held.get(_id));
    },
  });

  async function check(rows: readonly EmailRow[]): Promise<ReadonlyMap<string, Outcome>> {
    try {
      const reasons = await checkAll(suppressed, rows);
      const suppressions = [...reasons].map(([id, reason]): [string, Outcome] => [id, { kind: 'suppressed', reason }]);
      return new Map([...suppressions, ...(await campaignGate(rows))]);
    } catch (error) {
      return new Map(rows.map(({ _id }) => [_id, unanswered(error)]));
    }
  }

  async function recheck(row: EmailRow): Promise<Outcome | undefined> {
    return row.campaignId ? await askCampaign(row).catch(unanswered) : undefined;
  }

  return { check, recheck };
}
