/** A real Prometheus that scrapes a local stack every second, with rules of its own. */
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { debianProgram } from '#local/debian.ts';
import { freePort } from '#local/ports.ts';
import { until } from './until.ts';

export interface Prometheus {
  /** Names of the alerts that fire now. */
  firing(): Promise<Set<string>>;
  stop(): Promise<void>;
}

/** @param targets process → host:port of its admin port. @param rules a rule file, as an object. */
export async function startPrometheus(dir: string, targets: Readonly<Record<string, string>>, rules: object): Promise<Prometheus> {
  const program = await debianProgram('prometheus');
  const port = await freePort();
  mkdirSync(dir, { recursive: true });
  const config = {
    global: { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '1s' },
    rule_files: ['alerts.yaml'],
    scrape_configs: [
      {
        job_name: 'posthorn',
        static_configs: Object.entries(targets).map(([name, target]) => ({ targets: [target], labels: { process: name } })),
      },
    ],
  };
  writeFileSync(join(dir, 'alerts.yaml'), stringify(rules));
  writeFileSync(join(dir, 'prometheus.yaml'), stringify(config));
  const args = [
    `--config.file=${join(dir, 'prometheus.yaml')}`,
    `--storage.tsdb.path=${join(dir, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
    '--log.level=warn',
  ];
  const child = spawn(program.path, args, { env: program.env, stdio: ['ignore', 'ignore', 'inherit'] });
  const ask = async (path: string): Promise<any> => (await fetch(`http://127.0.0.1:${port}${path}`)).json();
  const scraped = async (): Promise<boolean> => {
    const { data } = await ask('/api/v1/targets');
    return (
      data.activeTargets.length === Object.keys(targets).length &&
      data.activeTargets.every(({ health }: { health: string }) => health === 'up')
    );
  };
  await until(scraped, { within: 60_000, every: 200, what: 'the first scrape of every process' });
  return {
    async firing() {
      const { data } = await ask('/api/v1/alerts');
      return new Set(data.alerts.filter(({ state }: { state: string }) => state === 'firing').map(({ labels }: any) => labels.alertname));
    },
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'close');
    },
  };
}
