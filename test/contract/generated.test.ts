/** Generated code is what the protos make now. */
import { createHash } from 'node:crypto';
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ROOT } from '#local/binaries.mjs';
import { unlessKnownFresh } from '#test/known-fresh.ts';
import { generate } from '../../proto/generate.ts';

const test = suite('generated code');

function contents(dir: string): Map<string, string> {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(dir, join(parentPath, name)))
    .sort();
  return new Map(files.map((name) => [name, readFileSync(join(dir, name), 'latin1')]));
}

/** Of the protos, of what they are made with and of what they were made to. */
function contentKey(): string {
  const hash = createHash('sha256');
  for (const tool of ['ts-proto', '@bufbuild/buf']) hash.update(readFileSync(join(ROOT, 'node_modules', tool, 'package.json')));
  const files = globSync(['buf*.yaml', 'proto/**/*.*'], { cwd: ROOT, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const path of files.map(({ parentPath, name }) => join(parentPath, name)).sort()) {
    const bytes = readFileSync(path);
    hash.update(`${relative(ROOT, path)} ${bytes.length}\n`).update(bytes);
  }
  return hash.digest('hex');
}

test('proto/gen is what the protos make', () =>
  unlessKnownFresh('generated', contentKey(), () => {
    const dir = mkdtempSync(join(tmpdir(), 'posthorn-gen-'));
    try {
      generate(dir);
      const [fresh, kept] = [contents(dir), contents(join(ROOT, 'proto/gen'))];
      assert.equal([...kept.keys()], [...fresh.keys()], 'other files than the protos make: npm run generate');
      const stale = [...fresh].filter(([name, text]) => kept.get(name) !== text).map(([name]) => name);
      assert.equal(stale, [], 'stale files: npm run generate');
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  }));

test.run();
