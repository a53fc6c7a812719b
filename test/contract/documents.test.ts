/** Documents say what the code says, and name files that are there. */
import { existsSync, globSync, readFileSync, readdirSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { anchorOf } from '../../deploy/contract.ts';
import { REASONS, manifest } from '../../deploy/dependencies.ts';
import { DOCUMENTS, freshDocument } from '../../deploy/documents.ts';
import { anatomy } from '../../deploy/kubernetes/anatomy.ts';
import { SERVICE_NAMES } from '#services/names.ts';

const test = suite('documents');

for (const path of Object.keys(DOCUMENTS)) {
  test(`${path} says what the code and kept results say`, () => {
    assert.is(readFileSync(path, 'utf8'), freshDocument(path), `${path} is stale: npm run generate`);
  });
}

test('every dependency has its reason, and no reason is left of one that went', () => {
  const { dependencies, devDependencies, optionalDependencies } = manifest();
  const used = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
  const reasons = Object.keys(REASONS);
  assert.equal(
    used.filter((name) => !reasons.includes(name)),
    [],
    'packages without a reason: add a line for each to deploy/dependencies.ts, then npm run generate',
  );
  assert.equal(
    reasons.filter((name) => !used.includes(name)),
    [],
    'reasons for packages that are gone: remove their lines from deploy/dependencies.ts, then npm run generate',
  );
});

test('dependencies are pinned exactly', () => {
  const { dependencies, devDependencies, optionalDependencies } = manifest();
  assert.equal(
    Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }).filter(
      ([, version]) => !/^\d+\.\d+\.\d+$/.test(version),
    ),
    [],
    'npm install --save-exact',
  );
});

for (const name of SERVICE_NAMES) {
  test(`services/${name} says what it is`, () => {
    assert.ok(existsSync(`services/${name}/README.md`));
  });
}

const { services } = await anatomy();
for (const [name, { models = [] }] of services) {
  test(`services/${name}/README.md names every collection of the service`, () => {
    const text = readFileSync(`services/${name}/README.md`, 'utf8');
    const collections = models.map((model) => model.collection.collectionName);
    assert.equal(
      collections.filter((collection) => !text.includes(`\`${collection}\``) && !text.includes(`\`${collection}.`)),
      [],
    );
  });
}

const anchorsOf = (path: string): string[] =>
  [...readFileSync(path, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading!));

const OUTSIDE = ['node_modules/**', 'clients/typescript/node_modules/**', 'proto/gen/**', 'clients/**/generated/**'];
const DOCUMENTATION = globSync('**/*.md', { exclude: OUTSIDE });

/** Generic functions of Go look like links. */
const withoutCode = (path: string): string => readFileSync(path, 'utf8').replace(/^```[^]*?^```$/gm, '');

test('every file and heading a document names is there', () => {
  const missing = DOCUMENTATION.flatMap((file) =>
    [...withoutCode(file).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g)]
      .filter(([, path, anchor]) => {
        const target = path ? normalize(join(file, '..', path)) : file;
        return !existsSync(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor));
      })
      .map(([link]) => `${file}: ${link}`),
  );
  assert.equal(missing, [], 'files or headings moved: set the links right in the documents named');
});

test('every file of code that a comment or a document names in passing is there', () => {
  const code = globSync('**/*.{ts,mjs,js,py,proto}', { exclude: OUTSIDE });
  const ends = new Set(code.flatMap((file) => file.split('/').map((_, index, parts) => parts.slice(index).join('/'))));
  const comment = /^\s*(?:\*|#).*|(?<!:)\/[/*].*/gm;
  // Records keep the names of their day; guides name files that a reader makes.
  const prose = DOCUMENTATION.filter((file) => !/^docs\/(adr|guides)\//.test(file)).map((file) => [file, readFileSync(file, 'utf8')]);
  const comments = code.map((file) => [file, (readFileSync(file, 'utf8').match(comment) ?? []).join('\n')]);
  const missing = [...prose, ...comments].flatMap(([file, text]) =>
    [...text!.matchAll(/(?<![\w@./*{-])(?:\.\.?\/)*((?:[\w.-]+\/)*[\w-][\w.-]*\.(?:ts|mjs|proto))\b/g)]
      .map(([, name]) => name!)
      .filter((name) => !ends.has(name) && !name.startsWith('google/') && !/\bx\.ts$/.test(name))
      .map((name) => `${file}: ${name}`),
  );
  assert.equal(missing, [], 'files moved: set the names right; x.ts is any file');
});

test('README is read in two minutes', () => assert.ok(readFileSync('README.md').length <= 6 * 1_024));

test('decision records are numbered without gaps', () => {
  const numbers = readdirSync('docs/adr')
    .flatMap((file) => /^(\d{4})-/.exec(file)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);
  assert.equal(
    numbers,
    numbers.map((_, index) => index + 1),
  );
});

test.run();
