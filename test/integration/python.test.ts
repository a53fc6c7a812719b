/** gRPC for callers outside the bus: a Python client made from the protos, by tools the project installs itself. */
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { run } from '#local/tool.ts';
import { pythonPackages } from '#local/tools.ts';
import { ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import { is } from './answers.ts';
import { address, sender } from './tenant.ts';

const test = suite('gRPC from Python');

const packages = await pythonPackages('grpc-python');
const env = { ...process.env, PYTHONPATH: packages };
const generated = mkdtempSync(join(tmpdir(), 'posthorn-python-'));
const made = await run(
  'python3',
  ['-m', 'grpc_tools.protoc', '-Iproto', `--python_out=${generated}`, `--grpc_python_out=${generated}`, ...globSync('proto/**/*.proto')],
  { env },
);

const processes = JSON.parse(process.env['POSTHORN_PROCESSES']!) as { name: string; grpcAddress: string }[];
const { grpcAddress } = processes.find(({ name }) => name === 'contacts' || name === 'posthorn')!;
const [own, other] = [await sender(), await sender()];
const token = process.env['GRPC_TOKEN']!;
const email = address();
const { id } = is(await own.api.post('/contacts', { email }), 201);

interface Answered {
  status: string;
  id?: string;
  email?: string;
  details?: string;
}

async function script<T>(name: string, ...args: string[]): Promise<T> {
  const { output } = await run('python3', [`test/integration/${name}.py`, ...args], { env });
  const line = output.trim().split('\n').at(-1)!;
  assert.ok(line.startsWith('{'), output);
  return JSON.parse(line) as T;
}

function ask({ bearer = token, project = own.project.id, deadline = '10' } = {}): Promise<Answered> {
  return script('contact', generated, grpcAddress, bearer, project, id, deadline);
}

test('the protos make a Python client', () => assert.ok(made.ok, made.output));

test('it reads a contact', async () => assert.equal(await ask(), { status: 'OK', id, email }));

test('no token, no answer; no project, no answer; another project, no contact', async () => {
  const [bare, wrong, nobody, stranger] = await Promise.all([
    ask({ bearer: '' }),
    ask({ bearer: `${token}x` }),
    ask({ project: '' }),
    ask({ project: other.project.id }),
  ]);
  assert.equal(
    [bare.status, wrong.status, nobody.status, stranger.status],
    ['UNAUTHENTICATED', 'UNAUTHENTICATED', 'PERMISSION_DENIED', 'NOT_FOUND'],
  );
});

test('its deadline holds', async () => assert.is((await ask({ deadline: '0.000001' })).status, 'DEADLINE_EXCEEDED'));

test('reflection tells a client that knows no proto enough to read a contact', async () => {
  const answered = await script<Record<string, unknown>>('reflect', grpcAddress, token, own.project.id, id);
  const { services, methods, ...rest } = answered;
  assert.ok((services as string[]).includes(ContactsServiceDefinition.fullName), String(services));
  assert.equal(
    methods,
    Object.values(ContactsServiceDefinition.methods)
      .map(({ name }) => name)
      .sort(),
  );
  const options = 'posthorn/options.proto';
  assert.equal(rest, {
    status: 'OK',
    email,
    method: 'posthorn/contacts/v1/contacts.proto',
    unknown: null,
    file: options,
    extensions: [50_001, 50_002],
  });
});

test('reflection without the token tells nothing', async () => {
  for (const bearer of ['', `${token}x`])
    assert.equal(await script('reflect', grpcAddress, bearer, own.project.id, id), { status: 'UNAUTHENTICATED' });
});

test.after(() => rmSync(generated, { recursive: true, force: true }));

test.run();
