/** The gateway as it is wired, listening on a port of its own, with no other service there: what it decides by itself. */
import mongoose from 'mongoose';
import { readConfig } from '#kit/config/config.ts';
import { createLog } from '#kit/telemetry/log.ts';
import { createMetrics } from '#kit/telemetry/metrics.ts';
import { freePort, releasePorts } from '#local/ports.ts';
import { create } from '#services/gateway/service.ts';
import { STOP_WITHIN_MS } from '#services/host/host.ts';
import { serviceManifest } from '#services/host/service-manifest.ts';

export interface Gateway {
  url: string;
  port: number;
  stop(): Promise<void>;
}

export async function startGateway(env: Record<string, string>): Promise<Gateway> {
  const port = await freePort();
  const config = readConfig({ JWT_SECRET: 'x'.repeat(32), PORT: String(port), REQUEST_LOGGING: 'false', ...env });
  const service = await serviceManifest(create, {
    config,
    log: createLog('silent'),
    metrics: createMetrics(),
    mongo: mongoose.createConnection(),
  });
  await service.start!();
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    async stop() {
      await service.stop!(STOP_WITHIN_MS);
      releasePorts(port);
    },
  };
}
