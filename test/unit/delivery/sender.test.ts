import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Fault } from '#kit/errors.ts';
import { keyRing } from '#kit/key-ring.ts';
import { ownMessageId } from '#services/delivery/domain/email.ts';
import { defaultHeaders, mergeHeaders } from '#services/delivery/domain/headers.ts';
import { dnsRecords } from '#services/delivery/domain/dns-records.ts';
import { asciiDomain, domainName, senderDomain, unverified } from '#services/delivery/domain/sender.ts';
import { generateDkimPair, createSelector, createSealer } from '#services/delivery/sender-domains/dkim-keys.ts';

const sender = suite('sender');

const status = (run: () => unknown): number => {
  try {
    run();
    return 0;
  } catch (error) {
    return error instanceof Fault ? error.status : -1;
  }
};

sender('an internationalised domain is kept as it was sent, in lower case, and leaves in its ASCII form', () => {
  assert.is(domainName('Bücher.Example'), 'bücher.example');
  assert.is(asciiDomain('bücher.example'), 'xn--bcher-kva.example');
  assert.is(senderDomain('news@Bücher.example'), 'bücher.example');
  assert.is(ownMessageId({ _id: 'i', from: 'news@bücher.example' }), 'i@xn--bcher-kva.example');
  assert.is(
    status(() => domainName('bü cher.example')),
    422,
  );
});

sender('a domain is trimmed, lowercased, freed of its trailing dot', () => {
  assert.is(domainName('  Mail.Example.ORG. '), 'mail.example.org');
  assert.is(domainName('xn--bcher-kva.example'), 'xn--bcher-kva.example');
  for (const bad of [
    '',
    'localhost',
    'a..b',
    '-a.org',
    'a_b.org',
    'exa mple.org',
    'a.o',
    'http://a.org',
    'a@b.org',
    '1.2.3.4',
    `${'a'.repeat(64)}.org`,
  ]) {
    assert.is(
      status(() => domainName(bad)),
      422,
      bad,
    );
  }
});

sender('a malformed address is 400, an unverified domain 403, both under INTERNAL_SERVER_ERROR', () => {
  assert.is(senderDomain('Ada.L+x@Example.org'), 'example.org');
  for (const bad of ['nonsense', '@example.org', 'a@', 'a@b', 'a b@example.org', 'a..b@example.org', 'a@b@'])
    assert.is(
      status(() => senderDomain(bad)),
      400,
      bad,
    );
  const fault = unverified('x.org');
  assert.equal([fault.status, fault.code], [403, 'INTERNAL_SERVER_ERROR']);
  assert.match(fault.message, /^Domain "x\.org" is not verified/);
});

sender('records are those of contract 4.9, priority on MX only', () => {
  const records = dnsRecords({
    domain: 'a.org',
    selector: 's1',
    publicKey: 'KEY',
    verified: true,
    mailFromSubdomain: 'posthorn',
    inboundHost: 'in.test',
    spfInclude: 'spf.test',
  });
  assert.equal(
    records.map(({ type, name, value, priority }) => [type, name, value, priority]),
    [
      ['TXT', 's1._domainkey.a.org', 'v=DKIM1; k=rsa; p=KEY', undefined],
      ['MX', 'posthorn.a.org', 'in.test', 10],
      ['TXT', 'posthorn.a.org', 'v=spf1 include:spf.test ~all', undefined],
      ['TXT', '_dmarc.a.org', 'v=DMARC1; p=none;', undefined],
      ['MX', 'a.org', 'in.test', 10],
    ],
  );
});

sender('the second key’s record stands beside the first’s, and decides nothing', () => {
  const parts = {
    domain: 'a.org',
    selector: 's1',
    publicKey: 'KEY',
    verified: true,
    mailFromSubdomain: 'posthorn',
    inboundHost: 'in.test',
    spfInclude: 'spf.test',
  };
  const [first, second, ...others] = dnsRecords({ ...parts, ed25519: { selector: 's2', publicKey: 'ED' } });
  assert.equal(second, { type: 'TXT', name: 's2._domainkey.a.org', value: 'v=DKIM1; k=ed25519; p=ED', verified: false });
  assert.equal([first, ...others], dnsRecords(parts));
});

sender('custom headers override without regard to case; ours alone are ignored', () => {
  const pair = [
    { name: 'List-Unsubscribe', value: '<u>' },
    { name: 'List-Unsubscribe-Post', value: 'p' },
  ];
  const names = (custom: string[]) =>
    mergeHeaders(
      pair,
      custom.map((name) => ({ name, value: 'v' })),
    ).map(({ name }) => name);
  assert.equal(names(['X-A']), ['List-Unsubscribe', 'List-Unsubscribe-Post', 'X-A']);
  assert.equal(names(['LIST-unsubscribe']), ['LIST-unsubscribe']);
  assert.equal(names(['list-unsubscribe-post']), ['list-unsubscribe-post']);
  const ignored = [
    'From',
    'TO',
    'subject',
    'Date',
    'Message-ID',
    'MIME-Version',
    'Content-Type',
    'content-x',
    'DKIM-Signature',
    'Return-Path',
    'Bcc',
    'Cc',
    'X A',
    'X:A',
    '',
  ];
  assert.equal(
    mergeHeaders(
      [],
      ignored.map((name) => ({ name, value: 'v' })),
    ),
    [],
  );
});

sender('the pair for marketing and for a link of this very contact, bulk headers for marketing and campaigns', () => {
  const names = (over: Partial<Parameters<typeof defaultHeaders>[0]>) =>
    defaultHeaders({
      class: 'TRANSACTIONAL',
      sourceType: 'TRANSACTIONAL',
      contactId: 'c1',
      body: () => '',
      unsubscribeUrl: () => 'u',
      ...over,
    }).map(({ name }) => name);
  const pair = ['List-Unsubscribe', 'List-Unsubscribe-Post'];
  const bulk = ['Precedence', 'Auto-Submitted', 'X-Auto-Response-Suppress'];
  assert.equal(names({}), []);
  assert.equal(names({ class: 'MARKETING' }), [...pair, ...bulk]);
  assert.equal(names({ class: 'HEADLESS' }), []);
  assert.equal(names({ class: 'HEADLESS', sourceType: 'CAMPAIGN' }), bulk);
  assert.equal(names({ body: () => '<a href="https://d/unsubscribe/c1">' }), pair);
  assert.equal(names({ body: () => '<a href="https://d/manage/c1">' }), pair);
  assert.equal(names({ body: () => '<a href="https://d/unsubscribe/c2">' }), []);
});

sender('a private key is sealed for its domain alone', async () => {
  const { publicKey, privateKey } = await generateDkimPair();
  assert.match(privateKey, /BEGIN PRIVATE KEY/);
  assert.match(publicKey, /^MIIBIj/);
  const box = createSealer(keyRing([Buffer.alloc(32, 1).toString('base64')]));
  const sealed = box.seal(privateKey, 'd1');
  assert.not.match(Buffer.from(sealed, 'base64').toString('latin1'), /PRIVATE/);
  assert.is(box.open(sealed, 'd1'), privateKey);
  assert.throws(() => box.open(sealed, 'd2'));
  assert.throws(() => createSealer(keyRing([Buffer.alloc(32, 2).toString('base64')])).open(sealed, 'd1'));
  assert.is.not(createSelector(), createSelector());
});

sender.run();
