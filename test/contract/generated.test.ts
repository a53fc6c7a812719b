/** Generated code is what the protos make now. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ROOT } from '#local/binaries.mjs';
import { generate } from '../../proto/generate.ts';

const test = suite('generated code');

function contents(dir: string): Map<string, string> {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(dir, join(parentPath, name)))
    .sort();
  return new Map(files.map((name) => [name, readFileSync(join(dir, name), 'latin1')]));
}

test('proto/gen is what the protos make', () => {
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
});

test.run();
