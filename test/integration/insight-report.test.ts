/**
 * What became of mail, against a naive recount of random histories: deliverability, links and course of a campaign, the best campaigns.
 * Mails with rows of their own and mails of frozen pages, reports that come late, twice or across midnights, deletions, resets.
 */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import mongoose from 'mongoose';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readConfig } from '#kit/config/config.ts';
import { ownCall } from '#kit/contract/call.ts';
import { createBlobs } from '#kit/store/blob-store.ts';
import { collectionOf } from '#kit/store/bulk-write.ts';
import { buildIndexes } from '#kit/store/schema.ts';
import { createLog } from '#kit/telemetry/log.ts';
import { createMetrics } from '#kit/telemetry/metrics.ts';
import { DAY_MS } from '#kit/time-window.ts';
import { countsOf } from '#services/campaigns/domain/stats.ts';
import { createInsight } from '#services/campaigns/insight.ts';
import { campaignModel } from '#services/campaigns/model.ts';
import { createDeliveryActivities } from '#services/delivery/activities.ts';
import { createCampaignReport } from '#services/delivery/campaign-sends/campaign-report.ts';
import { createCampaignSendGate } from '#services/delivery/campaign-sends/campaign-sends.ts';
import { createEarlyRows } from '#services/delivery/campaign-sends/early-rows.ts';
import { createCounter } from '#services/delivery/campaign-sends/counts.ts';
import { UNTOUCHED } from '#services/delivery/campaign-sends/page-model.ts';
import { packSlots } from '#services/delivery/campaign-sends/slots.ts';
import { createEngagementRecorder } from '#services/delivery/feedback/engagement.ts';
import { createNoticeRecorder } from '#services/delivery/feedback/notices.ts';
import { createReportHandlers } from '#services/delivery/feedback/report-handlers.ts';
import { createLedger } from '#services/delivery/ledger/ledger.ts';
import { deliveryModels } from '#services/delivery/model.ts';
import { frozenPage } from '#test/frozen-page.ts';
import { row as rowOf } from '../unit/delivery/row.ts';

const test = suite('insight report');
const [MINUTE_MS, HOUR_MS] = [60_000, 3_600_000];
/** Figures of days long gone may be so old. */
const STALE_MS = 6 * HOUR_MS + 1;
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0';
const SCANNER = 'curl/8.5.0';
const LINKS = ['https://example.com/a', 'https://example.com/b', 'https://example.com/c'];
const DOMAINS = ['a.example', 'b.example', 'c.example'];
/** What receiving servers say, and the class that it is. */
const WORDS = [
  ['550 5.1.1 no such user', 'address'],
  ['552-5.2.2 the mailbox is full', 'mailbox'],
  ['550 5.7.1 192.0.2.1 is on a list', 'policy'],
  ['no', 'other'],
] as const;

const connection = await mongoose.createConnection(process.env['MONGODB_URI']!, { w: 'majority' }).asPromise();
const own = connection.useDb(`insight-${randomUUID()}`);
/** Receipts of notices go by the database's clock: the history begins today and goes on into the days to come. */
const BEGIN = Math.floor(Date.now() / DAY_MS) * DAY_MS + 23 * HOUR_MS + 50 * MINUTE_MS;
let now = BEGIN;
const clock = () => new Date(now);
const [models, campaigns, log] = [deliveryModels(own), campaignModel(own), createLog('silent')];
const blobs = await createBlobs(own, clock, null);
const common = { models, blobs, processId: 'test', id: () => randomUUID(), clock, metrics: createMetrics(), log, hint: () => undefined };
const ledger = createLedger({ ...common, sending: readConfig({ JWT_SECRET: 'x'.repeat(32) }).sending });
const gate = createCampaignSendGate({ ...models, ...common, ...ledger, mongo: own, spool: null });
const { deliverability } = ledger.withCampaigns({ ...gate, contacts: { findMany: async () => ({ contacts: [] }) } });
const { pages, progress, pageMails, store, ids } = gate;
const parts = { ...common, slots: pageMails, model: models.emails, countTransition: ledger.countTransition };
const record = createEngagementRecorder(parts);
const notices = createNoticeRecorder({ ...parts, keys: models.notices, inboundMail: async () => [], retentionMs: 7 * DAY_MS });
const { recordNotices } = createReportHandlers({ notices, readMail: async () => [] });
const report = createCampaignReport({ emails: models.emails, progress, clock });
const counter = createCounter({ emails: models.emails, progress, sends: store, clock });
const { purgeProject } = createDeliveryActivities(models, [store.purge], blobs);
const { topCampaigns } = createInsight(campaigns);
await buildIndexes([...Object.values(models), ...gate.models, campaigns]);

interface Mail {
  id: string;
  campaignId: string | null;
  domain: string;
  madeAt: number;
  sentAt: number | null;
  deliveredAt: number | null;
  /** Nobody has confirmed the delivery. */
  assumed: boolean;
  tries: number;
  waits: boolean;
  openedAt: number | null;
  clickedAt: number | null;
  humanOpens: number;
  humanClicks: number;
  links: Map<string, { clicks: number; humanClicks: number }>;
  lastClick: { link: string; at: number } | null;
  bounced: string | null;
  complained: boolean;
}
interface Page {
  id: string;
  mails: Mail[];
  noted: number;
}

const NOTHING = { sentAt: null, deliveredAt: null, openedAt: null, clickedAt: null, humanOpens: 0, humanClicks: 0, lastClick: null };
const mailOf = (id: string, campaignId: string | null, domain: string): Mail => ({
  ...NOTHING,
  id,
  campaignId,
  domain,
  madeAt: now,
  assumed: false,
  tries: 0,
  waits: false,
  links: new Map(),
  bounced: null,
  complained: false,
});
const sorted = <T>(all: readonly T[], by: (one: T) => string): T[] => all.toSorted((a, b) => (by(a) < by(b) ? -1 : 1));
const floor = (at: number, unit: number): number => Math.floor(at / unit) * unit;

let serial = 0;
/** One project and what has happened there. */
function world() {
  const projectId = randomUUID();
  const call = () => ({ ...ownCall('test', projectId), now: clock() });
  let mails: Mail[] = [];
  let sends: Page[] = [];
  const listed = new Set<string>();

  async function campaign(): Promise<string> {
    const _id = randomUUID();
    const document = { _id, projectId, status: 'SENT', sentAt: clock(), subject: 'S', createdAt: clock(), updatedAt: clock() };
    await campaigns.collection.insertOne(document as never);
    await store.open({ projectId, campaignId: _id, run: 'r', content: {} as never, filter: null, number: null, now: clock() });
    listed.add(_id);
    return _id;
  }

  /** Claims rows and writes down what became of them. */
  async function attempt(
    some: readonly Mail[],
    outcome: 'delivered' | 'accepted' | 'later' | 'refused' | 'stopped',
    n: number,
  ): Promise<void> {
    const claimed = await ledger.rows.claim(
      some.map(({ id }) => id),
      clock(),
      new Date(now + MINUTE_MS),
    );
    assert.is(claimed.length, some.length);
    const words = WORDS[n % WORDS.length]!;
    const became = {
      delivered: { kind: 'accepted', reply: '250 ok', delivered: true },
      accepted: { kind: 'accepted', reply: '250 ok', delivered: false },
      later: { kind: 'refused', refusal: { code: 450, text: '450 4.2.1 later', stage: 'recipient' } },
      refused: { kind: 'refused', refusal: { code: 550, text: words[0], stage: 'recipient' } },
      stopped: { kind: 'stopped', reason: 'never' },
    } as const;
    await Promise.all(claimed.map((row) => ledger.outcomes.record({ row, outcome: became[outcome] })));
    for (const mail of some) {
      mail.tries += 1;
      mail.waits = outcome === 'later';
      if (outcome === 'delivered' || outcome === 'accepted') mail.sentAt = now;
      if (outcome === 'delivered') [mail.deliveredAt, mail.assumed] = [now, true];
      if (outcome === 'refused') mail.bounced = words[1];
    }
  }

  return {
    async rows(outcome: Parameters<typeof attempt>[1], count: number, ofCampaign: boolean, n: number): Promise<void> {
      const campaignId = ofCampaign ? await campaign() : null;
      const made = Array.from({ length: count }, (_, index) => mailOf(randomUUID(), campaignId, DOMAINS[(n + index) % 3]!));
      await models.emails.collection.insertMany(
        made.map(({ id, domain }, index) => ({
          ...rowOf({ _id: id, projectId, status: 'PENDING', attempt: 0, campaignId, createdAt: clock(), updatedAt: clock() }),
          // Addresses keep the case they came in.
          to: `p${index}@${index % 2 ? domain : domain.toUpperCase()}`,
          sourceType: campaignId ? 'CAMPAIGN' : 'TRANSACTIONAL',
          trace: [{ at: clock(), to: 'PENDING', by: 'test' }],
          dueAt: clock(),
        })) as never,
      );
      mails.push(...made);
      await attempt(made, outcome, n);
    },

    async again(outcome: 'delivered' | 'refused', n: number): Promise<void> {
      now += 10 * MINUTE_MS;
      await attempt(
        mails.filter(({ waits }) => waits),
        outcome,
        n,
      );
    },

    async freeze(size: number, n: number): Promise<void> {
      const [campaignId, number] = [await campaign(), (serial += 1)];
      const slots = Array.from({ length: size }, (_, slot) => ({ to: `s${slot}@${DOMAINS[(n + slot) % 3]!}`, values: [] }));
      const page = frozenPage({ projectId, campaignId, number, mails: slots, frozenAt: clock() });
      await collectionOf(pages).insertOne(page);
      const { _id } = page;
      await collectionOf(progress).insertOne({ _id, projectId, campaignId, n: 0, size, owner: null, ...UNTOUCHED, notes: [] });
      const emailIds = (await ids()).ofPage(number, 0, size);
      const made = slots.map(({ to }, slot) => mailOf(emailIds[slot]!, campaignId, to.split('@')[1]!));
      mails.push(...made);
      sends.push({ id: _id, mails: made, noted: 0 });
    },

    /** The next slot of a page is being handed over, and somebody reports that it has arrived. */
    async claim(which: number, at: number): Promise<void> {
      const { id, mails: all, noted } = sends[which]!;
      await progress.collection.updateOne({ _id: id } as never, { $inc: { horizon: 1, doubtful: 1 } });
      const notice = { key: randomUUID(), type: 'delivery', emailId: all[noted]!.id, at: new Date(at).toISOString() };
      await recordNotices({ notices: [notice] } as never, call());
      Object.assign(all[noted]!, { sentAt: at, deliveredAt: at });
    },

    /** The next slots of a page are accepted. */
    async note(which: number, count: number, delivered: boolean): Promise<void> {
      const open = sends.filter((page) => page.noted < page.mails.length);
      const page = open[which % open.length];
      if (!page) return;
      const slots = Array.from({ length: Math.min(count, page.mails.length - page.noted) }, (_, index) => page.noted + index);
      const note = { id: randomUUID(), at: clock(), from: clock(), by: 'test', delivered, plain: packSlots(slots), odd: packSlots([]) };
      const early = slots.filter((slot) => page.mails[slot]!.sentAt !== null);
      const ended = { ended: slots.length, sent: slots.length, delivered: delivered ? slots.length : 0 };
      const moved = { horizon: slots.length - early.length, doubtful: -early.length };
      await progress.collection.updateOne(
        { _id: page.id } as never,
        { $inc: { ...ended, ...moved }, $push: { notes: { ...note, replies: '250 ok' } } } as never,
      );
      page.noted += slots.length;
      const opened = await pageMails.page(projectId, page.id);
      await createEarlyRows(models.emails, clock).complete([{ opened: opened!, note: { ...note, replies: '250 ok' } }]);
      for (const slot of slots.filter((one) => !early.includes(one)))
        Object.assign(page.mails[slot]!, { sentAt: now, ...(delivered ? { deliveredAt: now, assumed: true } : {}) });
    },

    async visit(which: number, kind: 'open' | 'click', human: boolean, waitMs: number): Promise<void> {
      const sent = mails.filter(({ sentAt }) => sentAt !== null);
      const mail = sent[which % sent.length];
      if (!mail) return;
      now += waitMs;
      const link = kind === 'click' ? LINKS[which % LINKS.length]! : null;
      await record({ projectId, emailId: mail.id, kind, at: clock(), link, userAgent: human ? BROWSER : SCANNER, purpose: '' });
      const soon = now - mail.sentAt! < 2_000;
      const burst = link !== null && mail.lastClick !== null && mail.lastClick.link !== link && mail.lastClick.at > now - 1_000;
      const byHuman = Number(human && !soon && !burst);
      if (link === null) {
        mail.openedAt ??= now;
        mail.humanOpens += byHuman;
        return;
      }
      mail.clickedAt ??= now;
      mail.humanClicks += byHuman;
      mail.lastClick = { link, at: now };
      const counts = mail.links.get(link) ?? { clicks: 0, humanClicks: 0 };
      mail.links.set(link, { clicks: counts.clicks + 1, humanClicks: counts.humanClicks + byHuman });
    },

    /** What a provider reports, of some time ago, and once more. */
    async notice(which: number, type: 'delivery' | 'Permanent' | 'Transient' | 'complaint', lateMs: number, times: number): Promise<void> {
      const sent = mails.filter(({ sentAt }) => sentAt !== null);
      const mail = sent[which % sent.length];
      if (!mail) return;
      const moved = mail.openedAt !== null || mail.clickedAt !== null || mail.bounced !== null || mail.complained;
      if (type === 'delivery' && moved) return;
      const at = Math.max(now - lateMs, mail.sentAt!);
      const words = WORDS[which % WORDS.length]!;
      const kind = type === 'Permanent' || type === 'Transient' ? 'bounce' : type;
      const notice = { key: randomUUID(), type: kind, emailId: mail.id, at: new Date(at).toISOString() };
      const bounce = kind === 'bounce' ? { bounceType: type, diagnostic: words[0] } : {};
      for (let time = 0; time < times; time += 1) await recordNotices({ notices: [{ ...notice, ...bounce }] } as never, call());
      if (type === 'complaint') mail.complained = true;
      if (type === 'delivery' && (mail.deliveredAt === null || mail.assumed)) [mail.deliveredAt, mail.assumed] = [at, false];
      if (type === 'Permanent') {
        mail.bounced = words[1];
        if (mail.assumed) mail.deliveredAt = null;
      }
    },

    /** Its mails stay. */
    async remove(which: number): Promise<void> {
      const id = [...listed][which % Math.max(1, listed.size)];
      if (!id) return;
      await campaigns.collection.deleteOne({ _id: id } as never);
      listed.delete(id);
    },

    async reset(): Promise<void> {
      await purgeProject({ projectId, until: clock() });
      await campaigns.collection.deleteMany({ projectId });
      mails = [];
      sends = [];
      listed.clear();
      now += 1;
    },

    async compare(): Promise<void> {
      now += STALE_MS;
      for (const days of [89, 3]) {
        const start = floor(now - days * DAY_MS, DAY_MS);
        const expected = [
          ...Map.groupBy(
            mails.filter(({ madeAt }) => madeAt >= start),
            ({ domain }) => domain,
          ),
        ].map(([domain, some]) => ({
          domain,
          sent: some.filter(({ sentAt }) => sentAt !== null).length,
          delivered: some.filter(({ deliveredAt }) => deliveredAt !== null).length,
          bounced: Object.fromEntries(
            sorted(
              [
                ...Map.groupBy(
                  some.flatMap(({ bounced }) => bounced ?? []),
                  (reason) => reason,
                ),
              ].map(([reason, all]) => [reason, all.length] as const),
              ([reason]) => reason,
            ),
          ),
          deferred: some.filter(({ tries, waits }) => tries > 1 || waits).length,
          complaints: some.filter(({ complained }) => complained).length,
        }));
        const found = await deliverability.list(projectId, { limit: 100, startDate: new Date(start).toISOString() });
        assert.equal(
          sorted(found, ({ domain }) => domain!).map(({ bounced, ...of }) => ({
            ...of,
            bounced: Object.fromEntries(sorted(Object.entries(bounced ?? {}), ([reason]) => reason)),
          })),
          sorted(
            expected.filter(({ sent, deferred, bounced }) => sent > 0 || deferred > 0 || Object.keys(bounced).length > 0),
            ({ domain }) => domain,
          ),
          `deliverability of ${days} days`,
        );
      }

      for (const campaignId of listed) {
        const some = mails.filter((mail) => mail.campaignId === campaignId);
        const links = LINKS.flatMap((target) => {
          const followed = some.flatMap((mail) => mail.links.get(target) ?? []);
          const total = (key: 'clicks' | 'humanClicks') => followed.reduce((sum, of) => sum + of[key], 0);
          return followed.length === 0
            ? []
            : [{ target, clicks: total('clicks'), humanClicks: total('humanClicks'), contacts: followed.length }];
        });
        const { links: found } = await report.listCampaignLinks({ campaignId }, call());
        assert.equal(
          found,
          links.toSorted((a, b) => b.clicks - a.clicks || (a.target < b.target ? -1 : 1)),
          'links',
        );
        for (const [interval, unit] of [
          ['minute', MINUTE_MS],
          ['hour', HOUR_MS],
        ] as const) {
          const points = new Map<number, Record<string, number>>();
          const add = (kind: string, at: number | null): void => {
            if (at === null) return;
            const point = points.get(floor(at, unit)) ?? { sends: 0, deliveries: 0, opens: 0, clicks: 0 };
            points.set(floor(at, unit), { ...point, [kind]: point[kind]! + 1 });
          };
          for (const mail of some) {
            add('sends', mail.sentAt);
            add('deliveries', mail.deliveredAt);
            add('opens', mail.openedAt);
            add('clicks', mail.clickedAt);
          }
          const course = await report.getCampaignCourse({ campaignId, interval } as never, call());
          assert.equal(
            course.points,
            [...points].toSorted(([a], [b]) => a - b).map(([at, of]) => ({ at: new Date(at).toISOString(), ...of })),
            `course by ${interval}`,
          );
        }
      }

      const wanted = [...listed];
      const counts = await counter.of(projectId, wanted, false);
      for (const [index, _id] of wanted.entries())
        await campaigns.collection.updateOne({ _id } as never, { $set: { counts: countsOf(counts[index]!) } });
      const { campaigns: top } = await topCampaigns({ limit: 50 } as never, call());
      const best = top.map(({ id, sentCount, openedCount, clickedCount, humanOpens, humanClicks }) => ({
        id,
        sentCount,
        openedCount,
        clickedCount,
        humanOpens,
        humanClicks,
      }));
      const isRecent = (id: string): boolean => mails.find(({ campaignId }) => campaignId === id)!.madeAt >= now - 30 * DAY_MS;
      const expected = wanted.filter(isRecent).map((id) => {
        const of = (which: (mail: Mail) => unknown) => mails.filter((mail) => mail.campaignId === id && which(mail)).length;
        return {
          id,
          sentCount: of(({ sentAt }) => sentAt),
          openedCount: of(({ openedAt }) => openedAt),
          clickedCount: of(({ clickedAt }) => clickedAt),
          humanOpens: of(({ humanOpens }) => humanOpens),
          humanClicks: of(({ humanClicks }) => humanClicks),
        };
      });
      assert.equal(
        sorted(best, ({ id }) => id),
        sorted(expected, ({ id }) => id),
        'best campaigns',
      );
      const rank = best.map(({ openedCount, sentCount }) => openedCount * 1_000 + sentCount);
      assert.equal(
        rank,
        rank.toSorted((a, b) => b - a),
        'their order',
      );
    },
  };
}

const which = fc.nat(500);
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('rows' as const),
      outcome: fc.constantFrom('delivered' as const, 'accepted' as const, 'later' as const, 'refused' as const, 'stopped' as const),
      count: fc.integer({ min: 1, max: 4 }),
      ofCampaign: fc.boolean(),
      which,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('again' as const),
      outcome: fc.constantFrom('delivered' as const, 'refused' as const),
      which,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('freeze' as const), size: fc.integer({ min: 1, max: 6 }), which }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('note' as const), count: fc.integer({ min: 1, max: 4 }), delivered: fc.boolean(), which }),
  },
  {
    weight: 7,
    arbitrary: fc.record({
      kind: fc.constant('visit' as const),
      of: fc.constantFrom('open' as const, 'click' as const, 'click' as const),
      human: fc.boolean(),
      waitMs: fc.constantFrom(10, 1_500, 5_000, 7 * MINUTE_MS),
      which,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('notice' as const),
      type: fc.constantFrom('delivery' as const, 'Permanent' as const, 'Transient' as const, 'complaint' as const),
      lateMs: fc.constantFrom(0, 40_000, 2 * HOUR_MS, 3 * DAY_MS),
      times: fc.integer({ min: 1, max: 2 }),
      which,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('pass' as const), ms: fc.constantFrom(20_000, 11 * MINUTE_MS, 7 * HOUR_MS, 2 * DAY_MS) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reset' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('compare' as const) }) },
);

test('what became of mail equals a naive recount, whatever comes late, twice, across midnight, or is deleted', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 40 }), async (steps) => {
      now = BEGIN;
      const { rows, again, freeze, note, visit, notice, remove, reset, compare } = world();
      for (const one of steps) {
        if (one.kind === 'rows') await rows(one.outcome, one.count, one.ofCampaign, one.which);
        else if (one.kind === 'again') await again(one.outcome, one.which);
        else if (one.kind === 'freeze') await freeze(one.size, one.which);
        else if (one.kind === 'note') await note(one.which, one.count, one.delivered);
        else if (one.kind === 'visit') await visit(one.which, one.of, one.human, one.waitMs);
        else if (one.kind === 'notice') await notice(one.which, one.type, one.lateMs, one.times);
        else if (one.kind === 'pass') now += one.ms;
        else if (one.kind === 'remove') await remove(one.which);
        else if (one.kind === 'reset') await reset();
        else await compare();
      }
      await compare();
    }),
    { seed: 20_261_122, numRuns: 8, endOnFailure: true },
  );
});

test('a mail that was reported on before its acceptance was written down is in the course once, when it was sent', async () => {
  now = floor(BEGIN, HOUR_MS) + 59 * MINUTE_MS + 59_000;
  const { freeze, claim, note, compare } = world();
  await freeze(2, 0);
  const sentAt = now;
  await claim(0, sentAt);
  now += 2_000;
  await note(0, 1, true);
  await note(0, 1, true);
  await compare();
});

test.after(async () => {
  await own.dropDatabase();
  await connection.close();
});

test.run();
