/** The servers Posthorn rests on. */
import { z } from 'zod';
import { FILE, certificate, checkPair, file, privateKey } from './certificate.ts';
import { concern, Refusal, setting } from './concern.ts';
import { flag, url, urls, whole } from './types.ts';

const LOCAL = {
  MONGODB_URI: 'mongodb://127.0.0.1:27017/?replicaSet=rs0',
  NATS_URL: 'nats://127.0.0.1:4222',
  REDIS_URL: 'redis://127.0.0.1:6379',
  TEMPORAL_ADDRESS: '127.0.0.1:7233',
} as const;

/** Certificates as PEM: whom to trust beside the authorities the system knows, and who we are. */
interface Tls {
  ca?: string | undefined;
  cert?: string | undefined;
  key?: string | undefined;
}

/** Names the members of a replica set one after the other, which makes it no URL. */
const mongoUri = z.string().regex(/^mongodb(?:\+srv)?:\/\/[^\s/]+(?:\/\S*)?$/, 'an address starting mongodb:// or mongodb+srv://');

export const stores = concern(
  {
    MONGODB_URI: setting(mongoUri.optional(), 'local', 'MongoDB replica set; every service has its own database in it', {
      aliases: ['MONGODB_URL', 'DATABASE_URL'],
      secret: true,
    }),
    MONGODB_PREFIX: setting(
      z
        .string()
        .regex(/^[a-z0-9_-]*$/)
        .default('posthorn_'),
      'posthorn_',
      "what the databases' names start with",
    ),
    NATS_URL: setting(
      urls('nats:', 'tls:').optional(),
      'local',
      'NATS with JetStream: the bus and the facts; servers of a cluster parted by commas',
      { secret: true },
    ),
    NATS_USER: setting(z.string().optional(), 'of NATS_URL', 'user at NATS; a user of its own for each service (docs/operations.md)'),
    NATS_PASSWORD: setting(z.string().optional(), 'of NATS_URL', 'password at NATS', { secret: true }),
    NATS_TOKEN: setting(z.string().optional(), '–', 'token at NATS', { secret: true }),
    NATS_CREDENTIALS_FILE: setting(file, '–', 'credentials file at NATS (JWT and seed)', FILE),
    NATS_TLS_CA: setting(certificate, '–', 'PEM file of the authority that signed the certificate of NATS; TLS is then demanded', FILE),
    NATS_TLS_CERT: setting(certificate, '–', 'PEM file of our certificate at NATS', FILE),
    NATS_TLS_KEY: setting(privateKey, '–', 'PEM file of its key', FILE),
    NATS_REPLICAS: setting(whole(1, 5).optional(), '1; 3 in production', 'replicas of the streams of facts'),
    NATS_FEWER_REPLICAS: setting(flag(false), 'false', 'allows fewer than three replicas in production: a lost disk then loses facts'),
    NATS_STREAM_MAX_BYTES: setting(
      whole(1_048_576).optional(),
      'as the server has',
      'bytes the stream of facts may hold; then facts wait in MongoDB',
    ),
    MONGODB_TLS_CA: setting(
      certificate,
      '–',
      'PEM file of the authority that signed the certificate of MongoDB; TLS is then demanded',
      FILE,
    ),
    MONGODB_TLS_CERT: setting(certificate, '–', 'PEM file of our certificate at MongoDB (mTLS)', FILE),
    MONGODB_TLS_KEY: setting(privateKey, '–', 'PEM file of its key', FILE),
    REDIS_TLS_CA: setting(certificate, '–', 'PEM file of the authority that signed the certificate of a rediss:// server', FILE),
    REDIS_TLS_CERT: setting(certificate, '–', 'PEM file of our certificate at a rediss:// server (mTLS)', FILE),
    REDIS_TLS_KEY: setting(privateKey, '–', 'PEM file of its key', FILE),
    TEMPORAL_TLS: setting(flag(false), 'false', 'TLS to Temporal; also on with one of the files below or an API key'),
    TEMPORAL_TLS_CA: setting(certificate, '–', 'PEM file of the authority that signed the certificate of Temporal', FILE),
    TEMPORAL_TLS_CERT: setting(certificate, '–', 'PEM file of our certificate at Temporal (mTLS)', FILE),
    TEMPORAL_TLS_KEY: setting(privateKey, '–', 'PEM file of its key', FILE),
    TEMPORAL_API_KEY: setting(z.string().min(1).optional(), '–', 'API key at Temporal', { secret: true }),
    REDIS_URL: setting(url('redis:', 'rediss:').optional(), 'local', 'rate limits, attempt counters, caches', { secret: true }),
    TEMPORAL_ADDRESS: setting(
      z
        .string()
        .regex(/^[^\s:]+:\d+$/, 'host:port')
        .optional(),
      'local',
      'Temporal frontend',
    ),
    TEMPORAL_NAMESPACE: setting(z.string().min(1).default('default'), 'default', 'Temporal namespace'),
    TEMPORAL_CACHED_WORKFLOWS: setting(
      whole(20, 100_000).default(500),
      '500',
      'workflows that a worker of Temporal keeps in memory; another is built again from its history when it goes on',
    ),
  },
  (v, { production }) => {
    const need = (name: keyof typeof LOCAL): string => {
      const value = v[name];
      if (!value && production) throw new Refusal(name, 'required in production');
      return value ?? LOCAL[name];
    };
    const replicas = v.NATS_REPLICAS ?? (production && !v.NATS_FEWER_REPLICAS ? 3 : 1);
    if (production && replicas < 3 && !v.NATS_FEWER_REPLICAS)
      throw new Refusal('NATS_REPLICAS', 'at least 3 in production, unless NATS_FEWER_REPLICAS=true');
    const natsTls = { ca: v.NATS_TLS_CA, cert: v.NATS_TLS_CERT, key: v.NATS_TLS_KEY };
    const temporalTls = { ca: v.TEMPORAL_TLS_CA, cert: v.TEMPORAL_TLS_CERT, key: v.TEMPORAL_TLS_KEY };
    const mongoTls = { ca: v.MONGODB_TLS_CA, cert: v.MONGODB_TLS_CERT, key: v.MONGODB_TLS_KEY };
    const redisTls = { ca: v.REDIS_TLS_CA, cert: v.REDIS_TLS_CERT, key: v.REDIS_TLS_KEY };
    const ifSet = (tls: Tls): Tls | undefined => (Object.values(tls).some((value) => value !== undefined) ? tls : undefined);
    for (const [prefix, tls] of Object.entries({
      NATS_TLS: natsTls,
      MONGODB_TLS: mongoTls,
      REDIS_TLS: redisTls,
      TEMPORAL_TLS: temporalTls,
    }))
      checkPair(tls, prefix);
    if (ifSet(redisTls) && !/^rediss:/i.test(v.REDIS_URL ?? ''))
      throw new Refusal('REDIS_URL', 'a rediss:// address when REDIS_TLS_CA or REDIS_TLS_CERT is set');
    return {
      mongo: { uri: need('MONGODB_URI'), prefix: v.MONGODB_PREFIX, tls: ifSet(mongoTls) },
      nats: {
        url: need('NATS_URL'),
        user: v.NATS_USER,
        password: v.NATS_PASSWORD,
        token: v.NATS_TOKEN,
        credentials: v.NATS_CREDENTIALS_FILE,
        tls: ifSet(natsTls),
      },
      streams: { replicas, maxBytes: v.NATS_STREAM_MAX_BYTES },
      redis: { url: need('REDIS_URL'), tls: ifSet(redisTls) },
      temporal: {
        address: need('TEMPORAL_ADDRESS'),
        namespace: v.TEMPORAL_NAMESPACE,
        tls: v.TEMPORAL_TLS ? temporalTls : ifSet(temporalTls),
        apiKey: v.TEMPORAL_API_KEY,
        cachedWorkflows: v.TEMPORAL_CACHED_WORKFLOWS,
      },
    };
  },
);
