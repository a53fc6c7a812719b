import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { excerptOf, isSampled, readCompletion } from '#services/delivery/domain/phishing.ts';

const test = suite('phishing');
const of = (html: string) => excerptOf({ from: 'a@example.com', subject: 's' }, html);
const said = (content: unknown) => JSON.stringify({ choices: [{ message: { role: 'assistant', content } }] });

test('a tenth of mails is about a tenth, none is none, all is all', () => {
  const ids = Array.from({ length: 20_000 }, () => randomUUID());
  const share = (rate: number) => ids.filter((id) => isSampled(id, rate)).length / ids.length;
  assert.is(share(0), 0);
  assert.is(share(1), 1);
  // Seven standard deviations.
  assert.ok(Math.abs(share(0.1) - 0.1) < 0.015, `${share(0.1)}`);
});

test('the excerpt is what a reader sees first, and where it leads', () => {
  assert.equal(
    of('<style>x</style><p>One\n two</p><script>no</script><a href=" https://a.example/b ">three</a><a href="mailto:x@y.z">four</a>'),
    {
      from: 'a@example.com',
      subject: 's',
      text: 'One two three four',
      urls: ['https://a.example/b'],
    },
  );
  const long = of(`<p>${'é'.repeat(5_000)}</p>${'<a href="https://a.example/">x</a>'.repeat(50)}`);
  assert.equal([long.text.length, long.urls.length], [2_000, 20]);
  assert.is(of(`<a href="https://a.example/${'x'.repeat(9_000)}">x</a>`).urls[0]!.length, 500);
  assert.is(of('<p>Links at the end count</p>' + '<p>text</p>'.repeat(2_000) + '<a href="https://a.example/">x</a>').urls.length, 1);
});

test('an answer holds a verdict or nothing', () => {
  const yes = { isPhishing: true, confidence: 97.5 };
  assert.equal(readCompletion(said(JSON.stringify(yes))), yes);
  assert.equal(readCompletion(said(`\`\`\`json\n${JSON.stringify({ ...yes, more: 1 })}\n\`\`\``)), yes);
  for (const body of [
    '',
    '{',
    'null',
    '[]',
    '{"choices":{}}',
    '{"choices":[]}',
    '{"choices":[{"message":{}}]}',
    said(null),
    said(['a']),
    said('no'),
  ])
    assert.is(readCompletion(body), null, body);
  for (const confidence of [-1, 100.5, '97', null]) assert.is(readCompletion(said(JSON.stringify({ ...yes, confidence }))), null);
});

test.run();
