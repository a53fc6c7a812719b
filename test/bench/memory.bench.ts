/** Delivery's memory over half a million mails: it may grow while caches fill, not with what was sent. BENCH_MAILS sets the size. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createFindings } from '#test/findings.ts';
import { median } from '#test/quantile.ts';
import { backlog } from './sending/backlog.ts';
import { residentOf } from './sending/costs.ts';
import { startBenchStack } from './sending/bench-stack.ts';
import { startPostfixSink } from './sending/postfix.ts';

const mails = Number(process.env['BENCH_MAILS'] ?? 500_000);
const PORTION = Math.min(10_000, Math.ceil(mails / 20));
/** Portions that wait while one is worked off: delivery is never idle, and the ledger's index stays as small as in life. */
const AHEAD = 3;
const LOOK_MS = 1_000;
/** Nothing left for so long: something is wrong, and waiting would not mend it. */
const STALLED_MS = 60_000;
/** Least growth from the second quarter to the last that counts as a leak. */
const GROWTH = 1.15;

const findings = createFindings({
  kind: 'bench',
  name: 'memory',
  title: 'Memory of delivery',
  about:
    `${mails.toLocaleString('en')} mails through one delivery process, ${AHEAD} portions of ${PORTION.toLocaleString('en')} ` +
    'waiting in the ledger all along.',
});
const stack = await startBenchStack({ mode: 'each', connections: 20 });
let sink: Awaited<ReturnType<typeof startPostfixSink>> | undefined;
try {
  sink = await startPostfixSink(stack.port);
  const rows = await backlog(stack.mongo, stack.prefix, stack.first.id, 'news@unsigned.example');
  const { pid } = stack.services.processes['delivery']!;
  const looks: { sent: number; mb: number }[] = [];
  const begun = performance.now();
  let filled = 0;
  let shown = 0;
  let moved = { sent: 0, at: begun };
  for (let waiting = 0; filled < mails || waiting > 0; waiting = await rows.waiting()) {
    if (filled < mails && waiting < AHEAD * PORTION) {
      await rows.fill(PORTION);
      filled += PORTION;
    } else await sleep(LOOK_MS);
    const look = { sent: filled - (await rows.waiting()), mb: residentOf(pid) };
    looks.push(look);
    if (look.sent > moved.sent) moved = { sent: look.sent, at: performance.now() };
    if (performance.now() - moved.at > STALLED_MS)
      throw new Error(`no mail left for ${STALLED_MS / 1_000} s, after ${look.sent} of ${mails}`);
    if (look.sent < shown) continue;
    findings.note(`after ${look.sent.toLocaleString('en')} mails: ${look.mb.toFixed(0)} MB resident`);
    shown = look.sent + mails / 10;
  }
  const seconds = (performance.now() - begun) / 1_000;
  await rows.drained(60_000);
  // Of a small run a quarter may have passed between two looks: then the one before it stands for it.
  const between = (from: number, to: number): number => {
    const inside = looks.filter(({ sent }) => sent >= mails * from && sent <= mails * to);
    return median((inside.length > 0 ? inside : [looks.findLast(({ sent }) => sent <= mails * to) ?? looks[0]!]).map(({ mb }) => mb));
  };
  const [early, late] = [between(0.25, 0.5), between(0.75, 1)];
  findings.note(
    `${mails.toLocaleString('en')} mails in ${seconds.toFixed(0)} s, ${Math.round(mails / seconds).toLocaleString('en')} a ` +
      'second, filling the ledger included',
  );
  findings.goal(
    `resident memory of delivery: ${early.toFixed(0)} MB in the second quarter, ${late.toFixed(0)} MB in the last`,
    `growth under ${GROWTH} ×`,
    late < early * GROWTH,
  );
} finally {
  await sink?.stop();
  await stack.stop();
}
findings.close();
process.exit();
