/**
 * Sending, beside what bounds it: rows of the ledger until their outcomes are written, unsigned and signed; and POST /v1/send to the sink.
 * BENCH_MAILS, BENCH_CONNECTIONS, BENCH_ROUNDS and BENCH_SECONDS set the size.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { factsDrained } from '#test/facts-drained.ts';
import { createFindings } from '#test/findings.ts';
import { median } from '#test/quantile.ts';
import { backlog } from './sending/backlog.ts';
import type { Backlog } from './sending/backlog.ts';
import { counting } from './sending/costs.ts';
import type { Costs } from './sending/costs.ts';
import { startBenchStack } from './sending/bench-stack.ts';
import { flatOut, promptness } from './sending/acceptance.ts';
import { poolRate } from './sending/pool.ts';
import { sourceRate, startPostfixSink } from './sending/postfix.ts';
import { signatureRate } from './sending/signatures.ts';

const size = (name: string, otherwise: number): number => Number(process.env[`BENCH_${name}`] ?? otherwise);
const [mails, connections, rounds, seconds] = [size('MAILS', 10_000), size('CONNECTIONS', 20), size('ROUNDS', 3), size('SECONDS', 8)];
const findings = createFindings({
  kind: 'bench',
  name: 'sending',
  title: 'Sending: the ledger to the MTA',
  about:
    `One process a service where nothing else is said, ${connections} connections; ${mails.toLocaleString('en')} mails a round, ` +
    `${rounds} rounds in turn, medians; rates over the middle 80 %.`,
});
const RATES =
  'Mails a second, from a row in the ledger to its outcome on disk: rows come due together and are claimed ahead, outcomes are ' +
  'written in ' +
  'batches, SMTP connections are kept; no rate limit; all mails have one text';

/** Rows that come due together, worked off. */
async function worked(rows: Backlog): Promise<number> {
  const due = new Date(Date.now() + 1_500 + mails / 3);
  await rows.fill(mails, due);
  await rows.drained(600_000);
  return await rows.pace();
}

function noteCosts({ cpu, writes }: Costs, what: string): void {
  const perThousand = Object.entries(cpu).map(([name, used]) => [name, (used * 1_000) / mails] as const);
  findings.row('CPU seconds for 1,000 mails: rows written beforehand included, facts acted on to the end', {
    what,
    ...Object.fromEntries(perThousand),
  });
  findings.note(
    `${what}: ${(writes.documents / mails).toFixed(2)} document writes a mail (the row and its contact among them), ` +
      `${(writes.journal / mails / 1_024).toFixed(1)} KB of journal, ${(writes.blocks / mails / 1_024).toFixed(1)} KB of blocks.`,
  );
}

const stack = await startBenchStack({ mode: 'each', connections });
try {
  const { own, mongo, prefix, first, port } = stack;
  const file = join(own.dir, 'message.txt');
  writeFileSync(file, first.raw.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
  const sink = await startPostfixSink(port);
  const [unsigned, signed] = [await backlog(mongo, prefix, first.id, 'news@unsigned.example'), await backlog(mongo, prefix, first.id)];
  findings.note(
    `a message has ${first.raw.length.toLocaleString('en')} bytes; ${connections} connections; ${mails.toLocaleString('en')} ` +
      `mails a round, ${rounds} rounds in turn; rates over the middle 80 %`,
  );

  const seen: Record<'source' | 'sessions' | 'pool' | 'unsigned' | 'bare' | 'signed', number>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const work = { port, connections, messages: mails };
    seen.push({
      source: await sourceRate({ ...work, kept: true, file }),
      sessions: await sourceRate({ ...work, kept: false, file }),
      pool: await poolRate({ ...work, raw: first.raw }),
      unsigned: await worked(unsigned),
      bare: await signatureRate(),
      signed: await worked(signed),
    });
  }
  const compare = (ours: 'unsigned' | 'signed', limit: 'source' | 'sessions' | 'pool' | 'bare', beside: string, goal?: number): void => {
    findings.compare(RATES, {
      what: ours === 'signed' ? 'ledger to end, DKIM RSA-2048' : 'ledger to end, unsigned',
      inFlight: connections,
      ours: { perSecond: median(seen.map((one) => one[ours])) },
      limits: [
        {
          beside,
          limit: { perSecond: median(seen.map((one) => one[limit])) },
          ratio: median(seen.map((one) => one[ours] / one[limit])),
        },
      ],
      goal,
    });
  };
  compare('unsigned', 'pool', 'nodemailer pool, ready-made messages', 2);
  compare('unsigned', 'source', '`smtp-source`, connections kept');
  compare('unsigned', 'sessions', '`smtp-source`, a session a message');
  compare('signed', 'bare', 'bare signatures of both cores', 0.6);
  compare('signed', 'pool', 'nodemailer pool, ready-made, unsigned');

  for (const [what, rows] of Object.entries({ unsigned, 'DKIM RSA-2048': signed })) {
    const count = await counting(stack.processes({ sink: [sink.pid] }), mongo);
    await worked(rows);
    await factsDrained({ mongoUri: own.env['MONGODB_URI']!, prefix, natsUrl: own.env['NATS_URL']!, within: 600_000 });
    noteCosts(await count(), what);
  }
  await sink.stop();
} finally {
  await stack.stop();
}
for (const mode of ['one', 'each'] as const) {
  const fresh = await startBenchStack({ mode, connections });
  try {
    await promptness(fresh, { rounds, seconds }, findings);
    await flatOut(fresh, { rounds, seconds }, findings);
  } finally {
    await fresh.stop();
  }
}
findings.close();
process.exit();
