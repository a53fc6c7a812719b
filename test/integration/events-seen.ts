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
  const seen = async () => {
    const all = is(await api.get(`/events/contact/${contactId}?limit=1000`), 200).events as any[];
    return all.filter((one) => one.name.startsWith(prefix));
  };
  await until(async () => (await seen()).length >= count);
  await factsDrained();
  const found = await seen();
  assert.is(found.length, count, `events: ${found.map((one) => one.name)}`);
  return found;
}
