/**
 * Every command of every runbook, run as it stands there: `posthorn` in the files of the image, the others as themselves. Nothing listens
 * where they are led, so each must understand its line and then say that nobody answers.
 */
import { globSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import pLimit from 'p-limit';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { locate } from '#local/binaries.mjs';
import { run } from '#local/tool.ts';
import { helm, kubectl } from '#local/tools.ts';
import { imageTree } from '#test/image.ts';

const test = suite('runbooks');

/** Program → what it says when it has understood, and nobody answers. */
const UNANSWERED: Readonly<Record<string, RegExp>> = {
  posthorn: /unavailable, try again|does not answer|did not answer in time/,
  kubectl: /connection to the server 127\.0\.0\.1:1 was refused/,
  helm: /cluster unreachable|connection refused/,
  temporal: /Nothing is listening at 127\.0\.0\.1:1|context deadline exceeded/,
};
/** What a reader puts in. */
const PLACES: Readonly<Record<string, string>> = {
  'email id': '8c5f3d0e-5f0c-4c9b-9d2b-1f6f0a4f7c11',
  'address or email id': 'ada@example.com',
  'number|all': 'all',
  'a moment before the loss': '2026-01-01T00:00:00Z',
};

/** The runbooks, and what the handbook says of billing and suspension. */
const handbook = /## Billing and suspension\n([^]*?)\n## /.exec(readFileSync('docs/operations.md', 'utf8'))![1]!;
const pages = [
  ...globSync('deploy/runbooks/*.md').map((file) => [file, readFileSync(file, 'utf8')] as const),
  ['docs/operations.md', handbook] as const,
];
const commands = pages.flatMap(([file, text]) =>
  [...text.matchAll(/`((?:posthorn|npm|npx|node|helm|kubectl|temporal) [^`]*)`/g)].map(([, line]) => ({
    page: basename(file),
    line: line!,
  })),
);
const lines = [...new Set(commands.map(({ line }) => line))].filter((line) => !line.startsWith('npm '));

const dir = imageTree();
const bin = join(dir, '.bin');
mkdirSync(bin);
writeFileSync(join(bin, 'posthorn'), `#!/bin/sh\nexec '${process.execPath}' cli/main.ts "$@"\n`, { mode: 0o755 });
for (const [name, path] of [
  ['helm', await helm()],
  ['kubectl', await kubectl()],
  ['temporal', locate('temporal')!.path],
] as const)
  symlinkSync(path, join(bin, name));
const cluster = { name: 'nowhere', cluster: { server: 'http://127.0.0.1:1' } };
const context = { name: 'nowhere', context: { cluster: 'nowhere', user: 'nobody' } };
writeFileSync(
  join(dir, 'kubeconfig'),
  JSON.stringify({ apiVersion: 'v1', kind: 'Config', clusters: [cluster], contexts: [context], 'current-context': 'nowhere' }),
);
// Helm is run from a checkout.
symlinkSync(join(process.cwd(), 'charts'), join(dir, 'charts'));
writeFileSync(join(dir, 'production.yaml'), '{}');
const env = {
  HOME: dir,
  KUBECONFIG: join(dir, 'kubeconfig'),
  TEMPORAL_ADDRESS: '127.0.0.1:1',
  NATS_URL: 'nats://127.0.0.1:1',
  POSTHORN_GRPC: '127.0.0.1:1',
  GRPC_TOKEN: 'a-token-that-opens-nothing',
};
const says = (line: string): Promise<{ ok: boolean; output: string }> => {
  const filled = line.replaceAll(/<([^>]+)>/g, (_, place) => PLACES[place] ?? 'x');
  return run('sh', ['-c', `PATH='${bin}:/usr/bin:/bin'; ${filled}`], { cwd: dir, env });
};

test('a runbook asks for nothing that is not at hand', () => {
  assert.ok(lines.length > 15);
  // npm is not in the image; the page about the pages speaks of this repository.
  assert.equal(
    commands.filter(({ page, line }) => line.startsWith('npm ') && page !== 'README.md'),
    [],
  );
});

/** All are begun here, a few at a time: most of what each takes is waiting for nobody. */
const limit = pLimit(4);
const said = new Map(lines.map((line) => [line, limit(says, line)]));

for (const line of lines) {
  test(`understood: ${line}`, async () => {
    const { ok, output } = await said.get(line)!;
    const shown = `${line}\n${output}`;
    assert.not.ok(ok, shown);
    assert.match(output, UNANSWERED[line.split(' ')[0]!]!, shown);
  });
}

test('the check can fail', async () => {
  const wrong = ['posthorn whence x', 'temporal workflow lust', 'kubectl get pods --nowhere', 'helm rollback'];
  for (const [index, { output }] of (await Promise.all(wrong.map(says))).entries())
    assert.not.match(output, UNANSWERED[wrong[index]!.split(' ')[0]!]!, `${wrong[index]}\n${output}`);
});

test.after(() => rmSync(dir, { recursive: true, force: true }));

test.run();
