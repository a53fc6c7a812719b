/** Counts a project's documents of each kind that a reset erases. */
import type { Api } from '#test/client.ts';

/** @param api with the project's secret key. Throws when a list is refused. */
export async function holdingsOf(api: Api): Promise<Record<string, number>> {
  const of = async (path: string, count: (body: any) => number): Promise<number> => {
    const { status, body, text } = await api.get(path);
    if (status !== 200) throw new Error(`GET ${path} answered ${status} ${text}`);
    return count(body);
  };
  return {
    contacts: await of('/contacts?limit=1', ({ total }) => total),
    fields: await of('/contacts/fields', ({ fields }) => fields.filter(({ isCustom }: any) => isCustom).length),
    segments: await of('/segments', (list) => list.length),
    templates: await of('/templates', ({ total }) => total),
    campaigns: await of('/campaigns', ({ total }) => total),
    workflows: await of('/workflows', ({ total }) => total),
    emails: await of('/emails?pageSize=1', ({ total }) => total),
    events: await of('/events?limit=1000', ({ events }) => events.length),
    names: await of('/events/stats', (list) => list.length),
    activity: await of('/activity', ({ data }) => data.length),
    sent: await of('/activity/stats', ({ totalEmailsSent }) => totalEmailsSent),
  };
}
