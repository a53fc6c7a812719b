/** Who may import whom (architecture: "Inside a service"), and who may read the environment. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { parseSync } from 'oxc-parser';
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
const ENTRIES = new Set(['services/main.ts', 'services/indexes.ts', 'services/migrations.ts']);
/** What of the kit is pure. */
const PURE = new Set(
  ['activity-types', 'address', 'errors', 'literal-pattern', 'mail-states', 'operators', 'time-window'].map(
    (name) => `services/kit/${name}.ts`,
  ),
);
/** Lines of a `service.ts`. */
const MOST_WIRING = 80;
/** Rooms of services, and the one file of each that others may import. */
const ENTRANCE_FILES: Record<string, string> = {
  'services/accounts/audit': 'audit-trail.ts',
  'services/accounts/billing': 'payments.ts',
  'services/accounts/phishing': 'phishing-hits.ts',
  'services/accounts/platform-mail': 'platform-mail.ts',
  'services/accounts/reputation': 'reputation.ts',
  'services/accounts/social-login': 'social-login.ts',
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
  'services/delivery/phishing': 'phishing-check.ts',
  'services/delivery/providers': 'provider.ts',
  'services/delivery/sender-domains': 'sender-domains.ts',
  'services/events/insight': 'insight.ts',
  'services/gateway/inbox': 'page.ts',
  'services/templating/rendering': 'renderer.ts',
  'services/verification/dns': 'resolver.ts',
};
/** Folders of services that hold files of one kind, each used by itself. */
const KINDS: Record<string, string> = {
  'services/delivery/usage': 'the counts and their collection',
  'services/gateway/auth': 'whose request it is, what it may do, its cookie',
  'services/gateway/http': 'the concerns of the HTTP server',
  'services/gateway/limits': 'limiters of the edge',
  'services/gateway/records': 'what resources look like in answers',
  'services/gateway/reference': 'pieces of the OpenAPI document',
  'services/gateway/routes': 'rows of the table of routes',
  'services/gateway/webhooks': 'whose notice it is',
  'services/templating/language': 'LiquidJS as our language',
};
/** A file of fewer lines is short. */
const SHORT = 40;
/** Rows of a series: who knows one knows where the others are. */
const SERIES = [/^services\/[a-z]+\/activities\.ts$/, /^services\/gateway\/(?:records|routes)\//, /^services\/kit\/config\//];
/** Short files with one user that stay by themselves, and why. */
const SHORT_FILES: Record<string, string> = {
  'services/accounts/domain-notices.ts': 'a consumer of facts',
  'services/accounts/domain/billing.ts': 'what Stripe says is judged apart from asking it',
  'services/accounts/platform-mail/content.ts': 'the mails themselves, beside the queue of them',
  'services/accounts/refused-inserts.ts': "the driver's shape of a refused bulk insert",
  'services/accounts/signup-check.ts': 'asks another service',
  'services/campaigns/reconciler.ts': 'the sweep that the architecture names; workflows has one too',
  'services/delivery/campaign-sends/abandoned-pages.ts': 'a sweep',
  'services/delivery/campaign-sends/render-chunks.ts': 'pure, and tested by itself',
  'services/delivery/campaign-sends/unsubscriptions.ts': 'a consumer of facts',
  'services/delivery/feedback/bounce-consumer.ts': 'a consumer of facts',
  'services/delivery/sender-domains/domain-usage.ts': 'asks two other services, and knows no row of ours',
  'services/events/domain/activity.ts': 'which events are activity: a table',
  'services/events/domain/window.ts': 'pure, beside the other times of insight',
  'services/gateway/http/access-log.ts': 'one concern of HTTP a file',
  'services/gateway/webhooks/signature.ts': 'who signed a notice, beside SNS',
  'services/host/temporal/runtime.ts': 'settings of the SDK that hold for the whole process',
  'services/kit/redis.ts': 'one server a file, beside NATS and MongoDB',
  'services/templating/language/syntax.ts': 'what is asked of the language before a text is saved; tested by itself',
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

test('imports of every form are seen', () => {
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

test('of a room others import only its entry file', () => {
  const roomOf = (path: string): string | undefined => Object.keys(ENTRANCE_FILES).find((room) => path.startsWith(`${room}/`));
  assert.equal(
    offences('services/**/*.ts', (target, file) => {
      const room = roomOf(target);
      return room === undefined || room === roomOf(file) || target === `${room}/${ENTRANCE_FILES[room]}`;
    }),
    [],
  );
});

test('every folder of a service is a room, a domain or a kind', () => {
  const folders = files('services/*/*/*.ts')
    .filter((file) => serviceOf(file) !== null && !file.includes('/domain/'))
    .map((file) => posix.dirname(file));
  assert.equal([...new Set(folders)].toSorted(), [...Object.keys(ENTRANCE_FILES), ...Object.keys(KINDS)].toSorted());
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

test('a short file that only one other file uses is part of that file', () => {
  const usedBy = (pattern: string): Map<string, string[]> => {
    const users = new Map<string, string[]>();
    for (const file of files(pattern)) for (const target of new Set(imports(file))) users.set(target, [...(users.get(target) ?? []), file]);
    return users;
  };
  const [code, tests] = [usedBy('{services,temporal}/**/*.ts'), usedBy('test/unit/**/*.test.ts')];
  const isTestedDomain = (file: string): boolean => /\/domain\//.test(file) && tests.has(file);
  const short = files('services/**/*.ts').filter(
    (file) =>
      read(file).trimEnd().split('\n').length < SHORT &&
      code.get(file)?.length === 1 &&
      !SERIES.some((row) => row.test(file)) &&
      !isTestedDomain(file),
  );
  const unexplained = short.filter((file) => !(file in SHORT_FILES));
  assert.equal(unexplained, [], 'fold it into the file that uses it, or say why not');
  const gone = Object.keys(SHORT_FILES).filter((file) => !existsSync(posix.join(ROOT, file)));
  assert.equal(gone, [], 'reasons of files that went');
});

/** What a factory is called by. */
const FACTORY = /^(?:create|open|start|connect)[A-Z]/;
/** Exported functions that return functions of their own and are no factories. */
const NO_FACTORIES = new Set(['services/gateway/route.ts route', 'services/gateway/route.ts ownRoute']);

type Tree = { type?: string; [key: string]: any };
const isFunction = (node: Tree | null | undefined): boolean => /^(?:Arrow)?Function(?:Expression|Declaration)?/.test(node?.type ?? '');

/** Object literals that a function returns, and names of the functions that it makes; what nested functions return is theirs. */
function made(body: Tree): { objects: Tree[]; functions: Set<string> } {
  const [objects, functions]: [Tree[], Set<string>] = [[], new Set()];
  const pending: unknown[] = [body];
  while (pending.length > 0) {
    const node = pending.pop() as Tree | null;
    if (typeof node !== 'object' || node === null) continue;
    if (node.type === 'FunctionDeclaration') functions.add(node['id'].name);
    if (node.type === 'VariableDeclarator' && isFunction(node['init'])) functions.add(node['id'].name);
    if (node.type === 'ReturnStatement' && node['argument']?.type === 'ObjectExpression') objects.push(node['argument']);
    if (!isFunction(node)) pending.push(...Object.values(node));
  }
  return { objects, functions };
}

/** Exported functions of a file that answer an object with functions of their own, each with its declared type. */
function factories(file: string): { name: string; returns: Tree | undefined }[] {
  return parseSync(file, read(file)).program.body.flatMap((statement) => {
    const declared: Tree | null = statement.type === 'ExportNamedDeclaration' ? statement.declaration : null;
    const found: [string, Tree][] =
      declared?.type === 'FunctionDeclaration'
        ? [[declared['id'].name, declared]]
        : (declared?.['declarations'] ?? []).flatMap((one: Tree) => (isFunction(one['init']) ? [[one['id'].name, one['init']]] : []));
    return found.flatMap(([name, { body, returnType }]) => {
      const { objects, functions } = body.type === 'ObjectExpression' ? { objects: [body], functions: new Set() } : made(body);
      const isFactory = objects.some(({ properties }) =>
        properties.some(({ value }: Tree) => isFunction(value) || (value?.type === 'Identifier' && functions.has(value.name))),
      );
      const type: Tree | undefined = returnType?.typeAnnotation;
      return isFactory ? [{ name, returns: type?.['typeName']?.name === 'Promise' ? type!['typeArguments'].params[0] : type }] : [];
    });
  });
}

test('a factory is called create… and declares what it returns', () => {
  const all = files('{services,temporal}/**/*.ts').flatMap((file) => factories(file).map((factory) => ({ file, ...factory })));
  assert.ok(all.length > 100, `${all.length} were found`);
  const declares = (type: Tree | undefined): boolean =>
    type?.type === 'TSTypeReference' || (type?.type === 'TSUnionType' && type['types'].every((one: Tree) => one.type !== 'TSTypeLiteral'));
  const wrong = all
    // A service's is typed by `CreateService`.
    .filter(({ file, name }) => !NO_FACTORIES.has(`${file} ${name}`) && !(name === 'create' && file.endsWith('/service.ts')))
    .filter(({ name, returns }) => !FACTORY.test(name) || !declares(returns));
  assert.equal(
    wrong.map(({ file, name }) => `${file} ${name}`),
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
