/** Templating: templates and their rendering. Wiring only. */
import type { CreateService } from '#kit/service.ts';
import { DeliveryServiceDefinition } from '#proto/delivery/v1/delivery.ts';
import { TemplatingServiceDefinition } from '#proto/templating/v1/templating.ts';
import { WorkflowsServiceDefinition } from '#proto/workflows/v1/workflows.ts';
import { createTemplatingActivities } from './activities.ts';
import { createTemplatingHandlers } from './handlers.ts';
import { templateModel } from './model.ts';
import { Pool, Renderer } from './rendering/renderer.ts';
import { createTemplatesStore } from './store.ts';

export const create: CreateService = async ({ config, metrics, log, mongo, id, client }) => {
  const { renderWorkers, renderLimitMs, cacheCharacters } = config.templating;
  const rendered = metrics.counter('posthorn_templating_renders_total', 'Texts rendered, by way', ['path']);
  const lost = metrics.counter('posthorn_templating_workers_lost_total', 'Render workers killed or dead, by reason', ['reason']);

  const pool = new Pool({
    size: renderWorkers,
    // LiquidJS stops by itself at its limit; a worker that says nothing a while later cannot.
    silenceMs: renderLimitMs + 250,
    heapMb: 128,
    worker: { renderLimitMs, cacheLimit: cacheCharacters },
    onLost: (reason) => {
      lost.inc({ reason });
      log.warn({ reason }, 'render worker lost');
    },
  });
  metrics.gauge('posthorn_templating_renders_waiting', 'Render jobs that wait for a worker', {
    collect: (gauge) => gauge.set(pool.waiting),
  });
  metrics.gauge('posthorn_templating_workers_ready', 'Render workers that take jobs', { collect: (gauge) => gauge.set(pool.ready) });
  const renderer = new Renderer({ pool, cacheLimit: cacheCharacters, onRendered: (path, count) => rendered.inc({ path }, count) });

  const model = templateModel(mongo);
  const store = createTemplatesStore(model);
  return {
    name: 'templating',
    definition: TemplatingServiceDefinition,
    handlers: createTemplatingHandlers({
      store,
      renderer,
      delivery: client(DeliveryServiceDefinition, 'checkSender'),
      workflows: client(WorkflowsServiceDefinition, 'usage'),
      id,
    }),
    models: [model],
    activities: { ...createTemplatingActivities(store) },
    start: async () => pool.start(),
    stop: () => pool.stop(),
  };
};
