/** The servers Posthorn rests on, by name. */
import { mongodb } from './mongodb.ts';
import { nats } from './nats.ts';
import { redis } from './redis.ts';
import { temporal } from './temporal.ts';
import type { ServerName } from '../binaries.mjs';
import type { Server } from './server.ts';

export const SERVERS: Readonly<Record<ServerName, Server>> = { mongodb, nats, redis, temporal };
export const SERVER_NAMES = Object.keys(SERVERS) as ServerName[];
