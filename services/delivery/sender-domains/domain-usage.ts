/** What still sends from a domain (contract 4.9 "DELETE /domains/:id"). */
import type { CallMeta } from '#kit/contract/call.ts';
import type { Kit } from '#kit/service.ts';
import { CampaignsServiceDefinition } from '#proto/campaigns/v1/campaigns.ts';
import { TemplatingServiceDefinition } from '#proto/templating/v1/templating.ts';

/** Who has its sender on the domain, in the words of an answer; null when nobody has. */
export type DomainUsage = (domain: string, call: CallMeta) => Promise<string | null>;

const PAGE = 100;

export function createDomainUsage({ client }: Pick<Kit, 'client'>): DomainUsage {
  const [templating, campaigns] = [client(TemplatingServiceDefinition, 'list'), client(CampaignsServiceDefinition, 'usage')];

  async function isTemplates(domain: string, call: CallMeta): Promise<boolean> {
    for (let page = 1; ; page += 1) {
      const { data, totalPages } = await templating.list({ page, pageSize: PAGE, sort: 'createdAt', dir: 'asc' }, call);
      if (data.some(({ from }) => from.toLowerCase().endsWith(`@${domain}`))) return true;
      if (page >= totalPages) return false;
    }
  }

  return async (domain, call) => {
    if (await isTemplates(domain, call)) return 'a template';
    return (await campaigns.usage({ domain }, call)).campaigns.length > 0 ? 'a campaign' : null;
  };
}
