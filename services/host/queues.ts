/** Which of Temporal's task queues a process polls, and which it reports on. */
import type { Service } from '#kit/service.ts';
import { DATA_OWNERS, WORKFLOW_QUEUE } from '#temporal/lifecycle.ts';
import type { Queue } from './temporal/backlog.ts';

/** The service whose processes run the workflows themselves. */
const WORKFLOW_POLLER = 'accounts';

export function runsWorkflows({ name }: Service): boolean {
  return name === WORKFLOW_POLLER;
}

/** A task queue with what it offers. */
export interface ActivityQueue extends Required<Pick<Service, 'name' | 'activities'>> {
  /** Workflows run there too. */
  withWorkflows: boolean;
}

/** Activities by task queue, those without any left out. */
export function activityQueues(services: readonly Service[]): ActivityQueue[] {
  return services
    .flatMap(({ name, activities = {}, bulkActivities = {}, ownQueue }): ActivityQueue[] => [
      { name: ownQueue ?? name, activities, withWorkflows: ownQueue !== undefined },
      { name: `${name}-bulk`, activities: bulkActivities, withWorkflows: false },
    ])
    .filter(({ activities }) => Object.keys(activities).length > 0);
}

/** The task queues that a process with these services polls. */
export function polledQueues(services: readonly Service[]): Queue[] {
  return [
    ...activityQueues(services).flatMap(({ name, withWorkflows }): Queue[] => [
      { name, type: 'activity' },
      ...(withWorkflows ? [{ name, type: 'workflow' as const }] : []),
    ]),
    ...(services.some(runsWorkflows) ? [{ name: WORKFLOW_QUEUE, type: 'workflow' as const }] : []),
  ];
}

/** The queues whose backlog a process reports: its own, and, where workflows run, those that no process may be polling. */
export function watchedQueues(own: readonly Queue[]): Queue[] {
  if (!own.some(({ name }) => name === WORKFLOW_QUEUE)) return [...own];
  const others = DATA_OWNERS.filter((owner) => !own.some(({ name }) => name === owner));
  return [...own, ...others.map((name): Queue => ({ name, type: 'activity' }))];
}
