/** The servers Posthorn rests on. */
import { z } from 'zod';
import { concern, Refusal, setting } from './concern.ts';
import { url } from './types.ts';

const LOCAL = {
  MONGODB_URI: 'mongodb://127.0.0.1:27017/?replicaSet=rs0',
  NATS_URL: 'nats://127.0.0.1:4222',
  REDIS_URL: 'redis://127.0.0.1:6379',
  TEMPORAL_ADDRESS: '127.0.0.1:7233',
} as const;

export const stores = concern(
  {
    MONGODB_URI: setting(url('mongodb:', 'mongodb+srv:').optional(), 'local', 'MongoDB replica set; every service has its own database in it', { aliases: ['DATABASE_URL'], secret: true }),
    MONGODB_PREFIX: setting(z.string().regex(/^[a-z0-9_-]*$/).default('posthorn_'), 'posthorn_', "what the databases' names start with"),
    NATS_URL: setting(url('nats:', 'tls:').optional(), 'local', 'NATS with JetStream: the bus and the facts', { secret: true }),
    REDIS_URL: setting(url('redis:', 'rediss:').optional(), 'local', 'rate limits, attempt counters, caches', { secret: true }),
    TEMPORAL_ADDRESS: setting(z.string().regex(/^[^\s:]+:\d+$/, 'host:port').optional(), 'local', 'Temporal frontend'),
    TEMPORAL_NAMESPACE: setting(z.string().min(1).default('default'), 'default', 'Temporal namespace'),
  },
  (v, { production }) => {
    const need = (name: keyof typeof LOCAL): string => {
      const value = v[name];
      if (!value && production) throw new Refusal(name, 'required in production');
      return value ?? LOCAL[name];
    };
    return {
      mongo: { uri: need('MONGODB_URI'), prefix: v.MONGODB_PREFIX },
      nats: { url: need('NATS_URL') },
      redis: { url: need('REDIS_URL') },
      temporal: { address: need('TEMPORAL_ADDRESS'), namespace: v.TEMPORAL_NAMESPACE },
    };
  },
);
