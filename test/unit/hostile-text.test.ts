/**
 * What strangers write is read in time that grows as its length does: for each reader, hostile texts of generated parts, whose length is
 * doubled again and again. Whoever adds a `read…` adds it here; a test finds those that are missing.
 */
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import PostalMime, { addressParser } from 'postal-mime';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { isAddress } from '#kit/address.ts';
import { subjectOf } from '#kit/facts/subject.ts';
import { keyRing } from '#kit/key-ring.ts';
import { clientOf } from '#kit/limits/allowance.ts';
import { literalPattern } from '#kit/literal-pattern.ts';
import { isBlockedAddress, readRange } from '#kit/outbound/blocked-address.ts';
import { decodeKey, encodeKey } from '#kit/store/keys.ts';
import { filesOf } from '#local/suites.ts';
import { checkedCredentials } from '#services/accounts/domain/credentials.ts';
import { keyKind } from '#services/accounts/domain/key.ts';
import { githubIdentity, googleIdentity } from '#services/accounts/domain/social-identity.ts';
import * as campaignContent from '#services/campaigns/domain/content.ts';
import * as campaignList from '#services/campaigns/domain/list.ts';
import { readSchedule } from '#services/campaigns/domain/state.ts';
import { readFields } from '#services/contacts/contact-update.ts';
import { readIds, readOperation } from '#services/contacts/domain/bulk.ts';
import { readCursor as readContactCursor, readPosition } from '#services/contacts/domain/cursor.ts';
import { checkLocale, readData } from '#services/contacts/domain/data.ts';
import { readAddress, readEmail } from '#services/contacts/domain/email.ts';
import { readCustomField, readField } from '#services/contacts/domain/field.ts';
import { readFilter } from '#services/contacts/domain/filter.ts';
import { escapeFormula, readCell, unescapeFormula } from '#services/contacts/domain/import-cell.ts';
import { readHeader } from '#services/contacts/domain/import-header.ts';
import { readRow } from '#services/contacts/domain/import-row.ts';
import { linesWith } from '#services/contacts/fields/email-index.ts';
import { readDirection, readSort, searchPattern } from '#services/contacts/domain/listing.ts';
import { readRecords } from '#services/contacts/import/csv-records.ts';
import { readByteOrderMark } from '#services/contacts/import/text-source.ts';
import { htmlDocument } from '#services/delivery/domain/document.ts';
import { readBlocks, readReport, reportedSenders } from '#services/delivery/domain/dsn.ts';
import { rewriteLinks, trackable } from '#services/delivery/domain/links.ts';
import { tags, tokens } from '#services/delivery/domain/markup.ts';
import { contentIdOf, mediaType, parameter } from '#services/delivery/domain/mime/parameters.ts';
import { textHeader, addressHeader } from '#services/delivery/domain/mime/words.ts';
import { bounceTypeOf } from '#services/delivery/domain/report.ts';
import { excerptOf, readCompletion } from '#services/delivery/domain/phishing.ts';
import { readReturnPath } from '#services/delivery/domain/return-path.ts';
import { asciiDomain, domainName } from '#services/delivery/domain/sender.ts';
import { readSesEvent } from '#services/delivery/domain/ses-event.ts';
import { createReplyReader, isInternational, mailbox } from '#services/delivery/domain/smtp-syntax.ts';
import { trackedData } from '#services/events/domain/data.ts';
import { readCursor as readTimelineCursor } from '#services/events/domain/cursor.ts';
import { readFeedCursor } from '#services/events/domain/feed-cursor.ts';
import { isReserved, trackableName } from '#services/events/domain/name.ts';
import { readBearer } from '#services/gateway/auth/authentication.ts';
import { readSender, splitNamed } from '#services/gateway/domain/address.ts';
import { deeperThan } from '#services/gateway/schemas.ts';
import { typeOfKey } from '#services/gateway/domain/image.ts';
import { faultOffset, positionOf } from '#services/gateway/domain/json-position.ts';
import { countValues } from '#services/gateway/domain/json-values.ts';
import { createOrigins, isPublicApi } from '#services/gateway/domain/origins.ts';
import { escapeHtml, linkQuery } from '#services/gateway/domain/page.ts';
import { isAmazon, isCertificate, readSnsMessage, signedText } from '#services/gateway/domain/sns.ts';
import { preferredLanguage } from '#services/gateway/domain/wording.ts';
import { readIdempotencyKey } from '#services/gateway/http/idempotency.ts';
import { isSignedWebhook } from '#services/gateway/webhooks/signature.ts';
import { chooseLanguage, isProjectLanguage } from '#services/recipient/language.ts';
import { isSignedLink } from '#services/recipient/link-token.ts';
import { readTracked } from '#services/recipient/tracking-token.ts';
import { createLineGuard } from '#services/relay/domain/line-guard.ts';
import { readProxyHeader } from '#services/relay/domain/proxy-header.ts';
import { readCondition } from '#services/segments/domain/condition.ts';
import { readDate } from '#services/segments/domain/iso-date.ts';
import { readMembers } from '#services/segments/domain/members.ts';
import { readOperator } from '#services/segments/domain/operators.ts';
import * as segment from '#services/segments/domain/segment.ts';
import { readTarget } from '#services/segments/domain/target.ts';
import { partsOf } from '#services/templating/domain/compile.ts';
import { conditionExpression, outputExpression, valuesExpression } from '#services/templating/domain/expression.ts';
import { lex } from '#services/templating/domain/lex.ts';
import * as templateList from '#services/templating/domain/list.ts';
import { renderPlaceholders } from '#services/templating/domain/placeholder.ts';
import { rewriteTag } from '#services/templating/domain/tag.ts';
import * as template from '#services/templating/domain/template.ts';
import { holdsKey } from '#services/verification/domain/records.ts';
import { likelyDomain } from '#services/verification/domain/typo.ts';
import { judgeText, partsOf as partsOfAddress } from '#services/verification/domain/verdict.ts';
import { customFieldOf, lookUp, rootOf } from '#services/workflows/domain/condition.ts';
import { readTransition } from '#services/workflows/domain/editing.ts';
import { filled, templatesIn } from '#services/workflows/domain/rendering.ts';
import { readStep, readStepChanges } from '#services/workflows/domain/step.ts';
import { readWorkflow } from '#services/workflows/domain/workflow.ts';

type Reader = (text: string) => unknown;

const NOW = new Date('2026-12-01T10:00:00Z');
const SECRET = 's'.repeat(32);
const KEYS = keyRing([SECRET]);
const same = (text: string): string => text;
const origins = createOrigins(['https://app.example.org']);
const columns = readHeader(['email', 'name']);
/** Words of a text, as a list that strangers send. */
const words = (text: string): string[] => text.split(' ');
const filter = (field: string, operator: string, value: unknown) => ({ logic: 'AND', groups: [{ filters: [{ field, operator, value }] }] });
async function drain(values: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of values);
}

/** By the function that reads, or by what is read where several do or the function has another kind of name. */
const READERS: Record<string, Reader> = {
  // Requests.
  readBearer: (text) => readBearer(text),
  readIdempotencyKey: (text) => readIdempotencyKey(text),
  readSender: (text) => readSender(text),
  'a name and an address': (text) => splitNamed(text),
  'an address': (text) => isAddress(text),
  'the values of a body': (text) => countValues(Buffer.from(text), Infinity),
  'the fault of a body': (text) => positionOf(Buffer.from(text), faultOffset(Buffer.from(text)) ?? 0),
  'the depth of a body': (text) => deeperThan(words(text), 64),
  'an X-Forwarded-For': (text) => clientOf(text),
  'an Accept-Language': (text) => preferredLanguage(text),
  'an Origin': (text) => origins.ruleFor(`/v1/${text}`, text),
  'a path': (text) => [isPublicApi(text), typeOfKey(text)],
  'a page': (text) => [escapeHtml(text), linkQuery({ token: text })],
  'a webhook signature': (text) => isSignedWebhook(Buffer.from(text), `t=${text},v1=${text}`, { secret: SECRET, now: NOW }),
  readSnsMessage: (text) => readSnsMessage(Buffer.from(text)),
  'a field of an SNS message': (text) => [
    signedText({ Type: 'Notification', Message: text, MessageId: text, Timestamp: text, TopicArn: text }),
    isAmazon(`https://${text}`, []),
    isCertificate(`https://sns.eu-west-1.amazonaws.com/${text}`, []),
  ],
  readRange,
  'an address that a name leads to': (text) => isBlockedAddress(text),
  // Accounts and recipients.
  'an API key': (text) => keyKind(text),
  'an e-mail and a password': (text) => checkedCredentials({ email: text, password: text }),
  'a person of GitHub or Google': (text) => [
    googleIdentity({ sub: text, email: text, email_verified: true }),
    githubIdentity({ id: 1 }, [{ email: text, primary: true, verified: true }]),
  ],
  'a language': (text) => [chooseLanguage(text, text), isProjectLanguage(text)],
  'a link token': (text) => isSignedLink(KEYS, { token: text, contactId: text, emailId: text }),
  readTracked: (text) => readTracked(KEYS, 'click', text),
  // Contacts.
  readEmail: (text) => readEmail(text),
  readAddress: (text) => readAddress(text),
  readData: (text) => readData({ [text]: text, list: words(text), [`${text} `]: { value: text, persistent: true } }),
  'a locale': (text) => checkLocale(readData({ locale: text })),
  'the name of a stored key': (text) => decodeKey(encodeKey(text)),
  readFields: (text) => readFields({ [text]: text }),
  readField: (text) => readField(text),
  readCustomField: (text) => readCustomField(`data.${text}`),
  readFilter: (text) => readFilter({ field: text, operator: text, value: words(text) }),
  'contacts/domain/cursor.ts readCursor': (text) => readContactCursor('email', text),
  readPosition,
  readSort,
  readDirection,
  'a search': (text) => [searchPattern(text), literalPattern(text)],
  'the email search index': (text) => linesWith(`\n${text}\n`, '@b'),
  readOperation,
  readIds: (text) => readIds(words(text)),
  readHeader: (text) => readHeader(['email', ...words(text)]),
  readRow: (text) => readRow(columns, [text, text]),
  readCell: (text) => [readCell(text), escapeFormula(text), unescapeFormula(text)],
  readByteOrderMark: (text) => readByteOrderMark(Buffer.from(text)),
  readRecords: (text) => drain(readRecords(Readable.from([Buffer.from(`email,name\n${text}`)]))),
  // Events.
  'the name of an event': (text) => [isReserved(text), trackableName(text, 'event'), subjectOf('events', { projectId: text, name: text })],
  'data of an event': (text) => trackedData({ [text]: text }),
  'events/domain/cursor.ts readCursor': readTimelineCursor,
  readFeedCursor,
  // Segments.
  readCondition: (text) => readCondition(filter(`data.${text}`, 'equals', text)),
  readTarget: (text) => readTarget(`email.opened`, 'triggered', { templateId: text, by: text }),
  'another target': (text) => readTarget(text, 'equals', { templateId: undefined, by: undefined }),
  readOperator,
  readDate,
  readMembers: (text) => readMembers({ emails: words(text) }),
  readSegment: (text) => segment.readSegment({ name: text, description: text, condition: filter(text, 'equals', text) }),
  'segments/domain/segment.ts readChanges': (text) => segment.readChanges({ name: text, description: text }, 'DYNAMIC'),
  'the slug of a segment': (text) => segment.slugOf(text),
  // Templates, campaigns.
  readTemplate: (text) => template.readTemplate({ name: 'n', subject: text, body: text, from: text, type: text }),
  'templating/domain/template.ts readChanges': (text) => template.readChanges({ subject: text, body: text, replyTo: text }),
  'templating/domain/list.ts readListQuery': (text) =>
    templateList.readListQuery({ page: 1, pageSize: 20, search: text, type: text, sort: text, dir: text }),
  'a template': (text) => renderPlaceholders([...partsOf(text, same)], { a: text }),
  'an expression': (text) => [lex(text), outputExpression(text), conditionExpression(text), valuesExpression(text)],
  'arguments of a tag': (text) => ['if', 'for', 'case', 'when', 'assign'].map((name) => rewriteTag(name, text)),
  readContent: (text) =>
    campaignContent.readContent({ name: 'n', subject: text, body: text, from: text, description: text, audienceType: 'ALL' }),
  'campaigns/domain/list.ts readListQuery': (text) =>
    campaignList.readListQuery({ page: 1, pageSize: 20, search: text, status: text, sort: text, dir: text }),
  readSchedule: (text) => readSchedule(text, NOW),
  // Workflows.
  readWorkflow: (text) => readWorkflow({ name: text, description: text, triggerType: text, triggerConfig: { eventName: text } }),
  readStep: (text) => readStep({ type: 'WEBHOOK', name: text, position: { x: 0, y: 0 }, config: { url: text, body: { [text]: text } } }),
  readStepChanges: (text) => readStepChanges({ name: text, config: { field: text, operator: 'equals', value: text } }, 'CONDITION'),
  readTransition: (text) =>
    readTransition({ steps: [], transitions: [] } as never, { fromStepId: text, toStepId: text, condition: { branch: text } }),
  'a field of a condition step': (text) => [rootOf(text), customFieldOf(text), lookUp({ data: { a: 1 } }, text)],
  'a templated webhook': (text) => [templatesIn({ [text]: text }), filled({ body: text }, new Map([[text, text]]))],
  // Mail, both ways.
  'a document': (text) => htmlDocument(text),
  'tags of a document': (text) => [[...tags(text)].length, [...tokens(text)].length],
  'links of a document': (text) => rewriteLinks(text, trackable({ api: 'https://a.test', dashboard: 'https://b.test' })),
  'a header': (text) => [textHeader('Subject', text), addressHeader('From', 'a@b.test', text)],
  'the name and type of an attachment': (text) => [parameter('filename', text), mediaType(text), contentIdOf(text)],
  'a domain': (text) => [domainName(text), asciiDomain(text)],
  'an envelope address': (text) => [mailbox(text), isInternational(text)],
  'replies of a mail server': (text) => createReplyReader()(text),
  readReturnPath,
  readBlocks,
  readReport: (text) => readReport({ text, type: 'message/delivery-status' }, NOW),
  'a complaint': (text) => [
    readReport({ text, type: 'message/feedback-report' }, NOW),
    reportedSenders({ text, type: 'message/feedback-report' }),
  ],
  'the words of a bounce': (text) => bounceTypeOf(text),
  readCompletion: (text) => [readCompletion(JSON.stringify({ choices: [{ message: { content: text } }] })), readCompletion(text)],
  'a mail that is looked at for phishing': (text) => excerptOf({ from: text, subject: text }, text),
  readSesEvent: (text) => readSesEvent(JSON.stringify({ notificationType: text, mail: { messageId: text, timestamp: text } }), NOW),
  'a mail that comes in': (text) => PostalMime.parse(`${text}\r\nFrom: ${text}\r\nTo: ${text}\r\n\r\n${text}`),
  'addresses of a mail that comes in': (text) => addressParser(text),
  // The relay.
  readProxyHeader: (text) => readProxyHeader(Buffer.from(`PROXY TCP4 ${text}`)),
  'lines of a submitted mail': (text) => createLineGuard().check(Buffer.from(`${text}\r\n`)),
  // Verification.
  'an address to verify': (text) => [partsOfAddress(text), judgeText(text, text, { likely: null } as never)],
  'a domain to verify': (text) => likelyDomain(text.slice(0, 253), () => false),
  'a TXT record': (text) => holdsKey(text, 'p=abc'),
};

/** `read…` of what no stranger wrote, or what has a size of its own. */
const OTHERS: Record<string, string> = {
  readConfig: 'the operator’s',
  readAnswers: 'answers of our own services',
  readBodies: 'wiring; what bodies hold is read by the others',
  readImage: 'a file that we named',
  readText: 'decodes chunk by chunk what readRecords reads',
  readPageSize: 'a number',
  readLimit: 'a number',
  readValuesLimit: 'a number',
  readAutoConnect: 'true or false',
};

const LENGTHS = Array.from({ length: 7 }, (_, power) => 2_000 * 2 ** power);
const FACTOR = 3;
const NOISE_MS = 40;
/** The machine does other things besides: a slow one is measured again. */
const TRIES = 4;
const MOST_MS = 5_000;

const unit = fc.oneof(
  fc.constantFrom(
    ' ',
    '\t',
    '\n',
    '\r\n',
    '\r\n ',
    '<',
    '>',
    '"',
    '\\',
    '\\"',
    "'",
    '[',
    '{',
    ',',
    ';',
    '@',
    '.',
    '..',
    '-',
    '_',
    '&',
    '%',
    '=',
  ),
  fc.constantFrom(
    'a.',
    'a@',
    '<a@b>',
    '[],',
    '{{ ',
    '{{a}}',
    '{% ',
    '{{ a | b ',
    'a[',
    '=?utf-8?q?',
    '(',
    '((',
    'a, ',
    '0',
    '1.',
    '::',
    ': ',
  ),
  fc.constantFrom('--x\r\n', 'a: b\r\n', '250-', '"a" ', '\u0000', '\ud800', 'é', 'İ', '\u200b', 'data.', "='", '\\u0041'),
  fc.string({ minLength: 1, maxLength: 6 }),
);
const hostile = fc.record({
  before: fc.constantFrom(
    '',
    'Bearer ',
    '"',
    '<',
    'a@',
    '{{ ',
    '{% if ',
    'From: ',
    'Content-Type: multipart/mixed; boundary=x\r\n\r\n',
    '<a href="',
    '2026-',
  ),
  unit: fc.array(unit, { minLength: 1, maxLength: 3 }).map((units) => units.join('')),
  after: fc.constantFrom('', 'x', '>', '!', ' }}', '"', '@b.test'),
});

/** Of this thread's processor: others that want it too make nothing slower. */
async function millisecondsFor(read: Reader, text: string): Promise<number> {
  const began = process.threadCpuUsage();
  try {
    await read(text);
  } catch {
    // Refused, which takes time as well.
  }
  const { user, system } = process.threadCpuUsage(began);
  return (user + system) / 1_000;
}

/** Says what is wrong; undefined when doubling the length costs no more than it may. */
async function fault(read: Reader, text: (length: number) => string): Promise<string | undefined> {
  let before = await millisecondsFor(read, text(LENGTHS[0]! / 2));
  for (const length of LENGTHS) {
    const times: string[] = [];
    for (;;) {
      const took = await millisecondsFor(read, text(length));
      if (took > MOST_MS) return `${length} characters took ${took.toFixed(0)} ms`;
      if (took <= FACTOR * before + NOISE_MS) {
        before = took;
        break;
      }
      times.push(`${before.toFixed(0)} ms, then ${took.toFixed(0)} ms`);
      if (times.length === TRIES) return `${length} characters: ${times.join('; ')}`;
      before = await millisecondsFor(read, text(length / 2));
    }
  }
  return undefined;
}

const test = suite('hostile text');

for (const [what, read] of Object.entries(READERS)) {
  test(what, async () => {
    await fc.assert(
      fc.asyncProperty(hostile, async ({ before, unit: repeated, after }) => {
        const text = (length: number): string => before + repeated.repeat(Math.ceil(length / repeated.length)) + after;
        const wrong = await fault(read, text);
        assert.is(wrong, undefined, `${JSON.stringify([before, repeated, after])}: ${wrong}`);
      }),
      { numRuns: 6, seed: 20_261, endOnFailure: true },
    );
  });
}

test('a reader that takes longer than that is found', async () => {
  // So steep that no noise hides it: twice the length takes 16 times as long.
  const steep: Reader = (text) => {
    const steps = (text.length / 700) ** 4;
    let held = 0;
    for (let step = 0; step < steps; step += 1) held ^= step;
    return held;
  };
  assert.match(String(await fault(steep, (length) => 'ü'.repeat(length))), /characters/);
});

test('every function that reads is here', () => {
  const DECLARED = /^export (?:async )?function\*? (read[A-Z]\w*)\(/gm;
  const declared = filesOf('../services/**/*.ts', []).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(DECLARED)].map(([, name]) => [file.replace(/^.*services\//, ''), name!] as const),
  );
  assert.ok(declared.length > 40, `${declared.length} found`);
  const missing = declared.filter(([file, name]) => !(name in READERS) && !(name in OTHERS) && !(`${file} ${name}` in READERS));
  assert.equal(missing, []);
});

test.run();
