import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { alikeFacts, eventsIn, jointFacts, singly, withoutMails } from '#kit/facts/joint-fact.ts';
import type { MailFacts } from '#kit/facts/joint-fact.ts';
import { joinedMessages } from '#kit/facts/message.ts';

const AT = '2026-11-22T00:00:00.000Z';
const mail = fc.record({
  emailId: fc.uuid({ version: 4 }),
  contactId: fc.oneof(fc.uuid({ version: 4 }), fc.constant('')),
  projectId: fc.constantFrom('p1', 'p2'),
  subject: fc.oneof(fc.constant('Hello'), fc.string({ maxLength: 300 })),
  campaignId: fc.constantFrom('c1', null),
  isDelivered: fc.boolean(),
  messageId: fc.constantFrom('own', 'theirs'),
  trace: fc.constantFrom(undefined, '00-a', '00-b'),
});
type Made = typeof mail extends fc.Arbitrary<infer T> ? T : never;

function mailFactsOf({ emailId, contactId, projectId, subject, campaignId, isDelivered, messageId, trace }: Made): MailFacts {
  const common = { subject, campaignId, emailId, messageId: messageId === 'own' ? `${emailId}@x.example` : `ses-${emailId.slice(0, 5)}` };
  const facts = [{ name: 'email.sent', data: { ...common, sentAt: AT } }];
  const delivery = { name: 'email.delivery', data: { ...common, deliveredAt: AT } };
  return { projectId, contactId, emailId, facts: isDelivered ? [...facts, delivery] : facts, traceparent: trace } as MailFacts;
}

const test = suite('facts: joint');

test('what is read of the first mail alone says of all that differ in id, contact and subject what each would have said', () => {
  fc.assert(
    fc.property(
      mail,
      fc.uniqueArray(fc.record({ emailId: fc.uuid(), contactId: fc.string(), subject: fc.string({ maxLength: 20 }) }), {
        minLength: 1,
        maxLength: 450,
        selector: ({ emailId }) => emailId,
      }),
      (shared, own) => {
        const mails = own.map((one) => mailFactsOf({ ...shared, ...one, messageId: 'own' }));
        assert.equal(alikeFacts({ batchId: 'batch', at: AT }, mails[0]!, own), jointFacts('batch', AT, mails));
      },
    ),
    { numRuns: 60 },
  );
});

test('every mail gets the facts it would have had alone, each once, whatever differs between mails', () => {
  fc.assert(
    fc.property(fc.uniqueArray(mail, { maxLength: 300, selector: ({ emailId }) => emailId }), (made) => {
      const mails = made.map(mailFactsOf);
      const joint = jointFacts('batch', AT, mails);
      assert.equal(jointFacts('batch', AT, mails), joint, 'the same for the same');
      const single = joint
        .flatMap((fact) => singly(fact))
        .map(({ projectId, name, at, contactId, emailId, data }) => ({
          projectId,
          name,
          at,
          contactId,
          emailId,
          data,
        }));
      const expected = mails.flatMap(({ projectId, contactId, emailId, facts }) =>
        facts.map(({ name, data }) => ({ projectId, name, at: AT, contactId: contactId || null, emailId, data })),
      );
      const sorted = (facts: typeof single) => facts.toSorted((a, b) => (`${a.emailId} ${a.name}` < `${b.emailId} ${b.name}` ? -1 : 1));
      assert.equal(sorted(single), sorted(expected as typeof single));
      assert.is(
        joint.reduce((sum, fact) => sum + eventsIn(fact), 0),
        expected.length,
      );
      assert.is(new Set(joint.map(({ id }) => id)).size, joint.length);
    }),
    { numRuns: 60 },
  );
});

const plain = (count: number, subject = (_n: number) => 'Hello') =>
  Array.from({ length: count }, (_, n) =>
    mailFactsOf({
      emailId: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
      contactId: `c${n}`,
      projectId: 'p1',
      subject: subject(n),
      campaignId: 'c1',
      isDelivered: true,
      messageId: 'own',
      trace: n % 2 === 0 ? '00-a' : '00-b',
    }),
  );

test('mails of a campaign are one fact for two hundred, with a tenth of the bytes, under the traces of all', () => {
  const joint = jointFacts('batch', AT, plain(500));
  assert.equal(
    joint.map((fact) => eventsIn(fact)),
    [400, 400, 200],
  );
  assert.equal(joint[0]!.joint!.each, {}, 'a subject that all share is said once');
  const [message] = joinedMessages('delivery', [joint[0]!], 1_000_000);
  assert.is(message!.subject, 'facts.p1.delivery.email.sent');
  assert.equal(message!.traces, ['00-a', '00-b']);
  const alone = JSON.stringify(singly(joint[0]!));
  assert.ok(message!.payload.length * 8 < alone.length, `${message!.payload.length} and ${alone.length}`);
});

test('long subjects of their own: facts that NATS carries whole', () => {
  const joint = jointFacts(
    'batch',
    AT,
    plain(400, (n) => `${n} ${'é'.repeat(990)}`),
  );
  for (const { payload, omitted } of joinedMessages('delivery', joint, 1_000_000))
    assert.ok(!omitted && Buffer.byteLength(payload) < 300_000);
  assert.is(joint.flatMap((fact) => singly(fact)).length, 800);
});

test('mails are taken out: the others stay as they are', () => {
  const [fact] = jointFacts(
    'batch',
    AT,
    plain(3, (n) => `Subject ${n}`),
  );
  const ids = fact!.joint!.emailIds;
  const [kept] = withoutMails(fact!, new Set([ids[1]!, 'another']));
  assert.equal(
    singly(kept!),
    singly(fact!).filter(({ emailId }) => emailId !== ids[1]),
  );
  assert.equal(withoutMails(fact!, new Set(ids)), []);
  const single = singly(fact!)[0]!;
  assert.equal([withoutMails(single, new Set(ids)), withoutMails(single, new Set(['another']))], [[], [single]]);
});

test('only the mails that are wanted', () => {
  const [fact] = jointFacts('batch', AT, plain(3));
  assert.equal(
    singly(fact!, (index, { contactIds }) => contactIds[index] === 'c1'),
    singly(fact!).filter(({ contactId }) => contactId === 'c1'),
  );
});

test.run();
