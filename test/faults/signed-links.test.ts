/** `UNSUBSCRIBE_REQUIRE_TOKEN=true`: who follows a link from a mail gets in, who guesses an id does not. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { account, api } from '#test/client.ts';
import { ownStack } from '#test/stack.ts';
import { until } from '#test/until.ts';

const test = suite('signed links');
const own = await ownStack({ env: { UNSUBSCRIBE_REQUIRE_TOKEN: 'true' } });
const services = await own.startServices('one');
const { project, domain } = await account(services.url);
const [client, anonymous] = [api(services.url, project.secret), api(services.url)];
const PAGES = ['unsubscribe', 'subscribe', 'manage'];

async function sent(): Promise<{ id: string; links: Record<string, string> }> {
  const to = `${crypto.randomUUID()}@example.com`;
  const body = PAGES.map((page) => `<a href="{{${page}Url}}">${page}</a>`).join(' ');
  const answer = await client.post('/v1/send', { to, from: `hello@${domain}`, subject: 's', body });
  assert.is(answer.status, 200, answer.text);
  const id = answer.body.data.emails[0].contact.id as string;
  const item = await until(async () => (await anonymous.get(`/dev/inbox?to=${to}`)).body.data[0]);
  const { html } = (await anonymous.get(`/dev/inbox/${item.id}`)).body;
  return {
    id,
    links: Object.fromEntries(
      [...html.matchAll(/<a href="([^"]*)">(\w+)<\/a>/g)].map(([, href, page]) => [
        page,
        new URL(href.replaceAll('&amp;', '&')).href.slice(services.url.length),
      ]),
    ),
  };
}

const [mine, other] = [await sent(), await sent()];

test('the template’s links carry mail and signature, and open the pages', async () => {
  for (const page of PAGES) {
    assert.match(mine.links[page]!, new RegExp(`^/app/${page}/${mine.id}\\?e=[\\w-]+&t=[\\w-]+$`));
    const answer = await anonymous.get(mine.links[page]!);
    assert.is(answer.status, 200, answer.text);
    for (const [, action] of answer.text.matchAll(/action="([^"]*)"/g))
      assert.ok(action!.includes('&amp;t='), 'the form keeps the signature');
  }
});

test('without it, or with another’s, every page and route is closed', async () => {
  const { search } = new URL(other.links['manage']!, services.url);
  for (const query of ['', '?t=x', search, new URL(mine.links['manage']!, services.url).search.replace(/e=[^&]+/, 'e=x')]) {
    for (const page of PAGES) {
      const answer = await anonymous.get(`/app/${page}/${mine.id}${query}`);
      assert.is(answer.status, 403);
      assert.match(answer.text, /role="alert"/);
      assert.is((await anonymous.post(`/app/${page}/${mine.id}${query || '?'}&subscribed=false`)).status, 403);
    }
    assert.is((await anonymous.get(`/contacts/public/${mine.id}${query}`)).status, 403);
    assert.is((await anonymous.post(`/unsubscribe/${mine.id}${query}`)).status, 403);
  }
  assert.is((await client.get(`/contacts/${mine.id}`)).body.subscribed, false);
});

test('the button works with it', async () => {
  const { pathname, search } = new URL(mine.links['subscribe']!, services.url);
  const answer = await anonymous.post(pathname + search);
  assert.equal([answer.status, answer.headers.get('location')], [303, services.url + pathname + search]);
  assert.is((await client.get(`/contacts/${mine.id}`)).body.subscribed, true);
});

test.after(() => own.stop());
test.run();
