/** Placeholders in sent mail (contract 2.1 "Render merge", "Template language"), read back from the inbox. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { is } from './answers.ts';
import { mail } from './inbox-mail.ts';
import { address, anonymous, sender } from './tenant.ts';

const test = suite('rendering');
const { api, from } = await sender();

interface Case {
  body: string;
  stored?: object;
  data?: object;
}

/** What a body renders to for one recipient; bodies are marked, so that wrapping does not matter. */
async function rendered({ body, stored, data }: Case): Promise<string> {
  const to = address();
  if (stored) is(await api.post('/contacts', { email: to, data: stored }), 201);
  is(await api.post('/v1/send', { to, from, subject: 's', body: `<!DOCTYPE html><html><body>[[${body}]]</body></html>`, data }), 200);
  return /\[\[([\s\S]*)\]\]/.exec((await mail(to)).html)![1]!;
}

const stored = {
  name: 'Ada',
  n: 0,
  no: false,
  empty: null,
  'a.b': 'literal',
  a: { b: 'path', c: { d: 1 } },
  'first name': 'A',
  list: ['x', 'y'],
  plan: 'free',
};
const table: [string, object | undefined, string][] = [
  ['{{name}}', undefined, 'Ada'],
  ['{{ missing }}', undefined, ''],
  ['{{missing ?? "fallback"}}', undefined, 'fallback'],
  ["{{missing ?? 'fallback'}}", undefined, 'fallback'],
  ['{{name ?? "fallback"}}', undefined, 'Ada'],
  ['{{n ?? "x"}} {{no ?? "x"}}', undefined, '0 false'],
  ['{{missing ?? plain text}}', undefined, 'plain text'],
  ['{{missing ?? name}}', undefined, 'name'],
  ['{{ missing ?? "x" | upcase }}', undefined, 'X'],
  ['{{missing ?? b ?? c}}', undefined, 'b'],
  ['{{ missing ?? "a ?? b" }}', undefined, 'a ?? b'],
  ['{{missing ?? &quot;x&quot;}}', undefined, 'x'],
  ['{{a.b}} {{data.a.b}} {{a.c.d}} {{data.a.c.d}}', undefined, 'literal literal 1 1'],
  ['{{first name}}', undefined, 'A'],
  ['{{}}|{{ }}', undefined, '|'],
  ['{{list}}', undefined, '<li>x</li>\n<li>y</li>'],
  ['{{a}} {{list.0}} {{list[1]}}', undefined, '[object Object] x y'],
  ['{% if n %}yes{% else %}no{% endif %}{% if name %}yes{% endif %}', undefined, 'noyes'],
  ['{% for i in list %}{{forloop.index}}{{i}}{% endfor %}', undefined, '1x2y'],
  ['{{plan}}', { plan: 'pro' }, 'pro'],
  ['{{plan}}', { plan: { value: 'trial', persistent: false } }, 'trial'],
  ['{{plan}}', { plan: '' }, 'free'],
  ['{{data.plan}}', { plan: 'pro' }, 'pro'],
  ['{{html}}', { html: '<b>&amp;</b> $1 $& {{name}}' }, '<b>&amp;</b> $1 $& {{name}}'],
  ['{{constructor}}{{__proto__}}{{name.constructor}}{{list.map}}', undefined, ''],
  ['{% if %} {{name}}', undefined, '{% if %} Ada'],
  ['{{ name', undefined, '{{ name'],
  ['{{name | unheard}}', undefined, 'Ada'],
];
for (const [body, data, expected] of table) {
  test(`${body}${data ? ` with ${JSON.stringify(data)}` : ''}`, async () => {
    assert.is((await rendered({ body, stored, data })).trim(), expected);
  });
}

test('reserved values cannot be overridden', async () => {
  const to = address();
  const { urls } = is(await anonymous.get('/config'), 200);
  const data = { id: 'x', email: 'x', posthorn_id: 'x', posthorn_email: 'x', unsubscribeUrl: 'x', subscribeUrl: 'x', manageUrl: 'x' };
  const names = Object.keys(data);
  const body = `<!DOCTYPE html><html><body>[[${names.map((one) => `{{${one}}}`).join(' ')}]]</body></html>`;
  const {
    data: {
      emails: [
        {
          contact: { id },
        },
      ],
    },
  } = is(await api.post('/v1/send', { to, from, subject: '{{email}}', body, data }), 200);
  const got = await mail(to);
  const pages = ['unsubscribe', 'subscribe', 'manage'].map((page) => `${urls.dashboard}/${page}/${id}`);
  assert.is(/\[\[(.*)\]\]/s.exec(got.html)![1], [id, to, id, to, ...pages].join(' '));
  assert.is(got.subject, to);
});

test('each recipient has a scope of their own', async () => {
  const [one, two] = [address(), address()];
  is(await api.post('/contacts', { email: one, data: { name: 'Ada' } }), 201);
  is(
    await api.post('/v1/send', { to: [one, two], from, subject: '{{name ?? "nobody"}}', body: '{{seen}}{% assign seen = name %}{{seen}}' }),
    200,
  );
  assert.equal([(await mail(one)).subject, (await mail(two)).subject], ['Ada', 'nobody']);
  assert.match((await mail(one)).html, /Ada/);
  assert.not.match((await mail(two)).html, /Ada/);
});

test('a line break in a value does not break out of the subject', async () => {
  const to = address();
  is(await api.post('/v1/send', { to, from, subject: 'Hi {{x}}', body: 'b', data: { x: 'a\r\nBcc: evil@example.com' } }), 200);
  assert.not.match((await mail(to)).raw, /^Bcc:/im);
});

test('a template that never ends is cut off, the mail leaves', async () => {
  const to = address();
  const body = '{% for a in (1..100000) %}{% for b in (1..100000) %}{{b}}{% endfor %}{% endfor %}';
  is(await api.post('/v1/send', { to, from, subject: 'Loop', body }), 200);
  assert.is((await mail(to)).subject, 'Loop');
});

test.run();
