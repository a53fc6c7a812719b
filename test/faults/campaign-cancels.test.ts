/** Cancels of campaigns that two clean up at once, or too late: over the stores of campaigns and delivery. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createCancels } from '#services/campaigns/cancels.ts';
import type { CancelsParts } from '#services/campaigns/cancels.ts';
import { createDeliverySend } from '#services/campaigns/delivery-send.ts';
import { campaignModel } from '#services/campaigns/model.ts';
import { createCampaignsStore } from '#services/campaigns/store.ts';
import type { Campaign } from '#services/campaigns/store.ts';
import { createCampaignSendHandlers } from '#services/delivery/campaign-sends/handlers.ts';
import {
  ACCEPTED,
  audience,
  clock,
  contactsOf,
  content as mail,
  createSendingProcess,
  endProcesses,
  endServers,
  id,
  mailsOf,
  mongo,
  numberOf,
} from './sending-process.ts';

const test = suite('campaign cancels');
const PEOPLE = 8;
const process_ = createSendingProcess(async () => ACCEPTED);
const store = createCampaignsStore(campaignModel(mongo));
const handlers = createCampaignSendHandlers({
  sends: process_.store,
  counter: process_.counter,
  newNumber: () => numberOf('pages')!,
  recipients: undefined as never,
  sendTest: undefined as never,
});
const called = Object.entries(handlers).map(([name, handle]) => [
  name,
  (request: never, call: object) => (handle as (...all: unknown[]) => unknown)(request, { ...call, now: clock() }),
]);
const deliverySend = createDeliverySend({
  audience: { filterOf: async () => null, count: async () => PEOPLE } as never,
  delivery: { ...Object.fromEntries(called), reserveCampaign: async () => ({}) },
});
const cancelsWith = (tryToStart: CancelsParts['sends']['tryToStart']) =>
  createCancels({ store, deliverySend, sends: { tryToStart }, clock });
const cancels = cancelsWith(async (campaign) => campaign);
const isCurrent = async () => true;

async function draft(): Promise<Campaign> {
  const written = { ...mail, name: 'News', description: null } as const;
  return await store
    .of(id())
    .insert(
      { id: id(), totalRecipients: PEOPLE, now: clock() },
      { ...written, audienceType: 'ALL', audienceCondition: null, segmentId: null },
    );
}

/** SENDING by a run of its own, as the API and the workflow's first step leave it, and its audience frozen. */
async function sent({ id: campaignId, projectId }: Campaign): Promise<Campaign> {
  const run = id();
  const to = { status: 'SENDING', sentAt: clock(), run, now: clock() } as const;
  const campaign = (await store.of(projectId).change(campaignId, { status: ['DRAFT', 'SCHEDULED'] }, to))!;
  assert.is(await deliverySend.open(campaign, isCurrent), true);
  await process_.freezer(contactsOf(audience(PEOPLE)))({ projectId, campaignId, run }, () => undefined);
  return campaign;
}
const now = async ({ id: campaignId, projectId }: Campaign) => (await store.of(projectId).find(campaignId))!;
const mails = async ({ id: campaignId, projectId }: Campaign) => (await mailsOf({ projectId, campaignId })).length;
/** As an interrupted cancel leaves it. */
const cancelled = async ({ id: campaignId, projectId }: Campaign) =>
  (await store.of(projectId).change(campaignId, { status: ['SENDING'] }, { status: 'CANCELLED', cleaning: true, now: clock() }))!;

test('what another clean-up has made a draft again is answered as one', async () => {
  const { id: campaignId, projectId } = await draft();
  const to = { status: 'SCHEDULED', scheduledFor: clock(), run: id(), now: clock() } as const;
  const scheduled = (await store.of(projectId).change(campaignId, { status: ['DRAFT'] }, to))!;
  const beside = cancelsWith(async (campaign) => {
    assert.is((await cancels.clean(campaign)).status, 'DRAFT');
    return campaign;
  });
  const answer = await beside.cancel(scheduled, { projectId, now: clock() } as never);
  assert.equal([answer.status, answer.scheduledFor, answer.run], ['DRAFT', null, null]);
});

test('a clean-up that is late leaves a send alone that was begun since', async () => {
  const first = await cancelled(await sent(await draft()));
  assert.is((await cancels.clean(first)).status, 'DRAFT');
  assert.is(await mails(first), 0);
  const second = await sent(first);
  assert.is((await cancels.clean(first)).run, second.run);
  assert.equal([(await now(second)).status, (await deliverySend.find(second))!.state, await mails(second)], ['SENDING', 'OPEN', PEOPLE]);
});

test('a first step that is late opens nothing over the send that replaced its own', async () => {
  const second = await sent(await draft());
  const late = { ...second, run: id() };
  assert.is(await deliverySend.open(late, async () => false), false);
  assert.equal([(await deliverySend.find(second))!.state, await mails(second)], ['OPEN', PEOPLE]);
  // Its own was left open by one that was withdrawn.
  assert.is(await deliverySend.open(late, isCurrent), true);
  assert.equal([(await deliverySend.find(late))!.run, await mails(late)], [late.run, 0]);
});

test('mails of unknown outcome that are sent again belong to the send that made them: a cancel closes it', async () => {
  const campaign = await sent(await draft());
  const { projectId } = campaign;
  const again = await store.of(projectId).change(campaign.id, { status: ['SENDING'] }, { run: id(), resending: true, now: clock() });
  const answer = await cancels.cancel(again!, { projectId, now: clock() } as never);
  assert.equal([answer.status, (await deliverySend.find(campaign))!.state], ['CANCELLED', 'CLOSED']);
});

test.after(async () => {
  await endProcesses();
  await endServers();
});

test.run();
