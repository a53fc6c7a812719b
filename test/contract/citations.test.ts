/** Citations of the contract and the architecture lead somewhere, and no section of the contract is forgotten by the code. */
import { globSync, readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { WITHOUT_CODE, citations, citationsOf, sections } from '../../deploy/contract.ts';

const test = suite('citations of the contract');
const known = sections();
const cited = citations(known);

test('sections have names of their own', () => {
  const names = known.map(({ name }) => name);
  assert.equal(
    names.filter((name, index) => names.indexOf(name) !== index),
    [],
  );
});

test('every citation leads to a section and a point of it', () => {
  const broken = cited.filter(({ section, point }) => {
    const found = known.find(({ name }) => name === section);
    return !found || (point !== undefined && !found.points.has(point));
  });
  assert.equal(broken, [], 'sections are headings of docs/contract, points are headings or first cells of rows below them');
});

test('every section is cited, or listed with the reason why it is not', () => {
  const uncited = known.map(({ name }) => name).filter((name) => !cited.some(({ section }) => section === name));
  assert.equal(
    uncited.sort(),
    Object.keys(WITHOUT_CODE).sort(),
    'cite a section where its rule is kept; WITHOUT_CODE of deploy/contract.ts lists those that nothing cites (then npm run generate)',
  );
});

test('every citation of the architecture names a heading of it', () => {
  const headings = [...readFileSync('docs/architecture.md', 'utf8').matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
  const named = globSync('{services,temporal,test}/**/*.{ts,md}').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\barchitecture:? "([^"]+)"/g)].map(([, heading]) => ({ file, heading })),
  );
  assert.equal(
    named.filter(({ heading }) => !headings.includes(heading)),
    [],
  );
});

test('citations are read over line breaks, alone, in rows and with points', () => {
  const text =
    '/**\n * As contract\n * 4.3 "Sender domain", "Reply-To", 5 and "Send pipeline": no; contract "Send pipeline: Pixel, Links".\n */';
  assert.equal(citationsOf('a.ts', text, known), [
    { file: 'a.ts', section: '4.3', point: 'Sender domain' },
    { file: 'a.ts', section: '4.3', point: 'Reply-To' },
    { file: 'a.ts', section: '5' },
    { file: 'a.ts', section: 'Send pipeline', point: 'Pixel' },
    { file: 'a.ts', section: 'Send pipeline', point: 'Links' },
  ]);
});

test('nothing cites by the names that the contract had in parts', () => {
  const files = globSync('{services,temporal,deploy,proto/posthorn,charts,docs}/**/*.{ts,mjs,proto,md}');
  const old = files.filter((file) => /\b(?:[Ss]eed §|[Dd]ecisions(?:,? §?\d|,? "|: SF))/.test(readFileSync(file, 'utf8')));
  assert.equal(old, [], 'cite `contract 4.3`, `contract 2.1 "Key names"` or `contract "Send pipeline: Footer"` (docs/contract)');
});

test.run();
