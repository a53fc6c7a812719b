/**
 * `npm run listmonk -- <file>`: makes contacts of the subscribers that listmonk exported, at `API` with the secret key in `SECRET`. May be
 * repeated: what is there is updated, and nobody who has left since is subscribed again.
 */
import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'csv-parse';
import pLimit from 'p-limit';
import { COLUMNS, contactOf } from './listmonk-subscriber.ts';
import type { NewContact, Subscriber } from './listmonk-subscriber.ts';

const AT_ONCE = 8;
const MOST_RECORD_BYTES = 1_048_576;
const LOGGED_EVERY = 1_000;

const { API: api = 'http://127.0.0.1:8080', SECRET: secret, INIT_CWD: from = '.' } = process.env;
const [file] = process.argv.slice(2);
if (!file || !secret) {
  console.error('usage: API=<address> SECRET=<secret key> npm run listmonk -- <subscribers.csv>');
  process.exit(2);
}

/** What the server said against the contact; undefined: it took it. Waits where it is asked too often; any other failure ends the run. */
async function refusalOf(contact: NewContact): Promise<string | undefined> {
  for (;;) {
    const answer = await fetch(`${api}/contacts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify(contact),
    });
    const said = await answer.text();
    if (answer.ok) return undefined;
    if (answer.status === 400 || answer.status === 422) return said;
    if (answer.status !== 429) throw new Error(`${answer.status} ${said}`);
    await sleep(Number(answer.headers.get('retry-after') ?? 1) * 1_000);
  }
}

const counts = { subscribed: 0, unsubscribed: 0, refused: 0 };

async function take(line: number, subscriber: Subscriber): Promise<void> {
  let contact: NewContact;
  try {
    contact = contactOf(subscriber);
  } catch (error) {
    counts.refused += 1;
    return console.error(`line ${line}: ${subscriber.email}: ${(error as Error).message}`);
  }
  const refusal = await refusalOf(contact);
  if (refusal !== undefined) console.error(`line ${line}: ${subscriber.email}: ${refusal}`);
  counts[refusal !== undefined ? 'refused' : contact.subscribed === false ? 'unsubscribed' : 'subscribed'] += 1;
}

/** Whether the first line names the columns of an export. */
function checkHeader(names: string[]): string[] {
  const missing = COLUMNS.filter((name) => !names.includes(name));
  if (missing.length > 0) throw new Error(`${file} is no export of listmonk's subscribers: it lacks ${missing.join(', ')}`);
  return names;
}

const records = createReadStream(resolve(from, file)).pipe(
  parse({ bom: true, columns: checkHeader, info: true, max_record_size: MOST_RECORD_BYTES }),
);
const limit = pLimit(AT_ONCE);
let waiting: Promise<void>[] = [];
let seen = 0;
try {
  for await (const { record, info } of records as AsyncIterable<{ record: Subscriber; info: { lines: number } }>) {
    waiting.push(limit(() => take(info.lines, record)));
    seen += 1;
    if (seen % LOGGED_EVERY !== 0) continue;
    await Promise.all(waiting);
    waiting = [];
    console.log(`${seen} subscribers`);
  }
  await Promise.all(waiting);
} catch (error) {
  console.error(`stopped: ${(error as Error).message}; run it again once that is mended`);
  process.exitCode = 1;
}
console.log(`${counts.subscribed} taken as they are, ${counts.unsubscribed} unsubscribed, ${counts.refused} refused`);
if (counts.refused > 0) process.exitCode = 1;
