/** What the process is and which services it runs. */
import { z } from 'zod';
import { concern, Refusal, setting } from './concern.ts';
import { whole } from './types.ts';

export const runtime = concern(
  {
    NODE_ENV: setting(
      z.enum(['development', 'test', 'production']).default('development'),
      'development',
      'production refuses development conveniences',
    ),
    SERVICES: setting(z.string().default('all'), 'all', 'services this process runs: `all` or a comma-separated list'),
    ADMIN_PORT: setting(whole(0, 65_535).optional(), '9090', '/livez, /readyz and /metrics'),
    ADMIN_HOST: setting(z.string().default('127.0.0.1'), '127.0.0.1', 'address the admin port listens on'),
    GRPC_PORT: setting(whole(0, 65_535).optional(), '50051', 'gRPC of the services in this process'),
    GRPC_HOST: setting(z.string().default('127.0.0.1'), '127.0.0.1', 'address gRPC listens on'),
    GRPC_ADVERTISE: setting(z.string().optional(), 'GRPC_HOST', 'host name or address other processes reach this one at'),
    LOG_LEVEL: setting(z.enum(['debug', 'info', 'warn', 'error']).default('info'), 'info', 'least severe log line written'),
    FAILPOINT_FILE: setting(
      z.string().optional(),
      '–',
      'for drills: a file that names the point at which the process kills itself; refused in production',
    ),
    BUS_REQUEST_TIMEOUT_MS: setting(whole(100).default(15_000), '15000', 'a bus call slower than this is answered with 504'),
  },
  (v, { production }) => {
    if (v.FAILPOINT_FILE && production) throw new Refusal('FAILPOINT_FILE', 'unset in production');
    return {
      env: v.NODE_ENV,
      production: v.NODE_ENV === 'production',
      services: v.SERVICES.split(',')
        .map((name) => name.trim())
        .filter(Boolean),
      admin: { host: v.ADMIN_HOST, port: v.ADMIN_PORT ?? 9090 },
      grpc: { host: v.GRPC_HOST, port: v.GRPC_PORT ?? 50_051, advertise: v.GRPC_ADVERTISE ?? v.GRPC_HOST },
      logLevel: v.LOG_LEVEL,
      failpointFile: v.FAILPOINT_FILE,
      busRequestTimeoutMs: v.BUS_REQUEST_TIMEOUT_MS,
    };
  },
);
