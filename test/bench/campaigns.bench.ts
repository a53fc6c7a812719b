/**
 * A campaign from its send to SENT, with the whole ledger: all services in one process and one each, unsigned and signed, beside smtp-source
 * and bare RSA signatures in the same run; then two campaigns at once beside transactional mail.
 * BENCH_RECIPIENTS (100,000), BENCH_CONNECTIONS (20), BENCH_SHARED (recipients of the two, a fifth), BENCH_MODES (one,each) and
 * BENCH_KINDS (unsigned,signed) set the size.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Mode } from '#local/services.ts';
import { Figures } from '#test/figures.ts';
import { senderWith } from './campaigns/people.ts';
import { runner } from './campaigns/run.ts';
import type { Run } from './campaigns/run.ts';
import { sharing } from './campaigns/sharing.ts';
import { openHouse } from './sending/house.ts';
import { sourceRate, startPostfixSink } from './sending/postfix.ts';
import { signatureRate } from './sending/signatures.ts';

const size = (name: string, otherwise: number): number => Number(process.env[`BENCH_${name}`] ?? otherwise);
const recipients = size('RECIPIENTS', 100_000);
const [connections, shared] = [size('CONNECTIONS', 20), size('SHARED', Math.ceil(recipients / 5))];
const modes = (process.env['BENCH_MODES'] ?? 'one,each').split(',') as Mode[];
const kinds = (process.env['BENCH_KINDS'] ?? 'unsigned,signed').split(',');
/** What it is called, and the sender, whose domain has a key or none. */
const KINDS: [string, string | undefined, string][] = [['unsigned', 'news@unsigned.example', 'unsigned'], ['DKIM RSA-2048', undefined, 'signed']];
const CPU_GOAL = 0.25;
const MEMORY_GOAL = 500;
const figures = new Figures();
const show = (count: number): string => count.toLocaleString('en');

function tell(what: string, { frozen, sent, costs, peak, rest, events, bytes }: Run): void {
  const perThousand = (used: number): number => (used * 1_000) / recipients;
  const { sink: _sink, ...ours } = costs.cpu;
  const cpu = Object.entries(costs.cpu).map(([name, used]) => `${name} ${perThousand(used).toFixed(3)}`).join(', ');
  figures.note(`${what}: SENT after ${sent.toFixed(1)} s, of which ${frozen.toFixed(1)} s to freeze; ${show(Math.round(recipients / Math.max(sent - frozen, 0.1)))}/s behind the freezing`);
  figures.goal(`${what}: ${perThousand(Object.values(ours).reduce((sum, used) => sum + used, 0)).toFixed(3)} CPU s per 1,000 mails (${cpu})`, `≤ ${CPU_GOAL} without the sink`, perThousand(Object.values(ours).reduce((sum, used) => sum + used, 0)) <= CPU_GOAL);
  figures.goal(`${what}: services had at most ${Math.round(peak)} MB, ${Math.round(rest)} MB before`, `≤ ${MEMORY_GOAL} MB`, peak <= MEMORY_GOAL);
  figures.note(`${what}: ${((events * 1_000) / recipients).toFixed(1)} history events per 1,000 recipients; a recipient has ${Math.round(bytes.data / recipients)} bytes in the ledger, ${Math.round(bytes.disk / recipients)} on disk with indexes`);
}

for (const mode of modes) {
  const house = await openHouse({ mode, connections, env: { IMPORT_MAX_SIZE_MB: '2000' } });
  try {
    const how = mode === 'one' ? 'one process' : 'one each';
    const sender = await senderWith(house.services.url, recipients);
    const sink = await startPostfixSink(house.port);
    const temporal = house.own.stack.servers.temporal!.pid;
    const contacts: Record<string, number[]> = mode === 'each' ? { contacts: [house.services.processes['contacts']!.pid], campaigns: [house.services.processes['campaigns']!.pid] } : {};
    const run = runner(house, { temporal: [temporal], ...contacts, sink: [sink.pid] });
    const file = join(house.own.dir, 'message.txt');
    writeFileSync(file, house.first.raw.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
    const source = () => sourceRate({ port: house.port, connections, messages: Math.min(recipients, 50_000), kept: true, file });

    for (const [kind, from] of KINDS.filter(([, , name]) => kinds.includes(name))) {
      const before = await (from ? source() : signatureRate());
      const made = await run(sender, await sender.campaign(), from);
      const limit = (before + (await (from ? source() : signatureRate()))) / 2;
      const ours = recipients / made.sent;
      figures.add(connections, { name: `campaign, ${how}, ${kind}`, ours: { perSecond: ours }, limit: { perSecond: limit }, ratio: ours / limit, beside: from ? 'smtp-source, connections kept' : 'bare RSA-2048 signatures', goal: 0.5 });
      tell(`${how}, ${kind}`, made);
    }
    const { share, p50, p99, transactional } = await sharing(house, shared);
    figures.goal(`${how}: two campaigns of ${show(shared)} at once: the slower one had ${(share * 100).toFixed(0)} % of an equal share`, '≥ 80 %', share >= 0.8);
    figures.goal(`${how}: meanwhile ${show(transactional)} transactional mails left after p50 ${p50} ms, p99 ${p99} ms`, '< 1,000 ms', p99 < 1_000);
    await sink.stop();
  } finally {
    await house.stop();
  }
}
process.exit(figures.print() > 0 ? 1 : 0);
