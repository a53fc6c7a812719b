/**
 * The operator's commands about facts: `node services/host/facts-command.ts list | replay <seq|all> | republish --since <time|duration>`.
 * NATS and MongoDB are found through the configuration (NATS_URL, MONGODB_URI).
 */
import type { NatsConnection } from 'nats';
import type { Config } from '#kit/config/config.ts';
import { readConfig } from '#kit/config/config.ts';
import { duration } from '#kit/config/types.ts';
import { listDeadLetters, replayDeadLetters } from '#kit/facts/dead-letters.ts';
import { republish } from '#kit/facts/published-facts.ts';
import { connectNats } from '#kit/nats.ts';
import { connectMongo } from '#kit/store/connection.ts';
import { createLog } from '#kit/telemetry/log.ts';
import { SERVICE_NAMES } from '../names.ts';
import { inboxOf } from './connections.ts';

const USAGE = `Usage: facts list
       facts replay <seq|all>
       facts republish --since <ISO time, or a duration like 2h>`;

/** `2026-12-01T10:00:00Z` or `90m` (ago) → a time; undefined for anything else. */
function timeOf(text: string | undefined, now: Date): Date | undefined {
  const ago = duration.safeParse(text);
  if (ago.success) return new Date(now.getTime() - ago.data);
  const at = new Date(text ?? '');
  return Number.isNaN(at.getTime()) ? undefined : at;
}

async function republishSince(since: Date, nats: NatsConnection, { stores }: Config): Promise<void> {
  const mongo = await connectMongo(stores.mongo, createLog('warn'), false);
  try {
    const databases = SERVICE_NAMES.map((name) => mongo.of(name));
    const { messages, facts } = await republish({ databases, nats, streams: stores.streams, since });
    console.log(`${facts} facts published again in ${messages} messages`);
  } finally {
    await mongo.close();
  }
}

/** Prints what it did; answers the exit code. */
async function factsCommand(nats: NatsConnection, config: Config, [command, ...rest]: readonly string[]): Promise<number> {
  const [which, value] = rest;
  if (command === 'list') {
    for await (const letter of listDeadLetters(nats)) console.log(JSON.stringify(letter));
    return 0;
  }
  if (command === 'replay' && which && /^(all|\d+)$/.test(which)) {
    const replayed = await replayDeadLetters(nats, which === 'all' ? which : Number(which));
    console.log(`${replayed} replayed`);
    return replayed > 0 || which === 'all' ? 0 : 1;
  }
  const since = timeOf(value, new Date());
  if (command === 'republish' && which === '--since' && since) {
    await republishSince(since, nats, config);
    return 0;
  }
  console.error(USAGE);
  return 2;
}

const config = readConfig(process.env, []);
const nats = await connectNats({ ...config.stores.nats, inbox: inboxOf('operator') }, 'facts-command', createLog('warn'));
process.exitCode = await factsCommand(nats, config, process.argv.slice(2)).finally(() => nats.close());
