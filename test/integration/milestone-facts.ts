/** What campaigns and workflows publish of their milestones, as the consumer of insight gets it. */
import type { Fact } from '#proto/events/v1/fact.ts';

export interface Milestone {
  id: string;
  name: string;
  /** ms since 1970 */
  at: number;
  contactId: string | null;
}

export const milestoneFacts = (projectId: string, some: readonly Milestone[]): Fact[] =>
  some.map(({ id, name, at, contactId }) => ({
    id,
    projectId,
    name,
    at: new Date(at).toISOString(),
    contactId,
    data: name.startsWith('campaign') ? { campaignId: id } : { executionId: id },
  }));
