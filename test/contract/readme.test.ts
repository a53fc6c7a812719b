import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { withTables } from '../../deploy/readme.ts';
import { SERVICE_NAMES } from '#services/names.ts';

const test = suite('README');
const readme = readFileSync('README.md', 'utf8');

test('the tables of errors and configuration are the code\'s (npm run generate writes them)', () => {
  assert.is(readme, withTables(readme));
});

test('every dependency has its line of reason, and no line is left of one that went', () => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, Record<string, string>>;
  const used = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }).map(([name, version]) => `${name} ${version}`).sort();
  const section = readme.slice(readme.indexOf('## Dependencies'));
  const told = [...section.matchAll(/^\| `([^`]+)` \| (\S+) \|/gm)].map(([, name, version]) => `${name} ${version}`).sort();
  assert.equal(told, used);
});

test('dependencies are pinned exactly', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, Record<string, string>>;
  assert.equal(Object.values({ ...dependencies, ...devDependencies }).filter((version) => !/^\d+\.\d+\.\d+$/.test(version)), []);
});

for (const name of SERVICE_NAMES) {
  test(`services/${name} says what it is`, () => {
    assert.ok(existsSync(`services/${name}/README.md`));
  });
}

test('every file a README names is there', () => {
  const files = ['README.md', ...SERVICE_NAMES.map((name) => `services/${name}/README.md`)].filter(existsSync);
  const missing = files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/\]\((?!https?:|#)([^)#]+)/g)]
    .map(([, path]) => new URL(path!, `file:///${file}`).pathname.slice(1))
    .filter((path) => !existsSync(path))
    .map((path) => `${file}: ${path}`));
  assert.equal(missing, []);
});

test('decision records are numbered without gaps', () => {
  const numbers = readdirSync('deploy/adr').flatMap((file) => /^(\d{4})-/.exec(file)?.[1] ?? []).map(Number).sort((a, b) => a - b);
  assert.equal(numbers, numbers.map((_, index) => index + 1));
});

test.run();
