/**
 * A campaign from its send to SENT, with the whole ledger: all services in one process and one each, unsigned and signed, beside
 * smtp-source and bare RSA signatures in the same run; then two campaigns at once beside transactional mail.
 * BENCH_RECIPIENTS (100,000), BENCH_ROUNDS (3), BENCH_CONNECTIONS (20), BENCH_SHARED (recipients of the two, a fifth), BENCH_MODES
 * (one,each) and BENCH_KINDS (unsigned,signed) set the size.
 */
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Mode } from '#local/services.ts';
import { createFindings } from '#test/findings.ts';
import { median } from '#test/quantile.ts';
import { projectWithAudience } from './campaigns/audience.ts';
import { runner } from './campaigns/run.ts';
import type { Run } from './campaigns/run.ts';
import { sharing } from './campaigns/sharing.ts';
import { startBenchStack } from './sending/bench-stack.ts';
import { sourceRate, startPostfixSink } from './sending/postfix.ts';
import { signatureRate } from './sending/signatures.ts';

const size = (name: string, otherwise: number): number => Number(process.env[`BENCH_${name}`] ?? otherwise);
const [recipients, rounds] = [size('RECIPIENTS', 100_000), size('ROUNDS', 3)];
const [connections, shared] = [size('CONNECTIONS', 20), size('SHARED', Math.ceil(recipients / 5))];
const modes = (process.env['BENCH_MODES'] ?? 'one,each').split(',') as Mode[];
const kinds = (process.env['BENCH_KINDS'] ?? 'unsigned,signed').split(',');
/** What it is called, and the sender, whose domain has a key or none. */
const KINDS: [string, string | undefined, string][] = [
  ['unsigned', 'news@unsigned.example', 'unsigned'],
  ['DKIM RSA-2048', undefined, 'signed'],
];
/** Unsigned, on a machine where a bare RSA-2048 signature takes that many milliseconds of a core; in proportion on every other one. */
const CPU_GOAL = { seconds: 0.2, signature: 0.38 };
/** What the import left behind is no campaign's. */
const REST_MS = 20_000;
const RATIO_GOAL = 0.6;
const MEMORY_GOAL = 500;
/** Of what the sender holds. */
const SENDER_GOAL = 150;
const findings = createFindings({
  kind: 'bench',
  ...(recipients < 1_000_000
    ? { name: 'campaigns', title: 'Campaigns' }
    : { name: 'campaigns-million', title: 'Campaigns: one million recipients', script: 'campaigns' }),
  about:
    `${recipients.toLocaleString('en')} recipients, ${connections} connections, a marketing mail of 5 KB with a name, an ` +
    `attribute and a tracked link; medians of ${rounds} campaigns, one after the other in the same processes, the limit measured before ` +
    'and after each. The first begins 20 s after the import of its audience.',
});
const RATES =
  'Mails a second from the start to SENT: recipients frozen in pages, texts rendered in chunks and compiled once, slots claimed ahead, ' +
  'what ended written as one note for all of a moment; no rate limit';
const CPU = 'CPU seconds for 1,000 mails, from the start until every fact is acted on; each process counted once';
const show = (count: number): string => count.toLocaleString('en');

/** CPU seconds for 1,000 mails of those that are named, or of all but the sink. */
function cpuOf({ costs: { cpu } }: Run, names: readonly string[] = Object.keys(cpu).filter((name) => name !== 'sink')): number {
  return (names.reduce((sum, name) => sum + (cpu[name] ?? 0), 0) * 1_000) / recipients;
}

function noteRuns(how: string, { kind, cpuGoal }: { kind: string; cpuGoal: number | undefined }, runs: readonly Run[]): void {
  const what = `${how}, ${kind}`;
  const middle = (figure: (run: Run) => number): number => median(runs.map(figure));
  const of = (...names: string[]): number => middle((run) => cpuOf(run, names));
  const ours = middle((run) => cpuOf(run));
  const sent = middle((run) => run.sent);
  const frozen = middle((run) => run.frozen);
  const peak = Math.max(...runs.map((run) => run.peak));
  findings.row(CPU, {
    services: how,
    mail: kind,
    posthorn: of('posthorn', 'delivery', 'timeline', 'campaigns'),
    mongod: of('mongod'),
    temporal: of('temporal'),
    'the others': of('others'),
    sink: of('sink'),
    'sum without the sink': ours,
  });
  if (cpuGoal)
    findings.goal(
      `${what}: ${ours.toFixed(3)} CPU s per 1,000 mails`,
      `≤ ${cpuGoal.toFixed(3)} without the sink (${CPU_GOAL.seconds} where a bare RSA-2048 signature takes ${CPU_GOAL.signature} ms)`,
      ours <= cpuGoal,
    );
  findings.note(
    `${what}: SENT after ${sent.toFixed(1)} s, of which ${frozen.toFixed(1)} s to freeze; ` +
      `${show(Math.round(recipients / Math.max(sent - frozen, 0.1)))}/s behind the freezing.`,
  );
  findings.goal(
    `${what}: services had at most ${Math.round(peak)} MB, ${Math.round(runs[0]!.rest)} MB before`,
    `≤ ${MEMORY_GOAL} MB`,
    peak <= MEMORY_GOAL,
  );
  const holds = Math.max(...runs.map(({ sender }) => sender.peak)) - runs[0]!.sender.rest;
  findings.goal(
    `${what}: the process that sends grew by ${Math.round(holds)} MB, from ${Math.round(runs[0]!.sender.rest)} MB`,
    `≤ ${SENDER_GOAL} MB`,
    holds <= SENDER_GOAL,
  );
  findings.note(
    `${what}: ${((middle(({ events }) => events) * 1_000) / recipients).toFixed(1)} history events per 1,000 recipients; a recipient ` +
      `has ${Math.round(middle(({ bytes }) => bytes.data) / recipients)} bytes in the ledger, ` +
      `${Math.round(middle(({ bytes }) => bytes.disk) / recipients)} on disk with indexes.`,
  );
}

for (const mode of modes) {
  const stack = await startBenchStack({ mode, connections, env: { IMPORT_MAX_SIZE_MB: '2000' } });
  try {
    const signature = (availableParallelism() * 1_000) / (await signatureRate());
    findings.note(`A bare RSA-2048 signature took ${signature.toFixed(2)} ms of a core.`);
    const how = mode === 'one' ? 'one process' : 'one each';
    const sender = await projectWithAudience(stack.services.url, recipients);
    await sleep(REST_MS);
    const sink = await startPostfixSink(stack.port);
    const run = runner(stack, { sink: [sink.pid] });
    const file = join(stack.own.dir, 'message.txt');
    writeFileSync(file, stack.first.raw.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
    const source = () => sourceRate({ port: stack.port, connections, messages: Math.min(recipients, 50_000), kept: true, file });

    for (const [kind, from] of KINDS.filter(([, , name]) => kinds.includes(name))) {
      const limitOf = (): Promise<number> => (from ? source() : signatureRate());
      const runs: Run[] = [];
      const limits = [await limitOf()];
      for (let round = 0; round < rounds; round += 1) {
        runs.push(await run(sender, await sender.campaign(), from));
        limits.push(await limitOf());
      }
      const rates = runs.map(({ sent }, round) => ({ ours: recipients / sent, limit: (limits[round]! + limits[round + 1]!) / 2 }));
      findings.compare(RATES, {
        what: `campaign, ${how}, ${kind}`,
        inFlight: connections,
        ours: { perSecond: median(rates.map(({ ours }) => ours)) },
        limits: [
          {
            beside: from ? '`smtp-source`, connections kept' : 'bare RSA-2048 signatures',
            limit: { perSecond: median(rates.map(({ limit }) => limit)) },
            ratio: median(rates.map(({ ours, limit }) => ours / limit)),
          },
        ],
        goal: RATIO_GOAL,
      });
      noteRuns(how, { kind, cpuGoal: from ? (CPU_GOAL.seconds * signature) / CPU_GOAL.signature : undefined }, runs);
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
