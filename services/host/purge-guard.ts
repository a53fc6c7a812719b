/** Before a service erases what a project has it asks accounts whether the project is being deleted or reset: each service, each time. */
import { ownCall } from '#kit/contract/call.ts';
import type { Kit, Service } from '#kit/service.ts';
import type { Erasure } from '#kit/store/erasure.ts';
import { AccountsServiceDefinition } from '#proto/accounts/v1/accounts.ts';

type Activities = NonNullable<Service['activities']>;

/**
 * The service with every `purgeProject` behind the lock. Of a deleted project: it faults CONFLICT, and is tried again, unless accounts
 * confirms the deletion. With `until`, of one that is reset: nothing is erased unless accounts knows of that reset.
 */
export function guardPurge(service: Service, kit: Pick<Kit, 'client'>): Service {
  const { name, activities, bulkActivities } = service;
  if (!activities?.['purgeProject'] && !bulkActivities?.['purgeProject']) return service;
  const accounts = kit.client(AccountsServiceDefinition, 'confirmDeleted', 'confirmReset');

  async function confirm(projectId: string, until: string | undefined): Promise<boolean> {
    const call = ownCall(name, projectId);
    if (until !== undefined) return (await accounts.confirmReset({ until }, call)).wanted;
    await accounts.confirmDeleted({}, call);
    return true;
  }

  function guarded(given: Activities = {}): Activities {
    const purge = given['purgeProject'];
    if (!purge) return given;
    return {
      ...given,
      async purgeProject({ projectId, until }: { projectId: string; until?: string }): Promise<void> {
        if (!(await confirm(projectId, until))) return;
        await purge({ projectId, ...(until === undefined ? {} : { until: new Date(until) }) } satisfies Erasure);
      },
    };
  }

  return { ...service, activities: guarded(activities), bulkActivities: guarded(bulkActivities) };
}
