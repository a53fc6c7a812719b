/**
 * `posthorn dead-letters …` and `facts republish`: what consumers gave up on, and what a lost stream held. Facts are at NATS, so these ask
 * NATS (`NATS_*`, the user `operator`), and MongoDB for what it keeps of published facts.
 */
import type { NatsConnection } from 'nats';
import { readConfig } from '#kit/config/config.ts';
import type { Config } from '#kit/config/config.ts';
import { addressesOf, duration } from '#kit/config/types.ts';
import { within } from '#kit/contract/deadline.ts';
import { fault, Fault } from '#kit/errors.ts';
import { listDeadLetters, replayDeadLetters } from '#kit/facts/dead-letters.ts';
import type { DeadLetter } from '#kit/facts/dead-letters.ts';
import { republish } from '#kit/facts/published-facts.ts';
import { connectNats } from '#kit/nats.ts';
import { connectMongo } from '#kit/store/connection.ts';
import { createLog } from '#kit/telemetry/log.ts';
import { inboxOf } from '#services/host/connections.ts';
import { SERVICE_NAMES } from '#services/names.ts';
import { EXIT, UsageError } from '../command.ts';
import type { Command, Given } from '../command.ts';
import { listing } from '../table.ts';
import { CONNECTION, connectServices } from './services.ts';
import type { Services } from './services.ts';

const CONNECT_WITHIN_MS = 10_000;
const ERROR_SHOWN = 80;

async function withNats(given: Given, work: (nats: NatsConnection, config: Config) => Promise<number | void>): Promise<number | void> {
  const config = readConfig(given.env, []);
  const connecting = connectNats({ ...config.stores.nats, inbox: inboxOf('operator') }, 'posthorn-command', createLog('silent'));
  // Without a user and a password that may stand in it.
  const hosts = addressesOf(config.stores.nats.url).map((one) => new URL(one).host);
  const silent = (): Fault => fault('SERVICE_UNAVAILABLE', { message: `NATS at ${hosts.join(', ')} does not answer (NATS_URL)` });
  const nats = await within(CONNECT_WITHIN_MS, connecting, silent);
  try {
    return await work(nats, config);
  } finally {
    await nats.close();
  }
}

async function lettersOf(nats: NatsConnection, wanted: number | 'all'): Promise<DeadLetter[]> {
  const letters: DeadLetter[] = [];
  for await (const letter of listDeadLetters(nats)) if (wanted === 'all' || letter.seq === wanted) letters.push(letter);
  return letters;
}

/** In the trail of every project of whose facts some are replayed, before they are. */
async function note({ accounts, call }: Services, letters: readonly DeadLetter[]): Promise<void> {
  const byProject = Map.groupBy(letters, ({ fact }) => fact?.projectId ?? '');
  for (const [projectId, own] of byProject) {
    if (!projectId) continue;
    const target = `${own.length} of ${[...new Set(own.map(({ consumer }) => consumer))].sort().join(', ')}`;
    await accounts.recordOperation({ action: 'facts.replayed', target }, call(projectId)).catch((error: Fault) => {
      // A project that is gone has no trail.
      if (error.status !== 404) throw error;
    });
  }
}

const LIST: Command = {
  name: 'dead-letters list',
  operands: [],
  summary: 'facts that a consumer gave up on',
  options: {},
  run: (given) =>
    withNats(given, async (nats) => {
      const letters = await lettersOf(nats, 'all');
      const rows = letters.map(({ seq, at, consumer, fact, error }) => [
        seq,
        at,
        consumer,
        fact?.projectId,
        fact?.name,
        error.slice(0, ERROR_SHOWN),
      ]);
      const heading = ['number', 'at', 'consumer', 'project', 'fact', 'error'];
      given.print(letters, listing(heading, rows, 'There are none.'));
    }),
};

const REPLAY: Command = {
  name: 'dead-letters replay',
  operands: ['<number | all>'],
  summary: 'has the consumers that gave them up try again',
  options: CONNECTION,
  run(given) {
    const [which] = given.operands as [string];
    if (!/^(all|\d{1,15})$/.test(which)) throw new UsageError('Usage: posthorn dead-letters replay <number | all>');
    const wanted = which === 'all' ? which : Number(which);
    return withNats(given, async (nats) => {
      const letters = await lettersOf(nats, wanted);
      const services = connectServices(given);
      try {
        if (letters.some(({ fact }) => fact)) await note(services, letters);
      } finally {
        services.close();
      }
      const replayed = await replayDeadLetters(nats, wanted);
      const missing = replayed === 0 && wanted !== 'all';
      given.print({ replayed }, [missing ? `There is no dead letter ${wanted}.` : `${replayed} replayed`]);
      return missing ? EXIT.failed : EXIT.done;
    });
  },
};

/** `2026-12-01T10:00:00Z` or `90m` (ago) → a time. */
function timeOf(text: string | undefined, now: Date): Date {
  const ago = duration.safeParse(text);
  if (ago.success) return new Date(now.getTime() - ago.data);
  const at = new Date(text ?? '');
  if (Number.isNaN(at.getTime())) throw new UsageError('--since: an ISO time, or a duration like 2h');
  return at;
}

const REPUBLISH: Command = {
  name: 'facts republish',
  operands: [],
  summary: 'publishes again what a lost stream held, from what MongoDB keeps for 24 hours; consumers act on each once',
  options: { since: { type: 'string', value: 'TIME|DURATION', summary: 'from when on: 2026-12-01T10:00:00Z, or 2h' } },
  run(given) {
    const since = timeOf(given.options['since'] as string | undefined, new Date());
    return withNats(given, async (nats, { stores }) => {
      const mongo = await connectMongo(stores.mongo, createLog('warn'), false);
      try {
        const databases = SERVICE_NAMES.map((name) => mongo.of(name));
        const done = await republish({ databases, nats, streams: stores.streams, since });
        given.print(done, [`${done.facts} facts published again in ${done.messages} messages`]);
      } finally {
        await mongo.close();
      }
    });
  },
};

export const FACTS_COMMANDS: readonly Command[] = [LIST, REPLAY, REPUBLISH];
