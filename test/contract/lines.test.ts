/** No line of code is longer than 140 characters, inside strings and comments too, where the formatter does not look. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';

const MOST = 140;
/** Data that would only be harder to read in pieces. */
const DATA: Readonly<Record<string, string>> = {
  'test/integration/import.test.ts': 'rows of a CSV file',
  'test/integration/openapi.test.ts': 'a list of routes',
  'test/unit/templating/language.test.ts': 'templates and what comes of them',
};

const files = execFileSync('git', ['ls-files', '*.ts', '*.mjs', '*.mts', ':!proto/gen', ':!clients/typescript/src/generated'], {
  encoding: 'utf8',
})
  .trim()
  .split('\n');
const long = (file: string): string[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, index) => ([...line].length > MOST ? [`${file}:${index + 1}`] : []));

const test = suite('lines of code');

test(`have at most ${MOST} characters, but for data`, () => {
  assert.ok(files.length > 500);
  assert.equal(files.filter((file) => !(file in DATA)).flatMap(long), []);
});

test('the list of data holds no file that needs no exception', () => {
  assert.equal(
    Object.keys(DATA).filter((file) => long(file).length === 0),
    [],
  );
});

test.run();
