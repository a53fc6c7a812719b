/** What a check says of each record a sender domain needs. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as fc from 'fast-check';
import { checkRecord, holdsKey } from '#services/verification/domain/records.ts';
import type { Expected, Held } from '#services/verification/domain/records.ts';

const test = suite('records');

const KEY = 'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA';
const dkim: Expected = { type: 'TXT', name: 's1._domainkey.good.org', value: `v=DKIM1; k=rsa; p=${KEY}` };
const spf: Expected = { type: 'TXT', name: 'posthorn.good.org', value: 'v=spf1 include:mail.test ~all' };
const dmarc: Expected = { type: 'TXT', name: '_dmarc.good.org', value: 'v=DMARC1; p=none;' };
const mx: Expected = { type: 'MX', name: 'posthorn.good.org', value: 'in.mail.test' };
const cname: Expected = { type: 'CNAME', name: 't1._domainkey.good.org', value: 't1.dkim.amazonses.com' };
const none: Held = { outcome: 'none', values: [] };
const found = (...values: string[]): Held => ({ outcome: 'found', values });

const ROWS: [string, Expected, Held, Held | null, string, RegExp | null][] = [
  ['the key as given', dkim, found(dkim.value), null, 'FOUND', null],
  ['tags in another order, blanks in the key', dkim, found(`p=${KEY.slice(0, 9)} ${KEY.slice(9)};k=rsa ; v=DKIM1`), null, 'FOUND', null],
  ['version and key type left to their defaults', dkim, found(`p=${KEY}`), null, 'FOUND', null],
  ['beside another text', dkim, found('something else', dkim.value), null, 'FOUND', null],
  ['another key', dkim, found('v=DKIM1; p=AAAA'), null, 'OTHER', /Another key is published here: "v=DKIM1; p=AAAA"/],
  ['a revoked key', dkim, found('v=DKIM1; p='), null, 'OTHER', /Another key/],
  ['nothing', dkim, none, none, 'MISSING', /No TXT record at s1\._domainkey\.good\.org/],
  ['the doubled name', dkim, none, found(dkim.value), 'MISSING', /s1\._domainkey\.good\.org\.good\.org/],
  ['a CNAME in the way', dkim, { ...none, alias: 'other.test' }, none, 'OTHER', /A CNAME to other\.test/],
  ['no answer', dkim, { outcome: 'failed', values: [] }, null, 'UNKNOWN', /did not answer/],
  ['SPF with more in it', spf, found('v=spf1 mx include:mail.test -all'), null, 'FOUND', null],
  ['SPF without ours', spf, found('v=spf1 -all'), null, 'OTHER', /lacks include:mail\.test/],
  ['two SPF records', spf, found('v=spf1 include:mail.test ~all', 'v=spf1 -all'), null, 'OTHER', /More than one/],
  ['a text that is no SPF', spf, found('hello'), none, 'MISSING', /of this kind/],
  ['any DMARC policy', dmarc, found('v=DMARC1; p=reject; rua=mailto:x@good.org'), null, 'FOUND', null],
  ['DMARC strict about SPF', dmarc, found('v=DMARC1; p=reject; aspf=s'), null, 'FOUND', /SPF is not aligned/],
  ['DMARC without a policy', dmarc, found('v=DMARC1; rua=mailto:x@good.org'), null, 'OTHER', /names no policy/],
  ['no DMARC', dmarc, none, none, 'MISSING', /advised/],
  ['the MX in another case, with a dot', mx, found('IN.mail.test.'), null, 'FOUND', null],
  ['an MX elsewhere', mx, found('mx.else.test'), null, 'OTHER', /leads elsewhere: "mx\.else\.test"/],
  ['the CNAME', cname, found('t1.dkim.amazonses.com.'), null, 'FOUND', null],
];

for (const [name, expected, held, doubled, outcome, problem] of ROWS) {
  test(name, () => {
    const checked = checkRecord(expected, 'good.org', { held, doubled });
    assert.is(checked.outcome, outcome);
    if (problem) assert.match(checked.problem!, problem);
    else assert.is(checked.problem, null);
  });
}

test('a key is found however it is cut by blanks, and never when a character differs', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: KEY.length - 1 }), fc.integer({ min: 0, max: KEY.length - 1 }), (cut, at) => {
      assert.ok(holdsKey(`v=DKIM1; k=rsa; p=${KEY.slice(0, cut)} \t${KEY.slice(cut)}`, dkim.value));
      const changed = `${KEY.slice(0, at)}${KEY[at] === '!' ? '?' : '!'}${KEY.slice(at + 1)}`;
      assert.not(holdsKey(`p=${changed}`, dkim.value));
    }),
    { seed: 11 },
  );
});

test.run();
