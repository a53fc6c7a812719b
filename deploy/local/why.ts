/**
 * `npm run why -- <address|email id>`: the story of a person's mails, or of one, from the API. Asks the running local stack, or the one
 * that
 * POSTHORN_URL and POSTHORN_API_KEY name.
 */
import { personOf, storyOf } from '../why/story.ts';
import type { Mail, Person, Step } from '../why/story.ts';
import { readAccount } from './account.ts';

/** Newest mails of an address that are printed. */
const SHOWN = 5;

const [wanted] = process.argv.slice(2);
const known = readAccount();
const url = process.env['POSTHORN_URL'] ?? known?.url;
const key = process.env['POSTHORN_API_KEY'] ?? known?.project.secret;

function end(line: string): never {
  console.error(line);
  process.exit(2);
}

if (!wanted) end('Usage: npm run why -- <address|email id>');
if (!url || !key) end('No stack to ask: start one with npm start, or set POSTHORN_URL and POSTHORN_API_KEY (a secret key of the project).');

async function ask<T>(path: string): Promise<T> {
  const response = await fetch(url + path, { headers: { authorization: `Bearer ${key}` } }).catch((error: Error) =>
    end(`${url} does not answer: ${(error.cause as Error | undefined)?.message ?? error.message}`),
  );
  const answer = (await response.json()) as T & { error?: { message: string } };
  if (!response.ok) end(`${path}: ${response.status} ${answer.error?.message ?? ''}`);
  return answer;
}

async function print(id: string): Promise<void> {
  const [mail, trace] = await Promise.all([ask<Mail>(`/emails/${id}`), ask<{ data: Step[] }>(`/emails/${id}/trace`)]);
  console.log(storyOf(mail, trace.data).join('\n'));
}

if (wanted.includes('@')) {
  const address = wanted.trim().toLowerCase();
  const at = encodeURIComponent(address);
  const [mails, people] = await Promise.all([
    ask<{ data: Mail[]; total: number }>(`/emails?to=${at}&pageSize=${SHOWN}`),
    ask<{ data: Person[] }>(`/contacts?search=${at}`),
  ]);
  console.log(
    personOf(
      address,
      people.data.find(({ email }) => email === address),
      mails.total,
    ).join('\n'),
  );
  if (mails.total > SHOWN) console.log(`Of ${mails.total} mails the newest ${SHOWN}:`);
  for (const { id } of mails.data) {
    console.log('');
    await print(id);
  }
} else {
  await print(encodeURIComponent(wanted));
}
