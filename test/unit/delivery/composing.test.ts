/** Whatever is sent arrives: composed messages read back by postal-mime, signatures verified by mailauth, over a corpus and by chance. */
import { createPrivateKey } from 'node:crypto';
import fc from 'fast-check';
import PostalMime, { decodeWords } from 'postal-mime';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { EmailRow, StoredAttachment } from '#services/delivery/domain/email.ts';
import { defaultHeaders } from '#services/delivery/domain/headers.ts';
import { relaxedBody } from '#services/delivery/domain/mime/canonical.ts';
import { quotedPrintable } from '#services/delivery/domain/mime/transfer.ts';
import { bytesOf, composeMessage, writtenMessage } from '#services/delivery/message/mime-message.ts';
import type { Message } from '#services/delivery/message/mime-message.ts';
import { createSigner } from '#services/delivery/message/signature.ts';
import type { DkimKeys } from '#services/delivery/message/signature.ts';
import { createSigningThreads } from '#services/delivery/message/signing-threads.ts';
import { generateDkimPair, generateEd25519Pair } from '#services/delivery/sender-domains/dkim-keys.ts';
import { verdictsOf } from '#test/signatures.ts';
import { BODIES, PHRASES, body, phrase } from './corpus.ts';
import { row } from './row.ts';

const test = suite('composing');
const signer = createSigner(createSigningThreads());
const signed = async (made: Message, keys: DkimKeys): Promise<Buffer> => (await signer.signed([made], keys))[0]!;

/** What no header can hold, and what a reader makes of the rest. */
const readable = (text: string): string => text.toWellFormed().replace(/[\r\n]+/g, ' ');
const lines = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n|\r|\n/g, '\n')
    .replace(/^\ufeff/, '');

/** Blanks and controls in names are the reader's affair. */
const words = (text = ''): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

/** Lines as RFC 5322 has them: within the limit, ended by CRLF, no byte that a relay could change. */
function isSound(raw: Buffer): void {
  const text = raw.toString('latin1');
  assert.ok(text.endsWith('\r\n'));
  assert.not.match(text, /\r(?!\n)|(?<!\r)\n/, 'bare CR or LF');
  for (const line of text.split('\r\n')) assert.ok(line.length <= 998, `a line of ${line.length}`);
  assert.not.match(text, /[^\t\r\n -~]/, 'other than printable ASCII');
}

const attachment = (over: Partial<StoredAttachment>): StoredAttachment => ({
  filename: 'a.txt',
  contentType: 'text/plain',
  disposition: 'attachment',
  contentId: null,
  hash: '',
  size: 0,
  ...over,
});

function composed(over: Partial<EmailRow>, html: string, text: string, attachments: Buffer[] = []): Message {
  const made = row(over);
  const defaults = defaultHeaders({ ...made, body: () => html, unsubscribeUrl: () => `https://api.test/unsubscribe/c?e=${made._id}&t=x` });
  const message = composeMessage({ row: made, html, text, attachments, defaults });
  isSound(bytesOf(message));
  // What is signed as it stands is what DKIM would make of it.
  const { raw, bodyAt } = writtenMessage(message);
  if (message.isRelaxed) assert.ok(relaxedBody(raw.subarray(bodyAt)).equals(raw.subarray(bodyAt)), JSON.stringify([html, text]));
  return message;
}

const compose = (...given: Parameters<typeof composed>): Buffer => bytesOf(composed(...given));

/** postal-mime ends a part in a way of its own: as many line breaks as it likes. */
const same = (found: string | undefined, given: string, what: string): void =>
  assert.is(lines(found ?? '').replace(/\n+$/, ''), lines(given).replace(/\n+$/, ''), what);

async function comesBack(subject: string, name: string, html: string, text: string): Promise<void> {
  const parsed = await PostalMime.parse(
    compose({ subject: readable(subject), fromName: readable(name), toName: readable(name) }, html, text),
  );
  assert.is((parsed.subject ?? '').trim(), readable(subject).trim(), 'subject');
  assert.is(words(parsed.from?.name), words(readable(name)), 'name of the sender');
  assert.is(parsed.from?.address, 'team@example.org');
  assert.equal(
    parsed.to?.map((to) => [words(to.name), to.address]),
    [[words(readable(name)), 'ada@rcpt.test']],
  );
  same(parsed.html, html, 'html');
  same(parsed.text, text, 'text');
}

test('every phrase and every body of the corpus', async () => {
  for (const [index, one] of PHRASES.entries())
    await comesBack(one, one, BODIES[index % BODIES.length]!, BODIES[(index + 7) % BODIES.length]!);
  for (const one of BODIES) await comesBack('x', 'y', one, one);
});

test('whatever comes', async () => {
  await fc.assert(fc.asyncProperty(phrase, phrase, body, body, comesBack), { numRuns: 100 });
});

/** RFC 2045 §6.7, a character at a time. */
function quotedByTheBook(text: string): string {
  const given = text.toWellFormed().split(/\r\n|\r|\n/);
  return given
    .map((line) => {
      let [out, column] = ['', 0];
      const characters = Array.from(line);
      for (const [index, character] of characters.entries()) {
        const isLast = index === characters.length - 1;
        const bytes = [...Buffer.from(character)];
        const isLiteral = /[!-<>-~]/.test(character) || (/[\t ]/.test(character) && !isLast);
        const width = isLiteral ? 1 : 3 * bytes.length;
        if (column + width > (isLast && width <= 3 ? 76 : 75)) [out, column] = [`${out}=\r\n`, 0];
        const isFrom = character === 'F' && column === 0 && characters[index + 1] === 'r';
        const piece =
          isLiteral && !isFrom ? character : bytes.map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
        out += piece;
        column += piece.length;
      }
      return out;
    })
    .join('\r\n');
}

test('quoted-printable is what the book says, however a line is written', () => {
  const ascii = fc
    .array(
      fc.oneof(
        fc.constantFrom('=', 'F', 'From ', 'r', ' ', '\t', 'x'.repeat(74), 'href="https://x.test/?a=b"'),
        fc.string({ maxLength: 90 }),
      ),
    )
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.oneof(ascii, body, phrase), (text) => {
      const { content, isRelaxed } = quotedPrintable(text.toWellFormed().replace(/\r\n?/g, '\n'));
      const written = content.join('');
      assert.is(written, quotedByTheBook(text), JSON.stringify(text));
      assert.is(isRelaxed, !/\t| {2}| (?:\r\n|$)/.test(written), JSON.stringify(text));
    }),
    { numRuns: 2_000 },
  );
});

test('custom headers: their text comes back; a value of 998 characters fits', async () => {
  await fc.assert(
    fc.asyncProperty(phrase, async (given) => {
      const value = readable(given).replace(/=\?/g, '').trim();
      const { headers } = await PostalMime.parse(compose({ headers: [{ name: 'X-Custom', value }] }, '<p>', 'x'));
      assert.is(decodeWords(headers.find(({ key }) => key === 'x-custom')!.value), value);
    }),
    { numRuns: 100 },
  );
});

test('file names and contents: 0 bytes, every byte, every script', async () => {
  const contents = [
    Buffer.alloc(0),
    Buffer.from([...Array(256).keys()]),
    Buffer.from('\r\n.\r\n'),
    Buffer.alloc(57),
    Buffer.alloc(58),
    Buffer.alloc(1_000_000, 'x'),
  ];
  const names = PHRASES.map(readable).filter((name) => name.trim() !== '' && !/\p{Cc}|=\?/u.test(name));
  for (const [index, filename] of names.entries()) {
    const content = contents[index % contents.length]!;
    const inline = index % 3 === 0;
    const one = attachment({
      filename,
      disposition: inline ? 'inline' : 'attachment',
      contentId: inline ? `id-${index}@x` : null,
      contentType: ['image/png', 'text/csv', 'message/rfc822', 'image/gif; a=b', 'bad type', ''][index % 6]!,
    });
    const parsed = await PostalMime.parse(
      compose({ attachments: [one, attachment({ filename: 'last.bin' })] }, '<p>x</p>', 'x', [content, Buffer.from('last')]),
    );
    const last = parsed.attachments.find((each) => each.filename === 'last.bin');
    const found = parsed.attachments.find((each) => each !== last);
    assert.is(found!.filename, filename);
    assert.ok(Buffer.from(found!.content as ArrayBuffer).equals(content), filename);
    assert.is(Buffer.from(last!.content as ArrayBuffer).toString(), 'last');
    assert.is(found!.contentId ?? null, inline ? `<id-${index}@x>` : null);
  }
});

test('an attachment of 28 MB stays within the 40 MB of a message', async () => {
  const content = Buffer.alloc(28 * 1_048_576, 'posthorn');
  const raw = compose({ attachments: [attachment({ filename: 'large.bin' })] }, '<p>x</p>', 'x', [content]);
  assert.ok(raw.length < 40 * 1_048_576);
  const { attachments } = await PostalMime.parse(raw);
  assert.ok(Buffer.from(attachments[0]!.content as ArrayBuffer).equals(content));
});

test('classes and their headers', async () => {
  const table: [Partial<EmailRow>, boolean, boolean][] = [
    [{ class: 'MARKETING' }, true, true],
    [{ class: 'HEADLESS' }, false, false],
    [{ class: 'TRANSACTIONAL' }, false, false],
    [{ class: 'HEADLESS', sourceType: 'CAMPAIGN' }, false, true],
    [{ class: 'TRANSACTIONAL', sourceType: 'CAMPAIGN' }, false, true],
  ];
  for (const [over, paired, bulk] of table) {
    const { headers } = await PostalMime.parse(compose(over, '<p>x</p>', 'x'));
    const has = (name: string) => headers.some(({ key }) => key === name);
    assert.equal(
      [has('list-unsubscribe'), has('list-unsubscribe-post'), has('precedence'), has('auto-submitted'), has('x-auto-response-suppress')],
      [paired, paired, bulk, bulk, bulk],
      JSON.stringify(over),
    );
  }
});

test('an address of another script: its domain in ASCII, its local part as it is', () => {
  const raw = bytesOf(
    composeMessage({ row: row({ to: 'bücher@bücher.example', toName: 'Bücher' }), html: '', text: '', attachments: [], defaults: [] }),
  );
  assert.match(raw.toString('utf8'), /^To: =\?UTF-8\?B\?QsO8Y2hlcg==\?= <bücher@xn--bcher-kva\.example>\r$/m);
});

const pair = await generateDkimPair();
const ed = await generateEd25519Pair();
const keys = {
  domain: 'example.org',
  rsa: { selector: 'rsa', privateKey: createPrivateKey(pair.privateKey) },
  ed25519: { selector: 'ed', privateKey: createPrivateKey(ed.privateKey) },
};
const RECORDS: Record<string, string> = {
  'rsa._domainkey.example.org': `v=DKIM1; k=rsa; p=${pair.publicKey}`,
  'ed._domainkey.example.org': `v=DKIM1; k=ed25519; p=${ed.publicKey}`,
};

const verdicts = (raw: Buffer) => verdictsOf(raw, RECORDS);

test('both signatures hold, over the corpus and by chance; a change of anything breaks them', async () => {
  const holds = async (subject: string, html: string) => {
    const message = composed(
      {
        subject: readable(subject),
        class: 'MARKETING',
        headers: [
          { name: 'X-A', value: 'b' },
          { name: 'References', value: '<a@b>  <c@d>' },
        ],
      },
      html,
      html,
    );
    assert.equal(await verdicts(await signed(message, keys)), { 'rsa-sha256': 'pass', 'ed25519-sha256': 'pass' }, subject);
  };
  for (const [index, html] of BODIES.entries()) await holds(PHRASES[index]!, html);
  await fc.assert(fc.asyncProperty(phrase, body, holds), { numRuns: 50 });

  const raw = (await signed(composed({}, '<p>Hello</p>', 'Hello'), keys)).toString('latin1');
  const changes: [string, string][] = [
    ['Subject: Hello', 'Subject: Hullo'],
    ['<p>Hello</p>', '<p>Hullo</p>'],
    ['MIME-Version: 1.0\r\n', 'MIME-Version: 1.0\r\nFrom: x@evil.test\r\n'],
    ['To: ada', 'To: eve'],
  ];
  for (const [from, to] of changes) {
    assert.ok(raw.includes(from), from);
    for (const verdict of Object.values(await verdicts(Buffer.from(raw.replace(from, to), 'latin1')))) assert.is.not(verdict, 'pass', from);
  }
});

test('without a second key there is one signature', async () => {
  assert.equal(await verdicts(await signed(composed({}, '<p>x</p>', 'x'), { domain: keys.domain, rsa: keys.rsa })), {
    'rsa-sha256': 'pass',
  });
});

test.run();
