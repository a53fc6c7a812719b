/** Sessions of accounts: begun by a login, noted with where they are used from, and ended one by one (contract 5 "Token"). */
import type { Connection, Model } from 'mongoose';
import type { Call } from '#kit/contract/call.ts';
import { fault, notFound } from '#kit/errors.ts';
import { plainSchema } from '#kit/store/schema.ts';
import type { Log } from '#kit/telemetry/log.ts';
import type { Session } from '#proto/accounts/v1/accounts.ts';
import { expiryOf, isCurrent } from './domain/session.ts';
import type { SessionClaims } from './domain/session.ts';
import { keyHash } from './keys.ts';
import type { UserRow } from './model.ts';
import { askingUser } from './projects.ts';
import { revoking } from './revocation.ts';
import type { SessionTokens } from './session-tokens.ts';
import type { UsersStore } from './users-store.ts';

/** Where a session is used from: the client's address and what it calls itself. */
export interface SessionClient {
  ip: string;
  agent: string;
}

interface SessionRow extends SessionClient {
  _id: string;
  /** SHA-256 of the token, hex. */
  hash: string;
  userId: string;
  createdAt: Date;
  /** A minute behind at most. */
  lastUsedAt: Date;
  /** null: it goes on until `expiresAt`. An ended one is kept as long, so that its token stays known. */
  endedAt: Date | null;
  expiresAt: Date;
}

export interface SessionsParts {
  mongo: Connection;
  tokens: SessionTokens;
  users: UsersStore;
  newId: () => string;
  log: Log;
}

export interface Sessions {
  model: Model<SessionRow>;
  /** Answers the token. */
  begin(userId: string, client: SessionClient, now: Date): Promise<string>;
  /** Faults UNAUTHORIZED for a token that is forged, expired, ended, or older than the last password change. */
  resolve(token: string, client: SessionClient, now: Date): Promise<{ row: UserRow; sessionId: string }>;
  /** The last used first, 100 at most. @param current id of the session that asks */
  list(current: string, call: Call): Promise<Session[]>;
  /** When it answers, no process takes it. Faults RESOURCE_NOT_FOUND. */
  end(id: string, call: Call): Promise<void>;
  /** Ends all but `current`; answers how many. When it answers, no process takes them. */
  endOthers(current: string, call: Call): Promise<number>;
  /** Ends the session of a token; does nothing for one that is none. */
  logOut(token: string, now: Date): Promise<void>;
}

const MOST_LISTED = 100;
const LONGEST_AGENT = 256;
const USE_EVERY_MS = 60_000;

const text = { type: String, required: true } as const;
const saidText = { type: String, default: '' } as const;
const date = { type: Date, required: true } as const;
const schema = () =>
  plainSchema(
    {
      hash: text,
      userId: text,
      ip: saidText,
      agent: saidText,
      createdAt: date,
      lastUsedAt: date,
      endedAt: { type: Date, default: null },
      expiresAt: date,
    },
    {
      indexes: [[{ hash: 1 }, { unique: true }], [{ userId: 1, lastUsedAt: -1 }], [{ expiresAt: 1 }, { expireAfterSeconds: 0 }]],
    },
  );

const shown = ({ ip, agent }: SessionClient): SessionClient => ({ ip, agent: agent.slice(0, LONGEST_AGENT) });

function view({ _id: id, ip, agent, createdAt, lastUsedAt, expiresAt }: SessionRow, current: string): Session {
  return {
    id,
    current: id === current,
    ip,
    agent,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}

export function createSessions({ mongo, tokens, users, newId, log }: SessionsParts): Sessions {
  const model = mongo.model<SessionRow>('Session', schema(), 'sessions');

  /** The session of a token, noted if it was not: tokens of releases that noted none are good until they expire. */
  async function noted(token: string, { id: userId, iat }: SessionClaims, at: SessionClient & { now: Date }): Promise<SessionRow> {
    const createdAt = new Date(Math.round(iat * 1_000));
    const row = { _id: newId(), userId, createdAt, lastUsedAt: at.now, endedAt: null, expiresAt: expiryOf({ iat }), ...shown(at) };
    return (await model
      .findOneAndUpdate({ hash: keyHash(token) }, { $setOnInsert: row }, { upsert: true, returnDocument: 'after' })
      .lean<SessionRow>())!;
  }

  /** In the background: nobody waits for it, and a use that is not noted is noted with the next. */
  function noteUse({ _id, lastUsedAt }: SessionRow, client: SessionClient, now: Date): void {
    const before = new Date(now.getTime() - USE_EVERY_MS);
    if (lastUsedAt > before) return;
    model
      .updateOne({ _id, endedAt: null, lastUsedAt: { $lte: before } }, { $set: { lastUsedAt: now, ...shown(client) } })
      .catch((error: Error) => log.warn({ error: error.message }, 'the use of a session is not noted'));
  }

  return {
    model,

    async begin(userId, client, now) {
      const token = await tokens.issue(userId, now);
      await noted(token, (await tokens.read(token))!, { ...client, now });
      return token;
    },

    async resolve(token, client, now) {
      const claims = await tokens.read(token);
      if (!claims) throw fault('UNAUTHORIZED');
      const [row, known] = await Promise.all([users.byId(claims.id), model.findOne({ hash: keyHash(token) }).lean<SessionRow>()]);
      const ended = known ? known.endedAt !== null : !isCurrent(claims, row?.sessionsEndedAt ?? null, now);
      if (!row || ended || !isCurrent(claims, row.passwordChangedAt, now)) throw fault('UNAUTHORIZED');
      if (known) noteUse(known, client, now);
      return { row, sessionId: (known ?? (await noted(token, claims, { ...client, now })))._id };
    },

    async list(current, call) {
      const userId = askingUser(call);
      const since = (await users.byId(userId))?.passwordChangedAt ?? new Date(0);
      const rows = await model
        .find({ userId, endedAt: null, expiresAt: { $gt: call.now }, createdAt: { $gte: since } })
        .sort({ lastUsedAt: -1, _id: -1 })
        .limit(MOST_LISTED)
        .lean<SessionRow[]>();
      return rows.map((row) => view(row, current));
    },

    async end(id, call) {
      const change = model.updateOne({ _id: id, userId: askingUser(call), endedAt: null }, { $set: { endedAt: call.now } });
      const { modifiedCount } = await revoking(change.exec());
      if (modifiedCount === 0) throw notFound('RESOURCE_NOT_FOUND', { resource: 'Session', id }, 'Session not found');
    },

    async endOthers(current, call) {
      const userId = askingUser(call);
      const { modifiedCount } = await revoking(
        mongo.transaction(async (session) => {
          await users.set(userId, { sessionsEndedAt: call.now }, session);
          const others = { userId, endedAt: null, _id: { $ne: current }, createdAt: { $lte: call.now } };
          return await model.updateMany(others, { $set: { endedAt: call.now } }, { session });
        }),
      );
      return modifiedCount;
    },

    async logOut(token, now) {
      const claims = await tokens.read(token);
      if (!claims) return;
      const { _id } = await noted(token, claims, { ip: '', agent: '', now });
      await model.updateOne({ _id, endedAt: null }, { $set: { endedAt: now } });
    },
  };
}
