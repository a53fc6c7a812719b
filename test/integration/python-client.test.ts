/** clients/python: what is generated is what the document makes now, and the readme's quick start runs against real services. */
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { stretched } from '#local/time-scale.ts';
import { run } from '#local/tool.ts';
import { pythonPackages } from '#local/tools.ts';
import { makePython } from '../../deploy/clients.ts';
import { base, sender } from './tenant.ts';

const test = suite('Python client');
const packages = await pythonPackages('openapi-python-client');
const folder = mkdtempSync(join(tmpdir(), 'posthorn-python-client-'));

function contents(dir: string): Map<string, string> {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.py'))
    .map(({ parentPath, name }) => relative(dir, join(parentPath, name)))
    .sort();
  return new Map(files.map((name) => [name, readFileSync(join(dir, name), 'utf8')]));
}

test('what is generated is what the document makes', async () => {
  await makePython(join(folder, 'generated'));
  const [fresh, kept] = [contents(join(folder, 'generated')), contents('clients/python/posthorn/generated')];
  assert.equal([...kept.keys()], [...fresh.keys()], 'other files than the document makes: npm run generate');
  const stale = [...fresh].filter(([name, text]) => kept.get(name) !== text).map(([name]) => name);
  assert.equal(stale, [], 'stale files: npm run generate');
});

test('the quick start of its readme prints what stands there', async () => {
  const readme = readFileSync('clients/python/README.md', 'utf8');
  const [code, printed] = /```python\n([^]*?)```[^]*?```text\n([^]*?)```/.exec(readme)!.slice(1);
  const { project, domain } = await sender();
  const file = join(folder, 'start.py');
  writeFileSync(file, code!.replaceAll('@example.org', `@${domain}`));
  const keys = { POSTHORN_SECRET_KEY: project.secret, POSTHORN_PUBLIC_KEY: project.public };
  const env = { ...process.env, ...keys, POSTHORN_URL: base, PYTHONPATH: `clients/python:${packages}`, PYTHONDONTWRITEBYTECODE: '1' };
  const { output } = await run('python3', [file], { env, timeoutMs: stretched(60_000) });
  assert.is(output.replaceAll(`@${domain}`, '@example.org'), printed);
});

test.after(() => rmSync(folder, { recursive: true, force: true }));

test.run();
