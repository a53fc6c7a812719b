/** CSV imports, purely: header, cells, rows, counts; and an export's cells as their inverse. */
import fc from 'fast-check';
import { stringify } from 'csv-stringify/sync';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { email as schema } from '#services/gateway/schemas.ts';
import { readAddress } from '#services/contacts/domain/email.ts';
import { escapeFormula, readCell, unescapeFormula, writeCell } from '#services/contacts/domain/import-cell.ts';
import { readHeader } from '#services/contacts/domain/import-header.ts';
import { batchOf, countPage, importId, progressOf } from '#services/contacts/domain/import-job.ts';
import { readRow } from '#services/contacts/domain/import-row.ts';
import { readRecords } from '#services/contacts/import/csv-records.ts';
import { readText } from '#services/contacts/import/text-source.ts';

const test = suite('contacts: import');

test('what a spreadsheet would run gets a quote, numbers and telephone numbers do not', () => {
  const run = ['=1+1', '@sum(a1)', '\tx', '\rx', '+a', '-a', '-', '+', '-2+3', '+1+cmd', "'=1", "''@x", '+-5', '-1e5', '+12', '=', '--5'];
  const plain = ['', 'a=b', "'quoted'", '-5', '+5.25', '-0.5', '+49 30 123456', '+1 (202) 555-0143', '+12345', "it's", '1-1', ' =1', "'"];
  const escaped = run.filter((cell) => cell !== '+12');
  assert.equal(
    escaped.map(escapeFormula),
    escaped.map((cell) => `'${cell}`),
  );
  assert.equal(plain.map(escapeFormula), plain);
});

test('an import takes away the quote that an export put there, and no other', () => {
  const part = fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '1', '23456', 'a', ' ', '.', '(', ')');
  const cell = fc.oneof(
    fc.array(part, { maxLength: 12 }).map((parts) => parts.join('')),
    fc.string(),
  );
  fc.assert(
    fc.property(cell, (text) => {
      const shown = escapeFormula(text);
      assert.is(unescapeFormula(shown), text);
      assert.not.match(shown, /^[=@\t\r]/);
      if (/^[+-]/.test(shown)) assert.match(shown, /^[+-][\d ().-]+$/);
    }),
    { seed: 14, numRuns: 2_000 },
  );
});

test('cells', () => {
  const cells: [string, unknown][] = [
    ['', undefined],
    ['0', 0],
    ['7', 7],
    ['-3', -3],
    ['1.50', 1.5],
    ['-0.5', -0.5],
    ['999999999999999', 999_999_999_999_999],
    ['007', '007'],
    ['+1', '+1'],
    ['1e5', '1e5'],
    ['-', '-'],
    ['-0', '-0'],
    ['.5', '.5'],
    ['5.', '5.'],
    ['1,5', '1,5'],
    [' 1', ' 1'],
    ['--1', '--1'],
    ['0x1', '0x1'],
    ['-01', '-01'],
    ['1234567890123456', '1234567890123456'],
    ['0.1234567890123456', '0.1234567890123456'],
    ['Infinity', 'Infinity'],
    ['NaN', 'NaN'],
    ['true', true],
    ['YES', true],
    ['False', false],
    ['no', false],
    ['y', 'y'],
    ['true ', 'true '],
    ['null', 'null'],
    ['2026-01-31', '2026-01-31'],
    [' ', ' '],
  ];
  for (const [cell, value] of cells) assert.is(readCell(cell), value, JSON.stringify(cell));
});

test('a cell that was read is written back to what reads the same', () => {
  const cell = fc.oneof(
    fc.string(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(writeCell),
    fc.integer().map(String),
    fc.constantFrom('yes', 'TRUE', '1.50', '-0', '1e5', '00'),
  );
  fc.assert(
    fc.property(cell, (text) => {
      const value = readCell(text);
      assert.is(readCell(writeCell(value)), value);
      if (typeof value === 'string') assert.is(writeCell(value), text);
    }),
  );
  fc.assert(fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => assert.not.match(writeCell(number), /e/)));
});

test('headers', () => {
  const columns = readHeader(['\tName ', 'EMAIL', 'Id', 'Subscribed', 'createdat', '', 'unsubscribeURL', 'posthorn_id', 'Data.x', '']);
  assert.equal(columns, {
    email: 1,
    width: 10,
    fields: [
      { at: 0, key: 'name' },
      { at: 8, key: 'data.x' },
    ],
  });
  const bad: [string[], RegExp][] = [
    [[], /email column/],
    [['e-mail'], /email column/],
    [['email', 'a', 'A '], /two columns named "a"/],
    [['email', ...Array.from({ length: 1_000 }, (_, n) => `c${n}`)], /1,000 columns/],
  ];
  for (const [cells, reason] of bad)
    assert.throws(
      () => readHeader(cells),
      (error: any) => error.status === 400 && reason.test(error.message),
    );
  assert.is(readHeader(['id', 'ID', 'email']).fields.length, 0);
});

test('rows', () => {
  const columns = readHeader(['name', 'email', 'age']);
  const read = (...cells: string[]) => {
    const reading = readRow(columns, cells);
    return 'patch' in reading ? [reading.email, Object.fromEntries(reading.patch.set)] : [reading.email, reading.reason];
  };
  assert.equal(read('Ada', ' ADA@x.org ', '36'), ['ada@x.org', { name: 'Ada', age: 36 }]);
  assert.equal(read('', 'a@x.org'), ['a@x.org', {}]);
  assert.equal(read('', 'a@x.org', '1', '', ''), ['a@x.org', { age: 1 }]);
  assert.equal(read('', 'a@x.org', '1', 'more'), ['a@x.org', 'processing_error']);
  assert.equal(read('Ada'), ['', 'invalid_email']);
  assert.equal(read('Ada', 'x'.repeat(1_000)), ['x'.repeat(320), 'invalid_email']);
});

test('addresses are those that the API takes', () => {
  const addresses = [
    'a@x.org',
    'A.b+c@sub.x-y.org',
    'a@x',
    'a@@x.org',
    '@x.org',
    'a@',
    'a..b@x.org',
    '.a@x.org',
    'a@x..org',
    'a@-x.org',
    'ü@x.org',
    'a b@x.org',
    '"a"@x.org',
    'a@[1.2.3.4]',
    `${'a'.repeat(65)}@x.org`,
    `a@${'x.'.repeat(130)}org`,
    'a@x.1org',
    ' a@x.org ',
    '',
    "o'h@x.org",
  ];
  for (const one of addresses) assert.is(readAddress(one) !== undefined, schema.safeParse(one).success, one);
  fc.assert(
    fc.property(fc.oneof(fc.emailAddress(), fc.string()), (one) =>
      assert.is(readAddress(one) !== undefined, schema.safeParse(one).success),
    ),
  );
});

test('jobs', () => {
  assert.match(importId('p', new Date(5), 0x1f00a), /^import-p-5-f00a$/);
  assert.equal([batchOf(5 * 1_048_576), batchOf(5 * 1_048_576 + 1)], [100, 1_000]);
  assert.equal(
    [
      progressOf('waiting', 0, 0),
      progressOf('active', 50, 99),
      progressOf('active', 99, 99),
      progressOf('failed', 10, 20),
      progressOf('completed', 0, 0),
    ],
    [0, 50, 99, 50, 100],
  );
  const error = { row: 2, email: '', reason: 'invalid_email' } as const;
  assert.equal(countPage(['created', error, 'updated', 'updated']), { imported: 1, updated: 2, skipped: 1, errors: [error] });
});

async function recordsOf(bytes: Buffer, start: number, chunk: number) {
  const open = async function* (from: number, most = bytes.length) {
    const end = Math.min(bytes.length, from + most);
    for (let at = from; at < end; at += chunk) yield bytes.subarray(at, Math.min(end, at + chunk));
  };
  const all = [];
  for await (const records of readRecords(readText(open, start))) all.push(...records);
  return all;
}

test('whatever was written is read back, from any record on, in chunks of any size and any encoding', async () => {
  const cells = fc.array(
    fc.array(
      fc.string({ unit: 'binary' }).map((text) => text.replace(/[\0\uFEFF]/g, '')),
      { minLength: 2, maxLength: 4 },
    ),
    { minLength: 1, maxLength: 6 },
  );
  await fc.assert(
    fc.asyncProperty(
      cells,
      fc.integer({ min: 1, max: 40 }),
      fc.boolean(),
      fc.constantFrom('\n', '\r\n'),
      async (rows, chunk, wide, line) => {
        const text = stringify(rows, { quoted_match: /[\r\n]/, record_delimiter: line });
        const bytes = wide ? Buffer.from(`\uFEFF${text}`, 'utf16le') : Buffer.from(text);
        const all = await recordsOf(bytes, 0, chunk);
        assert.equal(
          all.map((record) => record.cells),
          rows,
        );
        for (const { end, number } of all.slice(0, -1)) {
          const rest = await recordsOf(bytes, end, chunk);
          assert.equal(
            rest.map((record) => [record.cells, record.number + number, record.end + end]),
            all.slice(number).map((record) => [record.cells, record.number, record.end]),
          );
        }
      },
    ),
    { numRuns: 60 },
  );
});

test.run();
