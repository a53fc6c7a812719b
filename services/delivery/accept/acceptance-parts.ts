/** Dependencies shared by the two ways of accepting mail: requests, and steps of workflows. */
import type { KeyRing } from '#kit/key-ring.ts';
import type { Project } from '#proto/accounts/v1/accounts.ts';
import type { SenderDomains } from '../sender-domains/sender-domains.ts';
import type { CoalescedRequestsParts } from './request-coalescing.ts';

export interface CommonParts extends Pick<CoalescedRequestsParts, 'templating'> {
  domains: Pick<SenderDomains, 'check'>;
  project: (projectId: string) => Promise<Pick<Project, 'name' | 'language'>>;
  dashboard: string;
  /** Signs the links to recipient pages; null where they need no signature (`UNSUBSCRIBE_REQUIRE_TOKEN`). */
  linkKeys: KeyRing | null;
  /** Names this process in traces. */
  processId: string;
}
