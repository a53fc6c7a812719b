/** clients/python: what is generated is what the document makes now, and the readme's quick start runs from the built wheel. */
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ROOT } from '#local/binaries.mjs';
import { stretched } from '#local/time-scale.ts';
import { run } from '#local/tool.ts';
import { pythonPackages } from '#local/tools.ts';
import { makePython } from '../../deploy/clients.ts';
import { base, receiver } from './tenant.ts';

const test = suite('Python client');
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

/** Runs Python, which must succeed; answers what it printed. */
async function python(args: string[], env: NodeJS.ProcessEnv = {}, command = 'python3'): Promise<string> {
  const { ok, output } = await run(command, args, { cwd: folder, env: { ...process.env, ...env }, timeoutMs: stretched(60_000) });
  assert.ok(ok, output);
  return output;
}

const interpreter = join(folder, 'venv/bin/python');

test('its wheel is built, and installed where nothing else is but what it asks for', async () => {
  const offline = ['--quiet', '--no-index', '--no-deps'];
  const building = { PYTHONPATH: await pythonPackages('hatchling') };
  await python(['-m', 'pip', 'wheel', ...offline, '--no-build-isolation', '--wheel-dir', 'dist', join(ROOT, 'clients/python')], building);
  const [wheel, ...others] = readdirSync(join(folder, 'dist'));
  assert.equal(others, []);
  const listed = await python(['-c', `import zipfile; print(*zipfile.ZipFile('dist/${wheel}').namelist())`]);
  const strange = listed
    .trim()
    .split(' ')
    .filter((name) => !/^posthorn(?:\/.+\.(?:py|sha256)|-[\d.]+\.dist-info\/\w+)$/.test(name));
  assert.equal(strange, []);
  await python(['-m', 'venv', '--without-pip', 'venv']);
  await python(['-m', 'pip', '--python', interpreter, 'install', '--no-compile', ...offline, `dist/${wheel}`]);
  await python(['-m', 'pip', '--python', interpreter, 'check'], { PYTHONPATH: await pythonPackages('python-client') });
});

const readme = readFileSync('clients/python/README.md', 'utf8');
const examples = [...readme.matchAll(/```python\n([^]*?)```[^]*?```text\n([^]*?)```/g)];

for (const [index, name] of ['the quick start', 'the receiver of webhooks'].entries()) {
  test(`${name} of its readme prints what stands there`, async () => {
    const [code, printed] = examples[index]!.slice(1);
    const { project, domain, webhookSecret } = await receiver();
    const file = join(folder, `example-${index}.py`);
    writeFileSync(file, code!.replaceAll('@example.org', `@${domain}`));
    const keys = { POSTHORN_SECRET_KEY: project.secret, POSTHORN_PUBLIC_KEY: project.public, POSTHORN_WEBHOOK_SECRET: webhookSecret };
    const output = await python([file], { ...keys, POSTHORN_URL: base, PYTHONPATH: await pythonPackages('python-client') }, interpreter);
    assert.is(output.replaceAll(`@${domain}`, '@example.org'), printed);
  });
}

test('a webhook is believed by its signature alone', async () => {
  const file = join(folder, 'webhooks.py');
  writeFileSync(file, readFileSync('test/integration/webhook_signatures.py', 'utf8'));
  assert.is(await python([file], { PYTHONPATH: await pythonPackages('python-client') }, interpreter), 'all as expected\n');
});

test.after(() => rmSync(folder, { recursive: true, force: true }));

test.run();
