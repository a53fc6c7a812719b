/**
 * Sending, beside what bounds it: rows of the ledger to their end marks, unsigned and signed; and POST /v1/send to the sink.
 * BENCH_MAILS, BENCH_CONNECTIONS, BENCH_ROUNDS and BENCH_SECONDS set the size.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Figures } from '#test/figures.ts';
import { backlog } from './sending/backlog.ts';
import type { Backlog } from './sending/backlog.ts';
import { counting } from './sending/costs.ts';
import type { Costs } from './sending/costs.ts';
import { openHouse } from './sending/house.ts';
import { flatOut, promptness } from './sending/acceptance.ts';
import { poolRate } from './sending/pool.ts';
import { sourceRate, startPostfixSink } from './sending/postfix.ts';
import { signatureRate } from './sending/signatures.ts';

const size = (name: string, otherwise: number): number => Number(process.env[`BENCH_${name}`] ?? otherwise);
const [mails, connections, rounds, seconds] = [size('MAILS', 10_000), size('CONNECTIONS', 20), size('ROUNDS', 3), size('SECONDS', 8)];
const figures = new Figures();
const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** Rows that come due together, worked off. */
async function worked(rows: Backlog): Promise<number> {
  const due = new Date(Date.now() + 1_500 + mails / 3);
  await rows.fill(mails, due);
  await rows.drained(600_000);
  return await rows.pace();
}

function tell(costs: Costs, what: string): void {
  const cpu = Object.entries(costs.cpu).map(([name, used]) => `${name} ${((used * 1_000) / mails).toFixed(2)}`).join(', ');
  const { documents, journal, blocks } = costs.writes;
  figures.note(`${what}: CPU seconds per 1,000 mails, rows written beforehand included: ${cpu}`);
  figures.note(`${what}: ${(documents / mails).toFixed(2)} document writes a mail (the row and its contact among them), ${(journal / mails / 1_024).toFixed(1)} KB of journal, ${(blocks / mails / 1_024).toFixed(1)} KB of blocks`);
}

const house = await openHouse({ mode: 'each', connections });
try {
  const { own, mongo, prefix, first, port } = house;
  const file = join(own.dir, 'message.txt');
  writeFileSync(file, first.raw.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
  const sink = await startPostfixSink(port);
  const [unsigned, signed] = [await backlog(mongo, prefix, first.id, 'news@unsigned.example'), await backlog(mongo, prefix, first.id)];
  figures.note(`a message has ${first.raw.length.toLocaleString('en')} bytes; ${connections} connections; ${mails.toLocaleString('en')} mails a round, ${rounds} rounds in turn; rates over the middle 80 %`);

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
  const beside = (ours: 'unsigned' | 'signed', limit: 'source' | 'sessions' | 'pool' | 'bare') => ({
    ours: { perSecond: median(seen.map((one) => one[ours])) },
    limit: { perSecond: median(seen.map((one) => one[limit])) },
    ratio: median(seen.map((one) => one[ours] / one[limit])),
  });
  figures.add(connections, { name: 'ledger to end marks, unsigned', ...beside('unsigned', 'pool'), beside: 'nodemailer pool, ready-made messages', goal: 2 });
  figures.add(connections, { name: 'ledger to end marks, unsigned', ...beside('unsigned', 'source'), beside: 'smtp-source, connections kept' });
  figures.add(connections, { name: 'ledger to end marks, unsigned', ...beside('unsigned', 'sessions'), beside: 'smtp-source, a session a message' });
  figures.add(connections, { name: 'ledger to end marks, DKIM RSA-2048', ...beside('signed', 'bare'), beside: 'bare RSA-2048 signatures', goal: 0.6 });
  figures.add(connections, { name: 'ledger to end marks, DKIM RSA-2048', ...beside('signed', 'pool'), beside: 'nodemailer pool, ready-made, unsigned' });

  for (const [what, rows] of Object.entries({ unsigned, 'DKIM RSA-2048': signed })) {
    const count = await counting(house.processes({ sink: [sink.pid] }), mongo);
    await worked(rows);
    tell(await count(), what);
  }
  await sink.stop();
  await promptness(house, seconds, figures);
  await flatOut(house, seconds, figures);
} finally {
  await house.stop();
}
process.exit(figures.print() > 0 ? 1 : 0);
