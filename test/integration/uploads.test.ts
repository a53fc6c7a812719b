/** POST /uploads/image (contract 4.9 "Uploads"). */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { envelope, is, keys, short } from './answers.ts';
import { anonymous, tenant } from './tenant.ts';

const test = suite('uploads');
const { api } = await tenant();

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const jpeg = Buffer.concat([
  Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]),
  Buffer.from('JFIF\0'),
  Buffer.alloc(64),
  Buffer.from([0xff, 0xd9]),
]);
const webp = Buffer.concat([Buffer.from('RIFF'), Buffer.from([32, 0, 0, 0]), Buffer.from('WEBPVP8 '), Buffer.alloc(24)]);
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

function form(content: Buffer | string, filename = 'image.png', type = 'image/png', part = 'image'): FormData {
  const made = new FormData();
  made.append(part, new File([content as never], filename, { type }));
  return made;
}

for (const [name, content, type] of [
  ['png', png, 'image/png'],
  ['gif', gif, 'image/gif'],
  ['jpeg', jpeg, 'image/jpeg'],
  ['webp', webp, 'image/webp'],
] as const) {
  test(`${name} is kept and served, by its content`, async () => {
    const made = is(await api.post('/uploads/image', form(content, `Bild ü.${name}`, 'text/plain')), 200);
    keys(made, 'url', 'key', 'filename', 'contentType', 'size');
    assert.equal([made.contentType, made.size, made.filename], [type, content.length, `Bild ü.${name}`]);
    const served = await fetch(made.url);
    assert.equal([served.status, served.headers.get('content-type'), served.headers.get('x-content-type-options')], [200, type, 'nosniff']);
    assert.ok(Buffer.from(await served.arrayBuffer()).equals(content));
  });
}

test('keys cannot be guessed', async () => {
  const [one, two] = [is(await api.post('/uploads/image', form(png)), 200), is(await api.post('/uploads/image', form(png)), 200)];
  assert.is.not(one.key, two.key);
  assert.ok(one.url.includes(one.key));
  assert.match(one.key, /[0-9a-f]{8}/i);
});

const refusals: [string, FormData | string, Record<string, string>?][] = [
  ['svg', form(svg, 'a.svg', 'image/svg+xml')],
  ['svg called png', form(svg, 'a.png', 'image/png')],
  ['html called gif', form('<html><script>alert(1)</script></html>', 'a.gif', 'image/gif')],
  ['an empty file', form('')],
  ['a part of another name', form(png, 'a.png', 'image/png', 'file')],
  [
    'a form without file',
    (() => {
      const made = new FormData();
      made.append('image', 'text');
      return made;
    })(),
  ],
  ['an empty form', new FormData()],
  ['over 10 MB', form(Buffer.concat([png, Buffer.alloc(10 * 1_048_576)]))],
  ['JSON', '{}'],
];
for (const [name, body, headers] of refusals) {
  test(`${name} is refused`, async () => short(await api.post('/uploads/image', body, headers), 400));
}

test('broken multipart is refused', async () => {
  for (const body of [
    '',
    '--x',
    '--x\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\nbytes without end',
    'nonsense',
  ]) {
    const { status, text } = await api.post('/uploads/image', body, { 'content-type': 'multipart/form-data; boundary=x' });
    assert.is(status, 400, text);
  }
});

test('without a key nothing is read', async () => {
  envelope(await anonymous.post('/uploads/image', form(png)), 401, 'MISSING_AUTH');
});

test('unknown files', async () => {
  const { url, key } = is(await api.post('/uploads/image', form(png)), 200);
  const at = new URL(url).pathname;
  for (const path of [at.replace(key, 'nothing.png'), `${at}x`, `${at}/..`, at.replace(key, '')]) is(await anonymous.get(path), 404);
});

test.run();
