/** Protos as a contract with callers of another version: linted, and nothing broken since the last commit. */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ROOT } from '#local/binaries.mjs';
import { run, runTool } from '#local/tool.ts';

const test = suite('protos');
/** What is compared with a commit needs the repository; in an unpacked archive it is counted as skipped. */
const compares = existsSync(join(ROOT, '.git')) ? test : test.skip;

/** The commit before what is here: what a changed file differs from, else what the last commit changed. */
async function last(): Promise<string> {
  const { output: changed } = await run('git', ['status', '--porcelain', '--', 'proto', 'buf.yaml']);
  if (changed.trim() !== '') return 'HEAD';
  return (await run('git', ['rev-parse', '--verify', '--quiet', 'HEAD~1'])).ok ? 'HEAD~1' : 'HEAD';
}

/** `buf breaking` of the protos in a folder against those of a commit. */
async function breaking(dir: string, commit: string): Promise<{ ok: boolean; output: string }> {
  const former = mkdtempSync(join(tmpdir(), 'posthorn-protos-'));
  try {
    const taken = await run('sh', ['-c', `git archive ${commit} proto buf.yaml | tar -x -C ${former}`]);
    assert.ok(taken.ok, taken.output);
    return await runTool('buf', ['breaking', dir, '--against', former]);
  } finally {
    rmSync(former, { recursive: true, force: true });
  }
}

test('buf lint', async () => {
  const { ok, output } = await runTool('buf', ['lint']);
  assert.ok(ok, output);
});

compares('buf breaking, against the last commit', async () => {
  const { ok, output } = await breaking(ROOT, await last());
  assert.ok(ok, output);
});

compares('a field that changes its number is noticed', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'posthorn-protos-'));
  try {
    for (const path of ['proto', 'buf.yaml']) cpSync(join(ROOT, path), join(dir, path), { recursive: true });
    const file = join(dir, 'proto/posthorn/contacts/v1/contacts.proto');
    writeFileSync(file, readFileSync(file, 'utf8').replace(/(message GetRequest \{\s*string id = )1;/, '$19;'));
    const { ok, output } = await breaking(dir, 'HEAD');
    assert.not.ok(ok);
    assert.match(output, /GetRequest/);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});

test.run();
