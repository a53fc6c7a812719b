/**
 * Counters are recounted from the ledger's rows: while a campaign sends, when a fact about its mails arrives, and now and then behind it
 * (contract 2.3).
 */
import { ownCall } from '#kit/contract/call.ts';
import type { Client } from '#kit/contract/definition.ts';
import { Fault } from '#kit/errors.ts';
import type { Consumer } from '#kit/facts/consumer.ts';
import { createSweeper } from '#kit/sweeper.ts';
import type { Sweeper } from '#kit/sweeper.ts';
import type { Log } from '#kit/telemetry/log.ts';
import type { DeliveryServiceDefinition } from '#proto/delivery/v1/delivery.ts';
import type { Fact } from '#proto/events/v1/fact.ts';
import { countsOf, recountIn } from './domain/stats.ts';
import type { DeliverySend } from './delivery-send.ts';
import type { CampaignsStore } from './store.ts';

const EVERY_MS = 1_000;
const BATCH = 50;
/** What a crash left uncounted is counted after that. */
const HELD_MS = 60_000;
/** Opens come in bursts. */
const GATHER_MS = 1_000;

const LEFT = 'contact.unsubscribed';

export interface RecountsParts {
  store: CampaignsStore;
  deliverySend: DeliverySend;
  delivery: Pick<Client<typeof DeliveryServiceDefinition>, 'getEmail'>;
  clock: () => Date;
  log: Log;
}

export interface Recounts {
  sweeper: Sweeper;
  consumer: Consumer;
}

export function createRecounts({ store, deliverySend, delivery, clock, log }: RecountsParts): Recounts {
  const after = (ms: number): Date => new Date(clock().getTime() + ms);

  async function recount(): Promise<void> {
    const until = after(HELD_MS);
    const due = await store.takeRecounts(clock(), until, BATCH);
    for (const campaigns of Map.groupBy(due, ({ projectId, status }) => `${projectId} ${status === 'SENDING'}`).values()) {
      const { projectId, status } = campaigns[0]!;
      const sending = status === 'SENDING';
      const counts = await deliverySend.countsOf(
        projectId,
        campaigns.map(({ id }) => id),
        sending,
      );
      for (const [index, campaign] of campaigns.entries()) {
        const wait = recountIn(sending, campaign.sentAt, clock());
        await store.recounted(campaign, countsOf(counts[index]!), { taken: until, due: wait === null ? null : after(wait) });
      }
    }
  }

  /** A contact who left through a link of a mail: which campaign that was, the mail says. */
  async function campaignOf({ projectId, emailId }: Fact): Promise<string | null | undefined> {
    try {
      return (await delivery.getEmail({ id: emailId!, brief: true }, ownCall('campaigns', projectId))).campaignId;
    } catch (error) {
      if (error instanceof Fault && error.name === 'RESOURCE_NOT_FOUND') return null;
      throw error;
    }
  }

  return {
    sweeper: createSweeper(recount, 'counters', { log, everyMs: EVERY_MS }),

    consumer: {
      name: 'campaigns-counters',
      subjects: [
        'delivery.email.open',
        'delivery.email.click',
        'delivery.email.bounce',
        'delivery.email.complaint',
        'contacts.contact.unsubscribed',
      ].map((kind) => `facts.*.${kind}`),
      repeatable: true,
      async handle(facts) {
        const named = await Promise.all(
          facts.filter(({ emailId }) => emailId).map((fact) => (fact.name === LEFT ? campaignOf(fact) : fact.data?.['campaignId'])),
        );
        const ids = new Set(named.filter((id) => typeof id === 'string'));
        if (ids.size > 0) await store.askRecount([...ids], after(GATHER_MS));
      },
    } satisfies Consumer,
  };
}
