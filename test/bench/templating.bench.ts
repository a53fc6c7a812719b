/**
 * Rendering through the templating service, beside bare LiquidJS on a template that is parsed already. All rates are per core: renders
 * by CPU second of everything that worked on them. BENCH_SCOPES sets the recipients of a call, BENCH_SECONDS the length of a look.
 */
import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { Liquid } from 'liquidjs';
import mongoose from 'mongoose';
import { Pool } from '#services/templating/rendering/pool.ts';
import { Renderer } from '#services/templating/rendering/renderer.ts';
import { create } from '#services/templating/service.ts';
import { readConfig } from '#kit/config/config.ts';
import { createClient, createLocalTransport } from '#kit/contract/client.ts';
import type { Definition } from '#kit/contract/definition.ts';
import { createInFlightCalls, createPerformer } from '#kit/contract/perform.ts';
import { createLog } from '#kit/telemetry/log.ts';
import { createMetrics } from '#kit/telemetry/metrics.ts';
import type { Kit } from '#kit/service.ts';
import { TemplatingServiceDefinition as Templating } from '#proto/templating/v1/templating.ts';
import type { RenderRequest } from '#proto/templating/v1/templating.ts';
import { createFindings } from '#test/findings.ts';
import { startOutsideCalls } from '#test/outside-calls.ts';
import { median } from '#test/quantile.ts';
import type { Findings } from '#test/findings.ts';
import { HOSTILE, beside, p99 } from '#test/hostile-templates.ts';
import { ownStack } from '#test/stack.ts';
import { until } from '#test/until.ts';
import { CONTENT, VALUES } from './sending/content.ts';

const scopesOfCall = Number(process.env['BENCH_SCOPES'] ?? 100);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 1);
const ROUNDS = 5;
const GOAL = 0.7;
const TOKEN = 'a-service-token-for-the-bench';
const META = { projectId: 'bench', requestId: 'bench', actor: { kind: 'service', id: 'bench' } } as const;

const plain = CONTENT.body.replaceAll(' ?? "none"', '');
/** What LiquidJS calls what `??` says. */
const TEXTS = {
  '10 placeholders': { ours: plain, bare: plain },
  '10 placeholders with fallbacks': { ours: CONTENT.body, bare: CONTENT.body.replaceAll(' ?? "none"', ' | default: "none"') },
  '10 placeholders, a condition and a filter': {
    ours: `${plain}{% if seats %}{{ seats | upcase }}{% endif %}`,
    bare: `${plain}{% if seats %}{{ seats | upcase }}{% endif %}`,
  },
};

const scopeOf = (n: number): Record<string, unknown> => {
  const values = { ...VALUES, code: `code ${n}` };
  const url = (page: string) => `https://mail.example.com/app/${page}/6e0cc5a4-0000-4000-8000-${String(n).padStart(12, '0')}`;
  return {
    ...values,
    data: values,
    id: `contact-${n}`,
    email: `r${n}@example.com`,
    unsubscribeUrl: url('unsubscribe'),
    subscribeUrl: url('subscribe'),
    manageUrl: url('manage'),
  };
};

const ticks = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
};

/** Texts are made of pieces until somebody reads them: both sides are made to finish. */
const read = (texts: readonly string[]): unknown => texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);

/** Renders by CPU second that `spent` counts, while `work` is done over and over. */
async function perCore(count: number, spent: () => number, work: () => unknown): Promise<number> {
  const [from, end] = [spent(), performance.now() + seconds * 1_000];
  let rendered = 0;
  while (performance.now() < end) {
    await work();
    rendered += count;
    await setImmediate();
  }
  return rendered / (spent() - from);
}

const findings = createFindings({
  kind: 'bench',
  name: 'templating',
  title: 'Rendering',
  about:
    'Renders by CPU second of all that worked on them, beside bare LiquidJS on a template that is parsed already; ' +
    `${scopesOfCall} recipients a call unless said.`,
});

async function compare(
  name: string,
  against: string,
  ours: () => Promise<number>,
  bare: () => Promise<number>,
  goal?: number,
): Promise<void> {
  const rounds: [number, number][] = [];
  for (let round = 0; round <= ROUNDS; round += 1) rounds.push([await ours(), await bare()]);
  rounds.shift();
  findings.compare('Renders a second and core: templates parsed once and cached, recipients of a call rendered together', {
    what: name,
    inFlight: 1,
    ours: { perSecond: median(rounds.map(([mine]) => mine)) },
    limits: [
      {
        beside: against,
        limit: { perSecond: median(rounds.map(([, theirs]) => theirs)) },
        ratio: median(rounds.map(([mine, theirs]) => mine / theirs)),
      },
    ],
    goal,
  });
}

/** The service in this process, without what rendering does not ask for. */
async function localService() {
  const config = readConfig({ NODE_ENV: 'test', JWT_SECRET: 'x'.repeat(64), MAIL_PROVIDER: 'capture' });
  const [metrics, log] = [createMetrics(), createLog('error')];
  const kit = { config, metrics, log, mongo: mongoose.createConnection(), id: () => '', client: () => ({}) } as unknown as Kit;
  const service = await create(kit);
  await service.start?.();
  const perform = createPerformer(Templating, service.handlers!, {
    log,
    metrics,
    clock: () => new Date(),
    inFlight: createInFlightCalls(),
  });
  const asked = createClient(Templating, createLocalTransport(perform));
  return {
    renders: async (request: RenderRequest) => read((await asked.render(request, META)).rendered.map(({ body }) => body)),
    stop: async () => service.stop?.(0),
  };
}

/** What renders notice of hostile ones beside them, through a pool set as the service's is. */
async function neighbours(into: Findings): Promise<void> {
  const pool = new Pool({ size: 2, silenceMs: 1_250, heapMb: 128, worker: { renderLimitMs: 1_000, cacheLimit: 8_000_000 } });
  const renderer = new Renderer({ pool, cacheLimit: 8_000_000 });
  pool.start();
  await until(() => pool.ready === 2);
  const alone = await beside(renderer, async () => undefined, 1_000);
  into.note(`p99 of small renders when nothing else happens: ${p99(alone.others).toFixed(1)} ms`);
  for (const { name, text, scope } of HOSTILE) {
    await until(() => pool.ready === 2);
    const { tookMs, others } = await beside(renderer, () => renderer.render(text, [scope], 'hostile'), 1_000);
    into.note(`${name}: at its end after ${tookMs.toFixed(0)} ms; p99 of small renders beside it ${p99(others).toFixed(1)} ms`);
  }
  await pool.stop();
}

const thisProcess = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000_000;
};

const scopes = Array.from({ length: scopesOfCall }, (_, n) => scopeOf(n));
const bareRate = (text: string): (() => Promise<number>) => {
  const engine = new Liquid();
  const parsed = engine.parse(text);
  return () => perCore(scopes.length, thisProcess, () => read(scopes.map((scope) => engine.renderSync(parsed, scope) as string)));
};

const own = await ownStack({ env: { GRPC_TOKEN: TOKEN, LOG_LEVEL: 'warn' } });
const local = await localService();
try {
  const services = await own.startServices('each');
  const calls = await startOutsideCalls({
    own,
    services,
    service: 'templating',
    definition: Templating as Definition,
    token: TOKEN,
  });
  const { pid } = services.processes['templating']!;
  const far = createClient(Templating, calls.bus);
  findings.note(
    `renders a second and core; a body of ${CONTENT.body.length.toLocaleString('en')} characters, ${scopesOfCall} recipients a ` +
      'call unless said otherwise',
  );

  for (const [name, { ours, bare }] of Object.entries(TEXTS)) {
    const request = { subject: CONTENT.subject, body: ours, scopes };
    await compare(
      `${name}, local call`,
      'bare LiquidJS, parsed before',
      () => perCore(scopes.length, thisProcess, () => local.renders(request)),
      bareRate(bare),
      GOAL,
    );
  }
  const { ours, bare } = TEXTS['10 placeholders'];
  const single = { subject: CONTENT.subject, body: ours, scopes: scopes.slice(0, 1) };
  await compare(
    '10 placeholders, local call, one recipient',
    'bare LiquidJS, parsed before',
    () => perCore(1, thisProcess, () => local.renders(single)),
    bareRate(bare),
  );
  // What the caller spends on asking counts as well.
  const request = { subject: CONTENT.subject, body: ours, scopes };
  await compare(
    '10 placeholders, over the bus, both ends',
    'bare LiquidJS, parsed before',
    () =>
      perCore(
        scopes.length,
        () => ticks(pid) + thisProcess(),
        () => far.render(request, META),
      ),
    bareRate(bare),
  );
  await compare(
    '10 placeholders, over the bus, the service alone',
    'bare LiquidJS, parsed before',
    () =>
      perCore(
        scopes.length,
        () => ticks(pid),
        () => far.render(request, META),
      ),
    bareRate(bare),
  );
  // As delivery asks for a template's mails: what all share comes once, with each one's values.
  const inParts = { ...request, parted: true };
  await compare(
    '10 placeholders in parts, over the bus, both ends',
    'bare LiquidJS, parsed before',
    () =>
      perCore(
        scopes.length,
        () => ticks(pid) + thisProcess(),
        () => far.render(inParts, META),
      ),
    bareRate(bare),
    GOAL,
  );
  await calls.stop();
  await neighbours(findings);
} finally {
  await local.stop();
  await own.stop();
}
findings.close();
process.exit();
