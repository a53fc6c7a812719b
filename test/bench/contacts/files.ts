/** Contacts as files through the gateway: written as an export writes them, sent in, and read out again. */
import { createHash } from 'node:crypto';
import { createWriteStream, openAsBlob } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { api } from '#test/client.ts';
import { until } from '#test/until.ts';
import { contactSample } from './samples.ts';

interface Project {
  id: string;
  secret: string;
}

const CHUNK = 1_000;
const WITHIN_MS = 600_000;
/** As stored, by the names an import gives them. */
const FIELDS = new Map(
  Object.keys(contactSample('', 0).data)
    .map((key) => [key.toLowerCase(), key] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1)),
);

/** The nth line: the same contact as `contactSample`, its fields in the order of their names. No cell of it needs quotes. */
function line(n: number): string {
  const { email, data } = contactSample('', n);
  return `${[email, ...[...FIELDS.values()].map((key) => data[key])].join(',')}\n`;
}

const header = `${['email', ...FIELDS.keys()].join(',')}\n`;

/** Contacts by their numbers. */
export interface Range {
  from: number;
  count: number;
}

function* linesOf({ from, count }: Range, spoilt: (n: number) => string | undefined): Generator<string> {
  for (let at = from; at < from + count; at += CHUNK)
    yield Array.from({ length: Math.min(CHUNK, from + count - at) }, (_, n) => spoilt(at + n) ?? line(at + n)).join('');
}

/** Writes a file of these contacts; `spoilt` says which lines are another instead. */
export async function writeFile(path: string, range: Range, spoilt: (n: number) => string | undefined = () => undefined): Promise<void> {
  const chunks = function* (): Generator<string> {
    yield header;
    yield* linesOf(range, spoilt);
  };
  await pipeline(Readable.from(chunks()), createWriteStream(path));
}

/** The hash of the first contacts' export. */
export function exportHash(count: number): string {
  const hash = createHash('sha256').update(header);
  for (const chunk of linesOf({ from: 0, count }, () => undefined)) hash.update(chunk);
  return hash.digest('hex');
}

export interface Imported {
  /** From the first byte to the answer, and from there to the end of the job, in seconds. */
  upload: number;
  seconds: number;
  /** totalRows, imported, updated, skipped. */
  counts: number[];
}

/** Imports the file at `path`. Throws unless the job completes. */
export async function importFile(url: string, { secret }: Project, path: string): Promise<Imported> {
  const form = new FormData();
  form.append('file', await openAsBlob(path, { type: 'text/csv' }), 'people.csv');
  const begun = performance.now();
  const answer = await fetch(`${url}/contacts/import`, { method: 'POST', headers: { authorization: `Bearer ${secret}` }, body: form });
  if (answer.status !== 202) throw new Error(`POST /contacts/import answered ${answer.status} ${await answer.text()}`);
  const { jobId } = (await answer.json()) as { jobId: string };
  const taken = performance.now();
  const job = await until(
    async () => {
      const { body } = await api(url, secret).get(`/contacts/import/${jobId}`);
      return body.status === 'completed' || body.status === 'failed' ? body : undefined;
    },
    { within: WITHIN_MS, every: 100, what: 'the end of the import' },
  );
  if (job.status !== 'completed') throw new Error(`the import failed: ${job.failedReason}`);
  return {
    upload: (taken - begun) / 1_000,
    seconds: (performance.now() - taken) / 1_000,
    counts: [job.totalRows, job.imported, job.updated, job.skipped],
  };
}

/** Reads the whole export. */
export async function exportFile(url: string, { secret }: Project): Promise<{ seconds: number; bytes: number; hash: string }> {
  const begun = performance.now();
  const answer = await fetch(`${url}/contacts/export`, { headers: { authorization: `Bearer ${secret}` } });
  if (answer.status !== 200 || !answer.body) throw new Error(`GET /contacts/export answered ${answer.status}`);
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of answer.body) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { seconds: (performance.now() - begun) / 1_000, bytes, hash: hash.digest('hex') };
}
