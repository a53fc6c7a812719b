/** Classes of reasons, from the words of mail servers. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { bounceClassOf, domainOf, ENHANCED_CODE } from '#services/delivery/domain/bounce-class.ts';

const test = suite('bounce classes');
const classOf = (words: string) => bounceClassOf(new RegExp(ENHANCED_CODE).exec(words)?.[1]);

for (const [words, expected] of [
  ['550 5.1.1 The email account that you tried to reach does not exist', 'address'],
  ['550-5.1.1 no such user', 'address'],
  ['smtp; 552 5.2.2 mailbox full', 'mailbox'],
  ['554 5.7.1 Service unavailable; client [192.0.2.1] blocked', 'policy'],
  ['421 4.4.2 connection dropped', 'network'],
  ['554 5.6.0 malformed', 'content'],
  ['(5.3.0)', 'system'],
  ['Undelivered: 5.5.0.', 'protocol'],
  ['550 no such user', 'other'],
  ['550 blocked: 5.1.2.3 is listed', 'other'],
  ['550 blocked: 15.1.2 is listed', 'other'],
  ['5.9.9 unknown subject', 'other'],
  ['', 'other'],
] as const)
  test(`${words || 'nothing'}: ${expected}`, () => assert.is(classOf(words), expected));

test('domains', () => {
  assert.equal(['a@B.example', '"a@b"@c.example', 'none'].map(domainOf), ['b.example', 'c.example', 'none']);
});

test.run();
