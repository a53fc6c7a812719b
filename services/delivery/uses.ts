/** What still sends from a domain (decisions 4.9 DELETE /domains/:id). */
import type { CallMeta } from '#kit/contract/call.ts';
import type { Client } from '#kit/contract/definition.ts';
import type { TemplatingServiceDefinition } from '#proto/templating/v1/templating.ts';

const PAGE = 100;

/** True when a template of the project has its sender on the domain. */
export async function templateUses(templating: Client<typeof TemplatingServiceDefinition>, domain: string, call: CallMeta): Promise<boolean> {
  for (let page = 1; ; page += 1) {
    const { data, totalPages } = await templating.list({ page, pageSize: PAGE, sort: 'createdAt', dir: 'asc' }, call);
    if (data.some(({ from }) => from.toLowerCase().endsWith(`@${domain}`))) return true;
    if (page >= totalPages) return false;
  }
}
