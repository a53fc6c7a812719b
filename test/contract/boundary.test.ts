/** Who may import whom (architecture: "Inside a service"), and who may read the environment. */
import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ROOT } from '#local/binaries.mjs';
import { FAILPOINTS } from '#services/failpoints.ts';

const test = suite('boundaries');

const IMPORT = /^(?:import|export)\s+(?:[\w*{}\s,$]+?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"`]([^'"`]+)['"`]/gm;
const ALIASES: Record<string, string> = {
  '#kit/': 'services/kit/',
  '#services/': 'services/',
  '#temporal/': 'temporal/',
  '#local/': 'deploy/local/',
  '#test/': 'test/support/',
  '#proto/': 'proto/gen/posthorn/',
};
/** Where a process begins: what reads the environment and hands it to the configuration. */
const ENTRIES = new Set(['services/main.ts', 'services/indexes.ts']);
/** What of the kit is pure. */
const PURE = new Set(
  ['activity-types', 'address', 'errors', 'literal-pattern', 'mail-states', 'operators', 'time-window'].map(
    (name) => `services/kit/${name}.ts`,
  ),
);
/** Lines of a `service.ts`. */
const MOST_WIRING = 145;
/** Rooms of services, and the one file of each that others may import. */
const DOORS: Record<string, string> = {
  'services/contacts/audience': 'audience.ts',
  'services/contacts/bulk': 'bulk.ts',
  'services/contacts/fields': 'fields.ts',
  'services/contacts/import': 'import.ts',
  'services/contacts/memberships': 'memberships.ts',
  'services/contacts/upsert': 'upsert.ts',
  'services/delivery/accept': 'acceptance.ts',
  'services/delivery/campaign-sends': 'campaign-sends.ts',
  'services/delivery/dispatch': 'dispatch.ts',
  'services/delivery/feedback': 'feedback.ts',
  'services/delivery/ledger': 'ledger.ts',
  'services/delivery/message': 'composer.ts',
  'services/delivery/providers': 'provider.ts',
  'services/delivery/sender-domains': 'sender-domains.ts',
};
/** Folders below services/ that are no service. */
const SHARED = new Set(['host', 'kit', 'recipient']);

const read = (file: string): string => readFileSync(posix.join(ROOT, file), 'utf8');
const files = (pattern: string): string[] => globSync(pattern, { cwd: ROOT }).sort();

/** What a file imports: paths from the clone's root, packages by their name. */
function imports(file: string): string[] {
  return [...read(file).matchAll(IMPORT)].map(([, plain, dynamic]) => {
    const target = (plain ?? dynamic)!;
    if (target.startsWith('.')) return posix.join(posix.dirname(file), target);
    const alias = Object.keys(ALIASES).find((prefix) => target.startsWith(prefix));
    return alias ? ALIASES[alias] + target.slice(alias.length) : target;
  });
}

/** `services/contacts/domain/x.ts` → `contacts`; null for what belongs to no service. */
function serviceOf(path: string): string | null {
  const [top, name, ...rest] = path.split('/');
  return top === 'services' && rest.length > 0 && !SHARED.has(name!) ? name! : null;
}

function offences(pattern: string, allowed: (target: string, file: string) => boolean): string[] {
  return files(pattern).flatMap((file) =>
    imports(file)
      .filter((target) => !allowed(target, file))
      .map((target) => `${file} imports ${target}`),
  );
}

test('the walk sees imports of every form', () => {
  assert.ok(files('services/kit/**/*.ts').length > 10);
  assert.ok(imports('test/contract/boundary.test.ts').includes('deploy/local/binaries.mjs'));
  assert.ok(imports('test/contract/boundary.test.ts').includes('node:fs'));
});

test('a domain imports its own domain and what of the kit is pure, nothing else', () => {
  assert.equal(
    offences('services/*/domain/**/*.ts', (target, file) => target.startsWith(`services/${serviceOf(file)}/domain/`) || PURE.has(target)),
    [],
  );
  assert.equal(
    offences('services/kit/{activity-types,literal-pattern,mail-states,operators,time-window}.ts', () => false),
    [],
  );
});

test('no service imports files of another service', () => {
  assert.equal(
    offences('services/**/*.ts', (target, file) => {
      const [from, to] = [serviceOf(file), serviceOf(target)];
      return to === null || from === null || from === to;
    }),
    [],
  );
});

test('a room is entered by its door', () => {
  const roomOf = (path: string): string | undefined => Object.keys(DOORS).find((room) => path.startsWith(`${room}/`));
  assert.equal(
    offences('services/**/*.ts', (target, file) => {
      const room = roomOf(target);
      return room === undefined || room === roomOf(file) || target === `${room}/${DOORS[room]}`;
    }),
    [],
  );
});

test('the kit imports no service', () => {
  assert.equal(
    offences('services/kit/**/*.ts', (target) => !target.startsWith('temporal/') && !/^services\/(?!kit\/)/.test(target)),
    [],
  );
  assert.equal(
    offences('temporal/**/*.ts', (target) => !target.startsWith('services/kit/')),
    [],
  );
});

test('only where a process begins is the host imported', () => {
  assert.equal(
    offences('services/**/*.ts', (target, file) => !target.startsWith('services/host/') || serviceOf(file) === null),
    [],
  );
});

test('what services share about recipients is pure', () => {
  assert.equal(
    offences('services/recipient/*.ts', (target) => ['node:crypto', 'services/kit/key-ring.ts'].includes(target)),
    [],
  );
});

test('every failpoint is listed, and none that is gone', () => {
  const calls = files('services/**/*.ts').flatMap((file) =>
    [...read(file).matchAll(/\bfailpoint\(([^)\n]+)\)/g)].map(([, named]) => named!),
  );
  const placed = calls.flatMap((named) => [...named.matchAll(/'(\w+ [\w ]+)'/g)].map(([, name]) => name!));
  assert.equal([...new Set(placed)].toSorted(), [...FAILPOINTS].toSorted());
});

test('services import neither the local stack nor tests', () => {
  assert.equal(
    offences('{services,temporal}/**/*.ts', (target) => !/^(deploy|test)\//.test(target)),
    [],
  );
});

test('workflows import nothing that does I/O', () => {
  assert.equal(
    offences(
      'temporal/workflows/**/*.ts',
      (target) =>
        target.startsWith('temporal/workflows/') ||
        target === '@temporalio/workflow' ||
        target === '@temporalio/common' ||
        /^services\/[^/]+\/(domain|activities)/.test(target),
    ),
    [],
  );
});

test('only the configuration and where processes begin read the environment', () => {
  const readers = files('{services,temporal}/**/*.ts').filter((file) => /\bprocess\.env\b/.test(read(file)));
  assert.equal(
    readers.filter((file) => !file.startsWith('services/kit/config/') && !ENTRIES.has(file)),
    [],
  );
});

test("a service's wiring is read at a glance", () => {
  const lines = (file: string): number => read(file).trimEnd().split('\n').length;
  assert.equal(
    files('services/*/service.ts')
      .map((file): [string, number] => [file, lines(file)])
      .filter(([, length]) => length > MOST_WIRING),
    [],
  );
});

test('every test file runs its suites', () => {
  const forgotten = files('test/**/*.test.ts').filter((file) => {
    const text = read(file);
    const suites = [...text.matchAll(/^(?:const|let) (\w+) = suite\b/gm)].map(([, name]) => name!);
    return !/\.run\(\)/.test(text) || suites.some((name) => !text.includes(`${name}.run()`));
  });
  assert.equal(forgotten, []);
});

test.run();
