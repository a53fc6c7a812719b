/** A mail as the capture provider kept it. */
import { is } from './answers.ts';
import { anonymous } from './tenant.ts';
import { until } from '#test/until.ts';

/** The mails captured for an address, newest first, whole, once `count` are there. */
export async function mails(to: string, count = 1): Promise<any[]> {
  const list = await until(async () => {
    const { data } = is(await anonymous.get(`/dev/inbox?to=${encodeURIComponent(to)}`), 200);
    return data.length >= count && data;
  });
  return Promise.all(list.map(async (one: any) => is(await anonymous.get(`/dev/inbox/${one.id}`), 200)));
}

/** The one mail captured for an address. */
export async function mail(to: string): Promise<any> {
  return (await mails(to))[0];
}

/** A header of a mail, whatever the casing of its name. */
export function header(from: { headers: object }, name: string): string | undefined {
  const found = Object.entries(from.headers).find(([key]) => key.toLowerCase() === name.toLowerCase());
  return found?.[1] as string | undefined;
}
