/** The lock before erasing a project: accounts is asked whether it is deleted, by every service and every time. */
import { ownCall } from '#kit/contract/call.ts';
import type { Kit, Service } from '#kit/service.ts';
import { AccountsServiceDefinition } from '#proto/accounts/v1/accounts.ts';

type Activities = NonNullable<Service['activities']>;

/** The service with every `purgeProject` behind the lock: it faults CONFLICT, and is tried again, unless accounts confirms the deletion. */
export function guardPurge(service: Service, kit: Pick<Kit, 'client'>): Service {
  const { name, activities, bulkActivities } = service;
  if (!activities?.['purgeProject'] && !bulkActivities?.['purgeProject']) return service;
  const accounts = kit.client(AccountsServiceDefinition, 'confirmDeleted');

  function guarded(given: Activities = {}): Activities {
    const purge = given['purgeProject'];
    if (!purge) return given;
    return {
      ...given,
      async purgeProject(input: { projectId: string }): Promise<unknown> {
        await accounts.confirmDeleted({}, ownCall(name, input.projectId));
        return purge(input);
      },
    };
  }

  return { ...service, activities: guarded(activities), bulkActivities: guarded(bulkActivities) };
}
