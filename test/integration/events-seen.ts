/** Events of a contact, once as many as expected have arrived. */
import * as assert from 'uvu/assert';
import { is } from './answers.ts';
import type { Api } from '#test/client.ts';
import { factsDrained } from '#test/facts-drained.ts';
import { until } from '#test/until.ts';

/**
 * The events of a contact whose name begins so (those of its subscription), newest first: waits for `count` of them, and that no more come.
 */
export async function events(api: Api, contactId: string, count: number, prefix = 'contact.'): Promise<any[]> {
  return (await eventsOfAll(api, new Map([[contactId, count]]), prefix)).get(contactId)!;
}

/** The same of many contacts: id → as many as are expected. */
export async function eventsOfAll(api: Api, counts: ReadonlyMap<string, number>, prefix = 'contact.'): Promise<Map<string, any[]>> {
  const seen = async (contactId: string): Promise<any[]> => {
    const all = is(await api.get(`/events/contact/${contactId}?limit=1000`), 200).events as any[];
    return all.filter((one) => one.name.startsWith(prefix));
  };
  for (const [contactId, count] of counts) await until(async () => (await seen(contactId)).length >= count);
  await factsDrained();
  const found = new Map<string, any[]>();
  for (const [contactId, count] of counts) {
    const own = await seen(contactId);
    assert.is(own.length, count, `events of ${contactId}: ${own.map((one) => one.name)}`);
    found.set(contactId, own);
  }
  return found;
}
