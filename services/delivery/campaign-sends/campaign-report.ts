/** What became of a campaign's mails, from rows and notes: the links that were followed, and its course by minute or hour. */
import type { Model, PipelineStage } from 'mongoose';
import { createHeavyReads } from '#kit/limits/heavy-reads.ts';
import { createLongCounts } from '#kit/limits/long-counts.ts';
import type { Handlers } from '#kit/contract/definition.ts';
import type { CoursePoint, DeliveryServiceDefinition, LinkCount } from '#proto/delivery/v1/delivery.ts';
import type { EmailRow } from '../domain/email.ts';
import { EPOCH } from '../model.ts';
import type { PageModels } from './page-model.ts';

export type CampaignReport = Pick<Handlers<typeof DeliveryServiceDefinition>, 'listCampaignLinks' | 'getCampaignCourse'>;

export interface CampaignReportParts extends Pick<PageModels, 'progress'> {
  emails: Model<EmailRow>;
  clock: () => Date;
}

/** As many links and points one answer has. */
const MOST_LINKS = 1_000;
const MOST_POINTS = 5_000;
type Kind = 'sends' | 'deliveries' | 'opens' | 'clicks';

export function createCampaignReport({ emails, progress, clock }: CampaignReportParts): CampaignReport {
  const heavyReads = createHeavyReads();
  const keptLinks = createLongCounts<LinkCount[]>(clock);
  const keptCourses = createLongCounts<CoursePoint[]>(clock);

  const linksOf = (projectId: string, campaignId: string): Promise<LinkCount[]> =>
    emails.aggregate<LinkCount>([
      { $match: { projectId, campaignId, clickedAt: { $gt: EPOCH } } },
      { $unwind: '$links' },
      {
        $group: {
          _id: '$links.link',
          clicks: { $sum: '$links.clicks' },
          humanClicks: { $sum: '$links.humanClicks' },
          contacts: { $sum: 1 },
        },
      },
      { $sort: { clicks: -1, _id: 1 } },
      { $limit: MOST_LINKS },
      { $project: { _id: 0, target: '$_id', clicks: 1, humanClicks: 1, contacts: 1 } },
    ]);

  /** What each kind counts at which moment: rows by their times, slots by their notes. A row beats the page: what it was noted as goes. */
  async function courseOf(projectId: string, campaignId: string, unit: 'minute' | 'hour'): Promise<CoursePoint[]> {
    const timeOf = (date: unknown) => ({ $dateTrunc: { date, unit } });
    const one = (kind: Kind, at: string, count: unknown = 1) => ({
      $cond: [{ $gt: [`$${at}`, null] }, [{ kind, at: timeOf(`$${at}`), count }], []],
    });
    const notedAt = timeOf({ $ifNull: ['$notedAt', '$sentAt'] });
    const taken = (kind: Kind, when: unknown) => ({ $cond: [when, [{ kind, at: notedAt, count: -1 }], []] });
    const sum: PipelineStage[] = [
      { $unwind: '$moments' },
      { $group: { _id: { kind: '$moments.kind', at: '$moments.at' }, count: { $sum: '$moments.count' } } },
    ];
    const moments = [
      one('sends', 'sentAt'),
      one('deliveries', 'deliveredAt'),
      one('opens', 'openedAt'),
      one('clicks', 'clickedAt'),
      taken('sends', { $gt: ['$noted', null] }),
      taken('deliveries', { $eq: ['$noted', 'DELIVERED'] }),
    ];
    type Found = { _id: { kind: Kind; at: Date }; count: number };
    const plain = { $divide: [{ $binarySize: '$notes.plain' }, 2] };
    const [rows, notes] = await Promise.all([
      emails.aggregate<Found>([{ $match: { projectId, campaignId } }, { $project: { moments: { $concatArrays: moments } } }, ...sum]),
      progress.aggregate<Found>([
        { $match: { projectId, campaignId } },
        { $unwind: '$notes' },
        {
          $project: {
            moments: {
              $concatArrays: [
                one('sends', 'notes.at', plain),
                { $cond: ['$notes.delivered', [{ kind: 'deliveries', at: timeOf('$notes.at'), count: plain }], []] },
              ],
            },
          },
        },
        ...sum,
      ]),
    ]);
    const points = new Map<number, CoursePoint>();
    for (const {
      _id: { kind, at },
      count,
    } of [...rows, ...notes]) {
      const point = points.get(at.getTime()) ?? { at: at.toISOString(), sends: 0, deliveries: 0, opens: 0, clicks: 0 };
      point[kind] += count;
      points.set(at.getTime(), point);
    }
    return [...points]
      .toSorted(([a], [b]) => a - b)
      .map(([, point]) => point)
      .filter(({ sends, deliveries, opens, clicks }) => sends > 0 || deliveries > 0 || opens > 0 || clicks > 0);
  }

  return {
    async listCampaignLinks({ campaignId }, call) {
      const { projectId } = call;
      return {
        links: await heavyReads.run(call, () => keptLinks.ask(`${projectId} ${campaignId}`, () => linksOf(projectId, campaignId))),
      };
    },

    async getCampaignCourse({ campaignId, interval, startDate, endDate }, call) {
      const { projectId } = call;
      const unit = interval === 'hour' ? 'hour' : 'minute';
      const key = `${projectId} ${campaignId} ${unit}`;
      const course = await heavyReads.run(call, () => keptCourses.ask(key, () => courseOf(projectId, campaignId, unit)));
      const [start, end] = [startDate ? Date.parse(startDate) : -Infinity, endDate ? Date.parse(endDate) : Infinity];
      return { points: course.filter(({ at }) => Date.parse(at!) >= start && Date.parse(at!) <= end).slice(0, MOST_POINTS) };
    },
  };
}
