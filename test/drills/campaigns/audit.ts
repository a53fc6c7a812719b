/** A campaign that has ended, held against the sink's own record, the timeline and every count of it. */
import type { Findings } from '#test/findings.ts';
import { wrongSentEvents } from '#test/sent-events.ts';
import { isRefused } from './setup.ts';
import type { Setup } from './setup.ts';

interface Row {
  _id: string;
  to: string;
  status: string;
  sentAt: string | null;
}

const SHOWN = 20;

export interface Expected {
  campaignId: string;
  recipients: number;
  /** Ids of rows whose outcome may be unknown; any without it. */
  inFlight?: ReadonlySet<string>;
  /** Place in the sink's record at which the campaign began. */
  from: number;
}

/** Every recipient as the API tells it, whatever the ledger keeps of it. */
async function recipientsOf({ asked }: Setup, campaignId: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    const { data, totalPages } = await asked('GET', `/campaigns/${campaignId}/recipients?page=${page}&pageSize=100`);
    for (const { emailId, email, status, sentAt } of data) rows.push({ _id: emailId, to: email, status, sentAt });
    if (page >= totalPages) return rows;
  }
}

/** Answers how many mails are of unknown outcome. */
export async function audit(setup: Setup, findings: Findings, expected: Expected): Promise<{ unknown: number }> {
  const { campaignId, recipients, inFlight, from } = expected;
  const { mongo, prefix, projectId, sink, asked } = setup;
  const rows = await recipientsOf(setup, campaignId);
  const arrived = Map.groupBy(sink.taken.slice(from), ({ to }) => to);
  const own = new Set(rows.map(({ to }) => to));
  const unknown = rows.filter(({ status }) => status === 'UNKNOWN');
  const missing = rows.filter(({ to }) => !arrived.has(to));
  const refused = missing.filter(({ to, status }) => isRefused(to) && status !== 'UNKNOWN');
  const lost = missing.filter(({ to, status }) => !isRefused(to) && status !== 'UNKNOWN');
  const sent = rows.filter(({ sentAt }) => sentAt).length;
  findings.row('The campaign', {
    recipients,
    rows: rows.length,
    'did not arrive': missing.length,
    unknown: unknown.length,
    'unknown and arrived': unknown.length - missing.length + lost.length + refused.length,
    refused: refused.length,
    'in flight at the kills': inFlight?.size ?? null,
    lost: lost.length,
    repeated: [...arrived.values()].filter(({ length }) => length > 1).length,
  });
  for (const { to, status } of lost.slice(0, SHOWN)) console.log(`    did not arrive: ${to}, ${status}`);

  findings.expect('mails that neither arrived nor are UNKNOWN', lost.length, 0);
  findings.expect('mails that the sink refused, and are not FAILED', refused.filter(({ status }) => status !== 'FAILED').length, 0);
  findings.expect('recipients with more than one mail', [...arrived.values()].filter(({ length }) => length > 1).length, 0);
  findings.expect('mails to strangers', [...arrived.keys()].filter((to) => !own.has(to)).length, 0);
  if (inFlight)
    findings.expect('UNKNOWN rows that no killed process had in flight', unknown.filter(({ _id }) => !inFlight.has(_id)).length, 0);
  findings.expect('rows, and addresses among them', [rows.length, own.size], [recipients, recipients]);
  const progress = await asked('GET', `/campaigns/${campaignId}/progress`);
  const { totalRecipients, sentCount } = await asked('GET', `/campaigns/${campaignId}`);
  const stats = await asked('GET', `/campaigns/${campaignId}/stats`);
  findings.expect(
    'frozen = terminal rows = totalRecipients; none open',
    [
      progress.frozen,
      progress.sent + progress.failed + progress.suppressed + progress.unknown,
      totalRecipients,
      progress.pending + progress.sending,
    ],
    [recipients, recipients, recipients, 0],
  );
  findings.expect('sent by rows, progress, counters, stats', [sent, progress.sent, sentCount, stats.sentCount], [sent, sent, sent, sent]);
  findings.expect('unknown by progress', progress.unknown, unknown.length);
  const wrong = await wrongSentEvents(mongo, prefix, { projectId, campaignId }, { mails: rows });
  for (const line of wrong.slice(0, SHOWN)) console.log(`    ${line}`);
  findings.expect('mails of which the timeline has not what the ledger has', wrong.length, 0);
  return { unknown: unknown.length };
}
