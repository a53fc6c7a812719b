/** Imports as the cases speak of them: a file in, the ended job out. */
import { setTimeout as sleep } from 'node:timers/promises';
import { stretched } from '#local/time-scale.ts';
import type { Api } from '#test/client.ts';
import { csvForm } from '#test/csv-form.ts';
import { is } from './answers.ts';

/** Imports the file and answers the job when it has ended. */
export async function imported(
  api: Api,
  content: string | Uint8Array,
  file: Parameters<typeof csvForm>[1] = {},
  withinMs = 60_000,
): Promise<any> {
  const { jobId } = is(await api.post('/contacts/import', csvForm(content, file)), 202);
  for (const until = Date.now() + stretched(withinMs); Date.now() < until; await sleep(40)) {
    const job = is(await api.get(`/contacts/import/${jobId}`), 200);
    if (job.status !== 'queued') return job;
  }
  throw new Error(`the import ${jobId} did not end`);
}

/** Every contact of the project by address. */
export async function everyone(api: Api): Promise<Map<string, any>> {
  const all = new Map<string, any>();
  for (let cursor: string | undefined = ''; cursor !== undefined;) {
    const page: any = is(await api.get(`/contacts?limit=100&dir=asc${cursor ? `&cursor=${cursor}` : ''}`), 200);
    for (const contact of page.data) all.set(contact.email, contact);
    cursor = page.cursor;
  }
  return all;
}
