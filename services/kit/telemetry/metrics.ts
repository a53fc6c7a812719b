/** Prometheus metrics of this process. Labels come from closed sets: never a project, an address or an id. */
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

export interface GaugeOptions<L extends string> {
  labels?: readonly L[];
  /** Sets it when it is read; where that fails it is absent, and all others are read. */
  collect?: (gauge: Gauge<L>) => void | Promise<void>;
}

export interface Metrics {
  readonly registry: Registry;
  counter<L extends string>(name: string, help: string, labels?: readonly L[]): Counter<L>;
  gauge<L extends string>(name: string, help: string, options?: GaugeOptions<L>): Gauge<L>;
  /** Seconds, unless `buckets` say otherwise. */
  histogram<L extends string>(name: string, help: string, options?: { labels?: readonly L[]; buckets?: number[] }): Histogram<L>;
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15];

/** A registry of its own, so that tests run several side by side. Asking twice for a name gives the same metric. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'posthorn_' });
  const once = <M>(name: string, make: () => M): M => (registry.getSingleMetric(name) as M | undefined) ?? make();
  const registers = [registry];
  return {
    registry,
    counter: (name, help, labelNames = []) => once(name, () => new Counter({ name, help, labelNames, registers })),
    gauge: (name, help, { labels = [], collect } = {}) =>
      once(name, () => {
        const collecting = collect && {
          async collect(this: Gauge) {
            try {
              await collect(this);
            } catch {
              // Without labels a reset would say 0.
              if (labels.length > 0) this.reset();
              else this.remove();
            }
          },
        };
        return new Gauge({ name, help, labelNames: labels, registers, ...collecting });
      }),
    histogram: (name, help, { labels = [], buckets = SECONDS } = {}) =>
      once(name, () => new Histogram({ name, help, labelNames: labels, buckets, registers })),
  };
}
