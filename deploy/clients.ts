/** The generated parts of clients: types by openapi-typescript, a package by openapi-python-client, from the gateway's document. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '#kit/config/config.ts';
import { openApi } from '#services/gateway/openapi.ts';
import { createRoutes } from '#services/gateway/routes.ts';
import { run } from './local/tool.ts';
import { nodePackages, pythonPackages } from './local/tools.ts';

interface Schema {
  $ref?: string;
  properties?: Record<string, unknown>;
}

interface Content {
  content?: Record<string, { schema?: Schema; example?: unknown }>;
  headers?: unknown;
}

interface Operation {
  tags: string[];
  operationId: string;
  security: Record<string, unknown>[];
  parameters: { name?: string; in?: string; $ref?: string }[];
  requestBody?: Content;
  responses: Record<string, Content>;
}

export interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, unknown>;
  [key: string]: unknown;
}

/** The document as an installation of one's own answers it; only addresses differ between installations. */
export function document(): Document {
  return openApi(createRoutes(readConfig({ JWT_SECRET: 'x'.repeat(32) })), 'http://127.0.0.1:8080') as unknown as Document;
}

const isSuccess = (status: string): boolean => /^[23]/.test(status);

/** What types are made of: no refusals, which have one type of their own, no examples of whole answers, and no webhooks. */
function succeeding({ webhooks: _others, ...whole }: Document): Document {
  const { paths, components } = structuredClone(whole);
  for (const one of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    one.responses = Object.fromEntries(Object.entries(one.responses).filter(([status]) => isSuccess(status)));
    for (const documented of [one.requestBody, ...Object.values(one.responses)]) {
      for (const content of Object.values(documented?.content ?? {})) delete content.example;
      delete documented?.headers;
    }
  }
  return { ...whole, paths, components: { ...components, responses: {}, headers: {} } };
}

const WARNING = '// Made from the document of the gateway (/openapi.json) by `npm run generate`. Do not edit.\n';

async function types(whole: Document): Promise<string> {
  const tool = await nodePackages('openapi-typescript');
  const dir = mkdtempSync(join(tmpdir(), 'posthorn-types-'));
  try {
    const [from, to] = [join(dir, 'openapi.json'), join(dir, 'types.ts')];
    writeFileSync(from, JSON.stringify(succeeding(whole)));
    const args = [join(tool, 'node_modules/openapi-typescript/bin/cli.js'), from, '-o', to, '--default-non-nullable=false'];
    const { ok, output } = await run(process.execPath, args);
    if (!ok) throw new Error(`openapi-typescript failed:\n${output.trim().slice(-2_000)}`);
    // `operations` and `components` say it all; `paths` says it again.
    const kept = readFileSync(to, 'utf8')
      .split(/^(?=export )/m)
      .filter((part) => /^export interface (?:operations|components)\b/.test(part));
    return WARNING + kept.join('');
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Who may ask: the names of the document's security schemes, without the header that goes with a session. */
const credentials = ({ security }: Operation): string[] => security.map((scheme) => Object.keys(scheme)[0]!);

function operations({ paths }: Document): string {
  const lines = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => {
      const successes = Object.entries(one.responses).filter(([status]) => isSuccess(status));
      const shapes = successes.map(([, { content = {} }]) => Object.keys(content['application/json']?.schema?.properties ?? {}));
      const documented = {
        method: method.toUpperCase(),
        path,
        credentials: credentials(one),
        body: Object.keys(one.requestBody?.content ?? {})[0],
        // `{ success, data }`: the client hands out the data alone.
        wrapped: shapes.every((names) => names.toSorted().join() === 'data,success') || undefined,
        idempotent: one.parameters.some(({ $ref }) => $ref?.endsWith('/IdempotencyKey')) || undefined,
      };
      return `  ${one.operationId}: ${JSON.stringify(documented)},`;
    }),
  );
  const type = 'Readonly<Record<keyof operations, OperationLine>>';
  const imports = "import type { OperationLine } from '../operation.ts';\nimport type { operations } from './types.ts';\n";
  return `${WARNING}${imports}\nexport const OPERATIONS: ${type} = {\n${lines.join('\n')}\n};\n`;
}

/** Path below the clone → what belongs there. */
export async function clientFiles(): Promise<Map<string, string>> {
  const whole = document();
  return new Map([
    ['clients/typescript/src/generated/types.ts', await types(whole)],
    ['clients/typescript/src/generated/operations.ts', operations(whole)],
  ]);
}

/** Pages, redirects and pixels are for browsers, and notifications for those who hold their secret. */
export function isForPrograms({ tags, responses }: Operation): boolean {
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  const media = successes.flatMap(([, { content = {} }]) => Object.keys(content));
  return successes.length > 0 && tags[0] !== 'Notifications' && (media.length === 0 || media.some((one) => /json|csv|plain/.test(one)));
}

/** What programs ask, with one refusal for all. */
function forPython({ paths, ...whole }: Document): object {
  const kept = Object.entries(succeeding({ ...whole, paths }).paths).map(([path, methods]) => {
    const asked = Object.entries(methods).filter(([, one]) => isForPrograms(one));
    return [path, Object.fromEntries(asked)] as const;
  });
  return { ...whole, webhooks: undefined, paths: Object.fromEntries(kept.filter(([, methods]) => Object.keys(methods).length > 0)) };
}

/** The document the package was made from, as SHA-256: kept beside it, it tells a stale package without the tool. */
export const pythonSource = (): string =>
  createHash('sha256')
    .update(JSON.stringify(forPython(document())))
    .digest('hex');

/** Writes the generated package of clients/python, whose folder must not exist. */
export async function makePython(folder: string): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'posthorn-python-'));
  try {
    const [from, settings] = [join(dir, 'openapi.json'), join(dir, 'settings.json')];
    writeFileSync(from, JSON.stringify(forPython(document())));
    writeFileSync(settings, JSON.stringify({ package_name_override: 'generated', post_hooks: [] }));
    const args = ['generate', '--path', from, '--config', settings, '--meta', 'none', '--output-path', folder, '--fail-on-warning'];
    const env = { ...process.env, PYTHONPATH: await pythonPackages('openapi-python-client') };
    const { ok, output } = await run('python3', ['-m', 'openapi_python_client', ...args], { env });
    if (!ok) throw new Error(`openapi-python-client failed:\n${output.trim().slice(-2_000)}`);
    writeFileSync(join(folder, 'document.sha256'), `${pythonSource()}\n`);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
