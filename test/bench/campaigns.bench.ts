/**
 * A campaign from its send to SENT, with the whole ledger: all services in one process and one each, unsigned and signed, beside
 * smtp-source and bare RSA signatures in the same run; then two campaigns at once beside transactional mail.
 * BENCH_RECIPIENTS (100,000), BENCH_CONNECTIONS (20), BENCH_SHARED (recipients of the two, a fifth), BENCH_MODES (one,each) and
 * BENCH_KINDS (unsigned,signed) set the size.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Mode } from '#local/services.ts';
import { createFindings } from '#test/findings.ts';
import { projectWithAudience } from './campaigns/audience.ts';
import { runner } from './campaigns/run.ts';
import type { Run } from './campaigns/run.ts';
import { sharing } from './campaigns/sharing.ts';
import { startBenchStack } from './sending/bench-stack.ts';
import { sourceRate, startPostfixSink } from './sending/postfix.ts';
import { signatureRate } from './sending/signatures.ts';

const size = (name: string, otherwise: number): number => Number(process.env[`BENCH_${name}`] ?? otherwise);
const recipients = size('RECIPIENTS', 100_000);
const [connections, shared] = [size('CONNECTIONS', 20), size('SHARED', Math.ceil(recipients / 5))];
const modes = (process.env['BENCH_MODES'] ?? 'one,each').split(',') as Mode[];
const kinds = (process.env['BENCH_KINDS'] ?? 'unsigned,signed').split(',');
/** What it is called, and the sender, whose domain has a key or none. */
const KINDS: [string, string | undefined, string][] = [
  ['unsigned', 'news@unsigned.example', 'unsigned'],
  ['DKIM RSA-2048', undefined, 'signed'],
];
const CPU_GOAL = 0.2;
const RATIO_GOAL = 0.6;
const MEMORY_GOAL = 500;
const findings = createFindings({
  kind: 'bench',
  name: 'campaigns',
  title: 'Campaigns',
  about:
    `${recipients.toLocaleString('en')} recipients, ${connections} connections, a marketing mail of 5 KB with a name, an ` +
    'attribute and a tracked link.',
});
const RATES =
  'Mails a second from the start to SENT: recipients frozen in pages, texts rendered in chunks and compiled once, slots claimed ahead, ' +
  'what ended written as one note for all of a moment; no rate limit';
const CPU = 'CPU seconds for 1,000 mails, from the start until every fact is acted on; each process counted once';
const show = (count: number): string => count.toLocaleString('en');

function noteRun(how: string, kind: string, { frozen, sent, costs, peak, rest, events, bytes }: Run): void {
  const what = `${how}, ${kind}`;
  const perThousand = (used: number): number => (used * 1_000) / recipients;
  const { sink, ...own } = costs.cpu;
  const ours = perThousand(Object.values(own).reduce((sum, used) => sum + used, 0));
  const of = (...names: string[]): number => perThousand(names.reduce((sum, name) => sum + (own[name] ?? 0), 0));
  findings.row(CPU, {
    services: how,
    mail: kind,
    posthorn: of('posthorn', 'delivery', 'timeline', 'campaigns'),
    mongod: of('mongod'),
    temporal: of('temporal'),
    'the others': of('others'),
    sink: perThousand(sink ?? 0),
    'sum without the sink': ours,
  });
  findings.goal(`${what}: ${ours.toFixed(3)} CPU s per 1,000 mails`, `≤ ${CPU_GOAL} without the sink`, ours <= CPU_GOAL);
  findings.note(
    `${what}: SENT after ${sent.toFixed(1)} s, of which ${frozen.toFixed(1)} s to freeze; ` +
      `${show(Math.round(recipients / Math.max(sent - frozen, 0.1)))}/s behind the freezing.`,
  );
  findings.goal(
    `${what}: services had at most ${Math.round(peak)} MB, ${Math.round(rest)} MB before`,
    `≤ ${MEMORY_GOAL} MB`,
    peak <= MEMORY_GOAL,
  );
  findings.note(
    `${what}: ${((events * 1_000) / recipients).toFixed(1)} history events per 1,000 recipients; a recipient has ` +
      `${Math.round(bytes.data / recipients)} bytes in the ledger, ${Math.round(bytes.disk / recipients)} on disk with indexes.`,
  );
}

for (const mode of modes) {
  const stack = await startBenchStack({ mode, connections, env: { IMPORT_MAX_SIZE_MB: '2000' } });
  try {
    const how = mode === 'one' ? 'one process' : 'one each';
    const sender = await projectWithAudience(stack.services.url, recipients);
    const sink = await startPostfixSink(stack.port);
    const run = runner(stack, { sink: [sink.pid] });
    const file = join(stack.own.dir, 'message.txt');
    writeFileSync(file, stack.first.raw.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
    const source = () => sourceRate({ port: stack.port, connections, messages: Math.min(recipients, 50_000), kept: true, file });

    for (const [kind, from] of KINDS.filter(([, , name]) => kinds.includes(name))) {
      const before = await (from ? source() : signatureRate());
      const made = await run(sender, await sender.campaign(), from);
      const limit = (before + (await (from ? source() : signatureRate()))) / 2;
      const ours = recipients / made.sent;
      findings.compare(RATES, {
        what: `campaign, ${how}, ${kind}`,
        inFlight: connections,
        ours: { perSecond: ours },
        limits: [
          {
            beside: from ? '`smtp-source`, connections kept' : 'bare RSA-2048 signatures',
            limit: { perSecond: limit },
            ratio: ours / limit,
          },
        ],
        goal: RATIO_GOAL,
      });
      noteRun(how, kind, made);
    }
    const { share, p50, p99, transactional } = await sharing(stack, shared);
    findings.goal(
      `${how}: two campaigns of ${show(shared)} at once: the slower one had ${(share * 100).toFixed(0)} % of an equal share`,
      '≥ 80 %',
      share >= 0.8,
    );
    findings.goal(
      `${how}: meanwhile ${show(transactional)} transactional mails left after p50 ${p50} ms, p99 ${p99} ms`,
      '< 1,000 ms',
      p99 < 1_000,
    );
    await sink.stop();
  } finally {
    await stack.stop();
  }
}
findings.close();
process.exit();
