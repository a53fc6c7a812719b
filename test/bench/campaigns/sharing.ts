/** Two campaigns of two projects at once, and a third project's transactional mail meanwhile. */
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '#test/until.ts';
import type { House } from '../sending/house.ts';
import { senderWith } from './people.ts';

export interface Sharing {
  /** Of the first half of all mails, those of the campaign that got less, as a share of an equal part. */
  share: number;
  /** From POST /v1/send to the provider's acceptance, in ms. */
  p50: number;
  p99: number;
  transactional: number;
}

const PER_SECOND = 20;

export async function sharing({ services, mongo, prefix }: House, count: number): Promise<Sharing> {
  const emails = mongo.useDb(`${prefix}delivery`, { useCache: true }).collection<{ campaignId: string; projectId: string; sentAt: Date; createdAt: Date }>('emails');
  const [one, two, third] = [await senderWith(services.url, count), await senderWith(services.url, count), await senderWith(services.url, 0)];
  const ids = [await one.campaign(), await two.campaign()] as const;
  await Promise.all([one.api.post(`/campaigns/${ids[0]}/send`), two.api.post(`/campaigns/${ids[1]}/send`)]);
  let over = false;
  const posting = (async () => {
    for (let n = 0; !over; n += 1) {
      void third.api.post('/v1/send', { to: `t${n}@example.com`, from: `hello@${third.domain}`, subject: 'Receipt', body: '<p>Receipt</p>' }).catch(() => undefined);
      await sleep(1_000 / PER_SECOND);
    }
  })();
  await until(async () => (await Promise.all([one, two].map(({ api }, index) => api.get(`/campaigns/${ids[index]}`)))).every(({ body }) => body.status === 'SENT'), { within: 1_800_000, every: 500, what: 'both ends' });
  over = true;
  await posting;
  await sleep(2_000);
  const first = await emails.find({ campaignId: { $in: [...ids] }, projectId: { $in: [one.id, two.id] }, sentAt: { $ne: null } } as never, { projection: { campaignId: 1, sentAt: 1 } }).sort({ sentAt: 1 }).limit(count).toArray();
  const least = Math.min(...ids.map((id) => first.filter(({ campaignId }) => campaignId === id).length));
  const waits = (await emails.find({ projectId: third.id }, { projection: { createdAt: 1, sentAt: 1 } }).toArray()).map(({ createdAt, sentAt }) => (sentAt ?? new Date()).getTime() - createdAt.getTime()).toSorted((a, b) => a - b);
  const at = (share: number): number => waits[Math.floor((waits.length - 1) * share)]!;
  return { share: least / (count / 2), p50: at(0.5), p99: at(0.99), transactional: waits.length };
}
