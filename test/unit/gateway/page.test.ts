/** The recipient pages: words, escaping, addresses, accessibility that markup can show. */
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { LANGUAGES } from '#services/recipient/language.ts';
import { PAGES, linkQuery, pagesPath, recipientPage, refusalPage } from '#services/gateway/domain/page.ts';
import type { PageParts } from '#services/gateway/domain/page.ts';
import { WORDING, preferredLanguage } from '#services/gateway/domain/wording.ts';

const test = suite('recipient pages');

const made = (over: Partial<PageParts> = {}) =>
  recipientPage({
    page: 'unsubscribe',
    id: 'c1',
    email: 'ada@example.org',
    subscribed: true,
    language: 'en',
    sender: 'Acme',
    logo: '',
    link: {},
    ...over,
  });

test('words in every language we know, all of them', () => {
  assert.equal(Object.keys(WORDING).sort(), [...LANGUAGES].sort());
  const keys = Object.keys(WORDING['en']!).sort();
  for (const [language, words] of Object.entries(WORDING)) {
    assert.equal(Object.keys(words).sort(), keys, language);
    for (const key of ['askUnsubscribe', 'askSubscribe', 'unsubscribed', 'subscribed'] as const)
      assert.is(words[key].split('{email}').length, 2, `${language} ${key}`);
    for (const page of PAGES) {
      const html = made({ page, language });
      assert.ok(
        html.includes(`<html lang="${language}" dir="${['ar', 'he', 'fa', 'ur'].includes(language) ? 'rtl' : 'ltr'}">`) &&
          html.includes('<strong dir="auto">ada@example.org</strong>') &&
          !html.includes('{email}'),
        `${language} ${page}`,
      );
    }
  }
});

test('asks while there is something to do, tells how things stand, offers the way back', () => {
  const actionOf = (html: string) => /<form method="post" action="([^"]*)">/.exec(html)![1];
  const table: [PageParts['page'], boolean, string, string][] = [
    ['unsubscribe', true, 'askUnsubscribe', '../unsubscribe/c1'],
    ['unsubscribe', false, 'unsubscribed', '../subscribe/c1'],
    ['subscribe', false, 'askSubscribe', '../subscribe/c1'],
    ['subscribe', true, 'subscribed', '../unsubscribe/c1'],
    ['manage', true, 'subscribed', '../manage/c1?subscribed=false'],
    ['manage', false, 'unsubscribed', '../manage/c1?subscribed=true'],
  ];
  for (const [page, subscribed, words, action] of table) {
    const html = made({ page, subscribed });
    assert.ok(html.includes(WORDING['en']![words as 'subscribed'].split('{email}')[1]!), `${page} ${subscribed}`);
    assert.is(actionOf(html), action, `${page} ${subscribed}`);
    assert.is(html.includes('role="status"'), words === 'subscribed' || words === 'unsubscribed');
    assert.is(html.match(/<h1>/g)!.length, 1);
    assert.is(html.match(/<button type="submit"/g)!.length, 1);
    assert.not.match(html, /<script|javascript:|onclick/i);
    const isQuiet = words === 'subscribed' || words === 'unsubscribed';
    assert.is(
      html.includes('<button type="submit" class="quiet">'),
      isQuiet && !(page === 'manage' && !subscribed),
      `${page} ${subscribed}`,
    );
  }
});

test('says who sends, where that is known', () => {
  assert.ok(made().includes('<span class="mark" aria-hidden="true">A</span><span dir="auto">Acme</span>'));
  assert.ok(made({ sender: ' 🦄 & co' }).includes('aria-hidden="true">🦄</span><span dir="auto"> 🦄 &amp; co</span>'));
  for (const sender of ['', '  ']) assert.not(made({ sender }).includes('class="sender"'));
  const withLogo = made({ logo: 'https://acme.example/logo.png?a=1&b="' });
  assert.ok(
    withLogo.includes('<img class="logo" src="https://acme.example/logo.png?a=1&amp;b=&quot;" alt=""><span dir="auto">Acme</span>'),
  );
});

test('the query of the link is kept', () => {
  assert.ok(made({ link: { e: 'm 1', t: 'a&b' } }).includes('action="../unsubscribe/c1?e=m+1&amp;t=a%26b"'));
  assert.ok(made({ page: 'manage', link: { e: 'm', t: 's' } }).includes('action="../manage/c1?subscribed=false&amp;e=m&amp;t=s"'));
  assert.is(linkQuery({ e: undefined, t: undefined }), '');
});

test('no text of a contact or a link becomes markup', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...PAGES),
      fc.array(fc.string(), { minLength: 4, maxLength: 4 }),
      fc.boolean(),
      (page, texts, subscribed) => {
        const [id, email, sender, t] = texts as [string, string, string, string];
        const hostile = (text: string) => `"'><script>&amp;$&${text}`;
        const html = made({ page, id: hostile(id), email: hostile(email), sender: hostile(sender), link: { t: hostile(t) }, subscribed });
        const plain = made({ page, id: 'c1', email: 'e', subscribed });
        const count = (text: string, what: RegExp) => text.match(what)?.length ?? 0;
        for (const what of [/</g, />/g, /<script/g]) assert.is(count(html, what), count(plain, what));
        const attributes = (text: string) => text.match(/"/g)!.length;
        assert.is(attributes(html), attributes(plain));
      },
    ),
  );
});

test('what is shown when there is no page', () => {
  for (const language of LANGUAGES)
    for (const kind of ['invalid', 'failed'] as const) {
      const html = refusalPage('manage', language, kind);
      assert.ok(html.includes(`<p role="alert">${WORDING[language]![kind]}</p>`), `${language} ${kind}`);
      assert.is(html.includes(`<p>${WORDING[language]!.help}</p>`), kind === 'invalid', 'what to do about it');
    }
});

test('the language of the browser', () => {
  const table: [string | undefined, string][] = [
    [undefined, 'en'],
    ['', 'en'],
    ['de', 'de'],
    ['de-AT,en;q=0.5', 'de'],
    ['xx, fr;q=0.2, sv;q=0.9', 'sv'],
    ['zh-tw', 'zh-TW'],
    ['zh-Hant-MO', 'zh-TW'],
    ['zh-SG', 'zh-CN'],
    ['de;q=0,nl', 'nl'],
    ['*', 'en'],
    [';;,,q=', 'en'],
    ['constructor', 'en'],
  ];
  for (const [header, expected] of table) assert.is(preferredLanguage(header), expected, header);
});

test('where the pages lie', () => {
  const table: [string, string, string][] = [
    ['http://a:1', 'http://a:1/app', '/app'],
    ['https://a/api', 'https://a/api/app', '/app'],
    ['https://a', 'https://b', '/app'],
    ['https://a', 'https://b/', '/app'],
    ['https://a', 'https://b/pages', '/pages'],
    ['https://a', 'https://a', '/app'],
    ['https://a', 'https://ab/x', '/x'],
  ];
  for (const [api, dashboard, path] of table) assert.is(pagesPath(api, dashboard), path, dashboard);
});

test.run();
