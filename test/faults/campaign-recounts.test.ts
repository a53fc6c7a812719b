/** Counters of a campaign that is counted while it comes to its end: over the store of campaigns. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { DeliverySend } from '#services/campaigns/delivery-send.ts';
import { NONE } from '#services/campaigns/domain/stats.ts';
import { campaignModel } from '#services/campaigns/model.ts';
import { createRecounts } from '#services/campaigns/recounts.ts';
import { createCampaignsStore } from '#services/campaigns/store.ts';
import type { Campaign, Change } from '#services/campaigns/store.ts';
import { clock, content as mail, endServers, id, mongo } from './sending-process.ts';

const test = suite('campaign recounts');
const store = createCampaignsStore(campaignModel(mongo));
const FEW = { sent: 3, delivered: 3, opened: 0, clicked: 0, bounced: 0, complained: 0, unsubscribed: 0, humanOpened: 0, humanClicked: 0 };
const find = async ({ id: campaignId, projectId }: Campaign) => (await store.of(projectId).find(campaignId))!;

async function sending(): Promise<Campaign> {
  const own = store.of(id());
  const written = { ...mail, name: 'News', description: null, audienceType: 'ALL', audienceCondition: null, segmentId: null } as const;
  const { id: campaignId } = await own.insert({ id: id(), totalRecipients: 8, now: clock() }, written);
  const to = { status: 'SENDING', sentAt: clock(), run: id(), recountDue: new Date(0), now: clock() } as const;
  return (await own.change(campaignId, { status: ['DRAFT'] }, to))!;
}

/** Three are found to be sent, and before that is written down the campaign changes. */
async function countedBefore(campaign: Campaign, to: Change): Promise<Campaign> {
  const deliverySend: Pick<DeliverySend, 'countsOf'> = {
    async countsOf() {
      await store.of(campaign.projectId).change(campaign.id, { status: ['SENDING'] }, { ...to, now: clock() });
      return [FEW] as never;
    },
  };
  const log = { warn: (error: object) => assert.unreachable(JSON.stringify(error)) } as never;
  const { sweeper } = createRecounts({ store, deliverySend: deliverySend as DeliverySend, delivery: undefined as never, clock, log });
  sweeper.hint();
  await sweeper.stop();
  return await find(campaign);
}

test('a campaign that sends has what was counted last', async () => {
  const { counts } = await countedBefore(await sending(), {});
  assert.equal([counts.sentCount, counts.deliveredCount], [3, 3]);
});

test('what was counted before the end does not replace what was counted at it', async () => {
  const counts = { ...NONE, sentCount: 8, deliveredCount: 8 };
  assert.equal((await countedBefore(await sending(), { status: 'SENT', counts })).counts, counts);
});

test('a draft again has nothing sent', async () => {
  const draft = { status: 'DRAFT', run: null, sentAt: null, counts: NONE, recountDue: null } as const;
  assert.equal((await countedBefore(await sending(), draft)).counts, NONE);
});

test.after(endServers);

test.run();
