/** Rows of contract 2.6 against a real name server. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as fc from 'fast-check';
import { stretched } from '#local/time-scale.ts';
import { createMetrics } from '#kit/telemetry/metrics.ts';
import { createAddresses } from '#services/verification/addresses.ts';
import type { Addresses } from '#services/verification/addresses.ts';
import { createDomainLists } from '#services/verification/addresses.ts';
import { createResolver } from '#services/verification/dns/resolver.ts';
import { createNameSet } from '#services/verification/domain/name-set.ts';
import { editDistance } from '#services/verification/domain/typo.ts';
import { startNameServer } from '#test/name-server.ts';
import type { NameServer } from '#test/name-server.ts';

const test = suite<{ server: NameServer; addresses: Addresses }>('addresses');
const lists = createDomainLists();

function addressesBy({ address }: NameServer, withinMs?: number): Addresses {
  return createAddresses(createResolver({ servers: [address], metrics: createMetrics(), ...(withinMs && { withinMs }) }), lists);
}

test.before.each(async (context) => {
  context.server = await startNameServer();
  context.addresses = addressesBy(context.server);
  for (const domain of ['good.org', 'gmail.com', 'gmial.com', 'mailinator.com', 'duck.com', 'xn--bcher-kva.example']) {
    context.server.add(domain, 'NS', 'ns.test');
    context.server.add(domain, 'MX', '10 mx.test');
    context.server.add(domain, 'A', '192.0.2.1');
  }
});
test.after.each(async ({ server }) => server.stop());

test('a set of names has exactly those it was made of', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' }).filter((name) => !name.includes('\n'))), fc.string(), (names, other) => {
      const set = createNameSet(names);
      for (const name of names) assert.ok(set.has(name));
      assert.is(set.has(other), names.includes(other));
    }),
  );
});

test('a plain good address', async ({ addresses }) => {
  assert.equal(await addresses.verify('ada@good.org'), {
    email: 'ada@good.org',
    valid: true,
    isDisposable: false,
    isAlias: false,
    isTypo: false,
    isPlusAddressed: false,
    isPersonalEmail: false,
    domainExists: true,
    hasWebsite: true,
    hasMxRecords: true,
    reasons: ['Email appears to be valid'],
  });
});

for (const email of ['', 'ada', '@good.org', 'ada@', 'a@b@good.org']) {
  test(`${JSON.stringify(email)} is no address, and nothing is looked up`, async ({ server, addresses }) => {
    const verdict = await addresses.verify(email);
    assert.is(verdict.valid, false);
    assert.equal(verdict.reasons, ['Invalid email format']);
    assert.is(server.asked.length, 0);
  });
}

test('disposable, alias, free-mail and plus addresses are named and stay valid', async ({ addresses }) => {
  const disposable = await addresses.verify('x@mailinator.com');
  assert.ok(disposable.isDisposable && disposable.valid);
  const alias = await addresses.verify('x@duck.com');
  assert.ok(alias.isAlias && alias.valid);
  const personal = await addresses.verify('x+tag@gmail.com');
  assert.ok(personal.isPersonalEmail && personal.isPlusAddressed && personal.valid && !personal.isTypo);
});

test('a likely typo is said, with the address that was meant, and alone makes nothing invalid', async ({ addresses }) => {
  const verdict = await addresses.verify('ada@gmial.com');
  assert.ok(verdict.isTypo && verdict.valid);
  assert.is(verdict.suggestedEmail, 'ada@gmail.com');
  assert.equal(verdict.reasons, ['Possible typo detected, did you mean gmail.com?']);
});

test('a domain without name servers does not exist, and no further question is asked', async ({ server, addresses }) => {
  const verdict = await addresses.verify('ada@missing.org');
  assert.equal([verdict.valid, verdict.domainExists, verdict.hasMxRecords], [false, false, false]);
  assert.equal(verdict.reasons, ['Domain does not exist (no nameservers found)']);
  assert.equal(server.asked, ['NS missing.org']);
});

test('a sub-domain exists by its registrable parent', async ({ server, addresses }) => {
  server.add('mail.good.org', 'MX', '10 mx.test');
  assert.is((await addresses.verify('ada@mail.good.org')).valid, true);
});

for (const [what, exchanges] of [
  ['no MX', []],
  ['a null MX', ['0 .']],
] as const) {
  test(`a domain with ${what} takes no mail`, async ({ server, addresses }) => {
    server.add('nomail.org', 'NS', 'ns.test');
    for (const exchange of exchanges) server.add('nomail.org', 'MX', exchange);
    const verdict = await addresses.verify('ada@nomail.org');
    assert.equal([verdict.valid, verdict.domainExists, verdict.hasMxRecords], [false, true, false]);
    assert.equal(verdict.reasons, ['Domain cannot receive email (no MX records found)']);
  });
}

for (const fault of ['timeout', 'servfail', 'lame'] as const) {
  test(`name servers that answer with ${fault} never make an address invalid`, async ({ server }) => {
    server.fault('good.org', fault);
    const verdict = await addressesBy(server, stretched(100)).verify('ada@good.org');
    assert.equal([verdict.valid, verdict.domainExists, verdict.hasWebsite], [true, true, false]);
  });
}

test('an internationalised domain is asked for in its ASCII form', async ({ server, addresses }) => {
  assert.is((await addresses.verify('ada@bücher.example')).valid, true);
  assert.ok(server.asked.every((question) => question.endsWith('xn--bcher-kva.example')));
});

test('the edit distance is a distance: zero only for itself, symmetric, a swap of neighbours counts one', () => {
  assert.is(editDistance('gmial.com', 'gmail.com', 2), 1);
  assert.is(editDistance('gmail.com', 'outlook.com', 2), 3);
  const text = fc.string({ maxLength: 12, unit: fc.constantFrom('a', 'b', 'c', '.') });
  fc.assert(
    fc.property(text, text, (a, b) => {
      const distance = editDistance(a, b, 20);
      assert.is(distance, editDistance(b, a, 20));
      assert.is(distance === 0, a === b);
      assert.ok(distance <= Math.max(a.length, b.length) && distance >= Math.abs(a.length - b.length));
    }),
    { seed: 7, numRuns: 500 },
  );
});

test.run();
