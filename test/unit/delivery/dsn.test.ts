import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import fc from 'fast-check';
import { stretched } from '#local/time-scale.ts';
import type { StatusText } from '#services/delivery/domain/dsn.ts';
import { readBlocks, readReport, reportedSenders } from '#services/delivery/domain/dsn.ts';

const test = suite('status reports');
const NOW = new Date('2026-02-01T00:00:00.000Z');
const status = (...lines: string[]): StatusText => ({
  type: 'message/delivery-status',
  text: ['Reporting-MTA: dns; mx.example.test', 'Arrival-Date: Sat, 31 Jan 2026 10:00:00 +0000', '', ...lines, ''].join('\r\n'),
});
const feedback = (...lines: string[]): StatusText => ({
  type: 'message/feedback-report',
  text: ['User-Agent: SomeGenerator/1.0', 'Version: 1', ...lines, ''].join('\n'),
});
const read = (part: StatusText) => {
  const report = readReport(part, NOW);
  return report && [report.kind, report.bounceType, report.diagnostic];
};

test('actions and codes', () => {
  const table: [string[], unknown][] = [
    [
      ['Action: failed', 'Status: 5.1.1'],
      ['bounce', 'Permanent', '5.1.1'],
    ],
    [
      ['Action: failed', 'Status: 5.0.0 (permanent failure)', 'Diagnostic-Code: smtp; 550 5.1.1 <a@b.test>: nobody'],
      ['bounce', 'Permanent', '550 5.1.1 <a@b.test>: nobody'],
    ],
    [
      ['Action: FAILED (bad destination)', 'Status: 4.4.7'],
      ['bounce', 'Transient', '4.4.7'],
    ],
    [
      ['Action: delayed', 'Status: 4.4.1', 'Will-Retry-Until: Tue, 3 Feb 2026 10:00:00 +0000'],
      ['bounce', 'Transient', '4.4.1'],
    ],
    [
      ['Action: delayed', 'Status: 5.0.0'],
      ['bounce', 'Transient', '5.0.0'],
    ],
    [['Action: failed'], ['bounce', 'Undetermined', null]],
    [
      ['Action: failed', 'Status: 2.0.0'],
      ['bounce', 'Undetermined', '2.0.0'],
    ],
    [
      ['Action: failed', 'Diagnostic-Code: smtp; 554 5.7.1 no'],
      ['bounce', 'Permanent', '554 5.7.1 no'],
    ],
    [
      ['Action: delivered', 'Status: 2.0.0'],
      ['delivery', undefined, '2.0.0'],
    ],
    [
      ['Action: relayed', 'Status: 2.1.5', 'Diagnostic-Code: smtp; 250', ' 2.1.5 relayed'],
      ['delivery', undefined, '250 2.1.5 relayed'],
    ],
    [['Action: expanded', 'Status: 2.0.0'], null],
    [['Status: 5.0.0'], null],
    [[], null],
  ];
  for (const [lines, expected] of table) assert.equal(read(status('Final-Recipient: rfc822; a@b.test', ...lines)), expected, lines.join());
});

test('of several recipients the worst counts', () => {
  assert.equal(
    read(status('Action: delivered', 'Status: 2.0.0', '', 'Action: failed', 'Status: 5.2.1', '', 'Action: delayed', 'Status: 4.0.0')),
    ['bounce', 'Permanent', '5.2.1'],
  );
});

test('a report without its first part is read, too', () => {
  assert.equal(read({ type: 'message/delivery-status', text: 'Final-Recipient: rfc822; a@b.test\nAction: failed\nStatus: 5.1.1\n' }), [
    'bounce',
    'Permanent',
    '5.1.1',
  ]);
});

test('times: the last attempt, else the arrival, never the future', () => {
  const at = (...lines: string[]) => readReport(status('Action: failed', 'Status: 5.0.0', ...lines), NOW)!.at.toISOString();
  assert.is(at('Last-Attempt-Date: Sat, 31 Jan 2026 12:00:00 +0200'), '2026-01-31T10:00:00.000Z');
  assert.is(at(), '2026-01-31T10:00:00.000Z');
  assert.is(at('Last-Attempt-Date: Sat, 31 Jan 2099 12:00:00 +0000'), NOW.toISOString());
  assert.is(at('Last-Attempt-Date: soon'), '2026-01-31T10:00:00.000Z');
});

test('abuse is a complaint; that it is no spam is not', () => {
  assert.equal(read(feedback('Feedback-Type: abuse')), ['complaint', undefined, undefined]);
  assert.equal(read(feedback('Feedback-Type: not-spam')), null);
  assert.equal(read(feedback('Feedback-Type: virus')), null);
  assert.equal(read(feedback()), null);
});

test('senders that a report names', () => {
  assert.equal(reportedSenders(feedback('Feedback-Type: abuse', 'Original-Mail-From: <bounce+x@b.test>')), ['bounce+x@b.test']);
  assert.equal(reportedSenders({ type: 'message/delivery-status', text: 'Original-Envelope-Id: bounce+y@b.test\n\nAction: failed\n' }), [
    'bounce+y@b.test',
  ]);
});

test('blocks: folded lines are joined, the first of a name counts, what is no header is skipped', () => {
  assert.equal(
    readBlocks('A: 1\r\n  2\r\na: 3\r\nnonsense\r\n\r\n\r\nB:\r\n').map((fields) => [...fields]),
    [[['a', '1 2']], [['b', '']]],
  );
});

test('no text is too odd to read', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc.constantFrom('message/delivery-status' as const, 'message/feedback-report' as const),
      (text, type) => {
        const report = readReport({ text, type }, NOW);
        assert.ok(report === null || ['bounce', 'delivery', 'complaint'].includes(report.kind));
      },
    ),
  );
  const began = performance.now();
  readReport({ type: 'message/delivery-status', text: `Action:${' \t'.repeat(200_000)}x\n${'A: b\n '.repeat(50_000)}` }, NOW);
  assert.ok(performance.now() - began < stretched(1_000));
});

test.run();
