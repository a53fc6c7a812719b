/** Two campaigns of two projects at once, and a third project's transactional mail meanwhile. */
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '#test/until.ts';
import { quantile } from '#test/quantile.ts';
import type { BenchStack } from '../sending/bench-stack.ts';
import { projectWithAudience } from './audience.ts';

export interface Sharing {
  /** Of the first half of all mails, those of the campaign that got less, as a share of an equal part. */
  share: number;
  /** From POST /v1/send to the provider's acceptance, in ms. */
  p50: number;
  p99: number;
  transactional: number;
}

const PER_SECOND = 20;

/** Mails that one note says were accepted. */
interface Noted {
  campaignId: string;
  at: Date;
  mails: number;
}

/** How many of the first mails were this campaign's. @param notes in their order */
function firstOf(notes: readonly Noted[], first: number, id: string): number {
  let [all, own] = [0, 0];
  for (const { campaignId, mails } of notes) {
    const counted = Math.min(mails, first - all);
    all += counted;
    if (campaignId === id) own += counted;
  }
  return own;
}

export async function sharing({ services, mongo, prefix }: BenchStack, count: number): Promise<Sharing> {
  const emails = mongo
    .useDb(`${prefix}delivery`, { useCache: true })
    .collection<{ projectId: string; sentAt: Date; createdAt: Date }>('emails');
  const [one, two, third] = [
    await projectWithAudience(services.url, count),
    await projectWithAudience(services.url, count),
    await projectWithAudience(services.url, 0),
  ];
  const ids = [await one.campaign(), await two.campaign()] as const;
  await Promise.all([one.api.post(`/campaigns/${ids[0]}/send`), two.api.post(`/campaigns/${ids[1]}/send`)]);
  let over = false;
  const posting = (async () => {
    for (let n = 0; !over; n += 1) {
      void third.api
        .post('/v1/send', { to: `t${n}@example.com`, from: `hello@${third.domain}`, subject: 'Receipt', body: '<p>Receipt</p>' })
        .catch(() => undefined);
      await sleep(1_000 / PER_SECOND);
    }
  })();
  await until(
    async () =>
      (await Promise.all([one, two].map(({ api }, index) => api.get(`/campaigns/${ids[index]}`)))).every(
        ({ body }) => body.status === 'SENT',
      ),
    { within: 1_800_000, every: 500, what: 'both ends' },
  );
  over = true;
  await posting;
  await sleep(2_000);
  const notes = await mongo
    .useDb(`${prefix}delivery`, { useCache: true })
    .collection('progress')
    .aggregate<Noted>([
      { $match: { campaignId: { $in: [...ids] } } },
      { $unwind: '$notes' },
      { $project: { _id: 0, campaignId: 1, at: '$notes.at', mails: { $divide: [{ $binarySize: '$notes.plain' }, 2] } } },
      { $sort: { at: 1 } },
    ])
    .toArray();
  const least = Math.min(...ids.map((id) => firstOf(notes, count, id)));
  const waits = (await emails.find({ projectId: third.id }, { projection: { createdAt: 1, sentAt: 1 } }).toArray())
    .map(({ createdAt, sentAt }) => (sentAt ?? new Date()).getTime() - createdAt.getTime())
    .toSorted((a, b) => a - b);
  return { share: least / (count / 2), p50: quantile(waits, 0.5), p99: quantile(waits, 0.99), transactional: waits.length };
}
