/** What an operator relies on, with each service in a process of its own: boot, admin port, gRPC, secrets at rest, keys, heavy messages. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import mongoose from 'mongoose';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ownCall } from '#kit/contract/call.ts';
import { createClient } from '#kit/contract/client.ts';
import { isPublic, serviceName } from '#kit/contract/definition.ts';
import type { Definition } from '#kit/contract/definition.ts';
import { createGrpcTransport } from '#kit/contract/grpc-client.ts';
import { stretched } from '#local/time-scale.ts';
import { ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import { account, api } from '#test/client.ts';
import type { Answer } from '#test/client.ts';
import { ownStack } from '#test/stack.ts';
import { until } from '#test/until.ts';
import { anatomy } from '../../deploy/kubernetes/anatomy.ts';
import { ok } from './answers.ts';
import { node } from './command.ts';
import { createUnaryClient } from './unary-client.ts';

const wired = [...(await anatomy()).services.values()];
const definitions = wired.flatMap(({ definition }): Definition[] => definition ?? []);
const owners = wired.filter(({ models = [] }) => models.length > 0).map(({ name }) => name);

const own = await ownStack();
const services = await own.startServices('each');
const user = await account(services.url);
const { project, domain, cookie } = user;
const [client, session, anonymous] = [api(services.url, project.secret), api(services.url, { cookie }), api(services.url)];
const from = `hello@${domain}`;
const token = own.env['GRPC_TOKEN']!;

const test = suite('operations');

test('a wrong configuration stops the boot with 78 and a table of all that is wrong, without secrets', async () => {
  const { code, stderr } = await node(['services/main.ts'], {
    ...own.env,
    PORT: 'abc',
    SMTP_DELIVERED_ON_ACCEPT: 'maybe',
    JWT_SECRET: 'far-too-short',
    SERVICES: 'gateway',
  });
  assert.is(code, 78, stderr);
  assert.match(stderr, /name +given +expected/);
  assert.match(stderr, /PORT +abc +a whole number/);
  assert.match(stderr, /SMTP_DELIVERED_ON_ACCEPT +maybe +\S/);
  assert.match(stderr, /JWT_SECRET +\(hidden\) +at least 32 characters/);
  assert.not.match(stderr, /far-too-short|\n +at /);
  const unknown = await node(['services/main.ts'], { ...own.env, SERVICES: 'gateway,nobody' });
  assert.is(unknown.code, 78);
  assert.match(unknown.stderr, /SERVICES +gateway,nobody +all, or some of/);
});

test('every process answers on its admin port', async () => {
  for (const { name, adminUrl } of Object.values(services.processes)) {
    const admin = api(adminUrl);
    assert.equal(
      [(await admin.get('/livez')).status, (await admin.get('/readyz')).status, (await admin.get('/nothing')).status],
      [200, 200, 404],
      name,
    );
    const metrics = await admin.get('/metrics');
    assert.match(metrics.headers.get('content-type')!, /^text\/plain/);
    assert.match(metrics.text, /^posthorn_process_cpu_seconds_total \d/m, name);
  }
});

for (const definition of definitions) {
  const name = serviceName(definition);
  const { grpcAddress } = services.processes[name]!;

  test(`${name} over gRPC: healthy without a token, nothing else without it, no project no answer`, async () => {
    const caller = createUnaryClient(grpcAddress);
    try {
      const health = await caller.call('/grpc.health.v1.Health/Check');
      // HealthCheckResponse { status = 1: SERVING = 1 }
      assert.equal([health.status, [...health.reply]], ['OK', [8, 1]]);
      assert.ok(Object.keys(definition.methods).length > 0);
      const wrong: Record<string, string>[] = [
        {},
        { authorization: 'Bearer ' },
        { authorization: `Bearer ${token}x` },
        { authorization: token, 'x-project-id': project.id },
      ];
      for (const method of Object.values(definition.methods)) {
        const path = `/${definition.fullName}/${method.name}`;
        for (const metadata of wrong) {
          assert.is((await caller.call(path, metadata)).status, 'UNAUTHENTICATED', `${path} ${JSON.stringify(metadata)}`);
        }
        if (!isPublic(method)) assert.is((await caller.call(path, { authorization: `Bearer ${token}` })).status, 'PERMISSION_DENIED', path);
      }
    } finally {
      caller.close();
    }
  });
}

test('the gateway offers no method, and says over gRPC that it lives', async () => {
  const caller = createUnaryClient(services.processes['gateway']!.grpcAddress);
  assert.equal([...(await caller.call('/grpc.health.v1.Health/Check')).reply], [8, 1]);
  caller.close();
});

test('gRPC with token and project answers, and keeps to the project', async () => {
  const { id } = ok(await client.post('/contacts', { email: 'grpc@example.com' }));
  const { transport, close } = createGrpcTransport(ContactsServiceDefinition, {
    address: services.processes['contacts']!.grpcAddress,
    token,
  });
  const contacts = createClient(ContactsServiceDefinition, transport);
  assert.is((await contacts.get({ id }, ownCall('test', project.id))).email, 'grpc@example.com');
  const refusal = await contacts.get({ id }, ownCall('test', crypto.randomUUID())).catch((error: unknown) => error);
  assert.is((refusal as { status: number }).status, 404);
  close();
});

test('no database and no log holds a key, a password, a session or a private key', async () => {
  const secrets = { 'secret key': project.secret, password: user.password, session: cookie.split('=')[1]!, 'private key': 'PRIVATE KEY' };
  const connection = await mongoose.createConnection(own.stack.urls['MONGODB_URI']!).asPromise();
  let documents = 0;
  try {
    for (const name of owners) {
      const database = connection.useDb(own.env['MONGODB_PREFIX']! + name).db!;
      for (const { name: collection } of await database.listCollections().toArray()) {
        for await (const bytes of database.collection(collection).find({}, { raw: true })) {
          documents += 1;
          for (const [what, text] of Object.entries(secrets))
            assert.not((bytes as unknown as Buffer).includes(text), `${what} in ${name}.${collection}`);
        }
      }
    }
    const row = await connection.useDb(`${own.env['MONGODB_PREFIX']}delivery`).collection('domains').findOne({ projectId: project.id });
    // PKCS #8 in DER begins with a SEQUENCE: the key is not merely stripped of its frame.
    assert.is.not(Buffer.from(row!['privateKey'], 'base64').subarray(0, 2).toString('hex'), '3082');
    const member = await connection.useDb(`${own.env['MONGODB_PREFIX']}accounts`).collection('users').findOne({ email: user.email });
    assert.match(JSON.stringify(member), /\$argon2id\$/);
  } finally {
    await connection.close();
  }
  assert.ok(documents > 3);
  for (const { name, logFile } of Object.values(services.processes)) {
    for (const [what, text] of Object.entries(secrets))
      assert.not(readFileSync(logFile, 'utf8').includes(text), `${what} in the log of ${name}`);
  }
});

test('messages over the 1 MB of NATS pass between services', async () => {
  const content = randomBytes(6_750_000).toString('base64');
  const {
    data: {
      emails: [{ email }],
    },
  } = ok(
    await client.post('/v1/send', {
      to: 'heavy@example.com',
      from,
      subject: 's',
      body: 'b',
      attachments: [{ filename: 'a.bin', content, contentType: 'application/octet-stream' }],
    }),
  );
  const mail = await until(async () => ok(await anonymous.get('/dev/inbox?to=heavy%40example.com')).data[0]);
  assert.ok(
    ok(await anonymous.get(`/dev/inbox/${mail.id}`)).attachments[0].content.replace(/\s/g, '') === content,
    'the inbox has it whole',
  );
  assert.ok(ok(await client.get(`/emails/${email}`)).attachments[0].content === content, 'the ledger has it whole');

  const body = `<p>${'é'.repeat(950_000)}</p>`;
  const template = ok(await client.post('/templates', { name: 'Heavy', subject: 's', body, from, type: 'TRANSACTIONAL' }));
  assert.ok(ok(await client.get(`/templates/${template.id}`)).body === body, 'the template has it whole');
  const changed = body.replace('<p>', '<p>{{a}} ');
  ok(await client.patch(`/templates/${template.id}`, { body: changed }));
  assert.ok(ok(await client.get(`/templates/${template.id}`)).body === changed, 'the change has it whole');
  const sent = ok(await client.post('/v1/send', { to: 'heavy@example.com', template: template.id, data: { a: 'yes' } })).data.emails[0]
    .email;
  await until(async () => ok(await client.get(`/emails/${sent}`)).status === 'DELIVERED');
  assert.ok(ok(await client.get(`/emails/${sent}`)).body === changed.replace('{{a}}', 'yes'), 'the rendered mail has it whole');
});

test('a regenerated key stops working within a second, in every process', async () => {
  const tracker = api(services.url, project.public);
  const track = (speaker: typeof tracker): Promise<Answer> => speaker.post('/v1/track', { email: 'ada@example.com', event: 'tried' });
  ok(await client.get('/contacts'));
  ok(await track(tracker));
  const keys = ok(await session.post(`/users/@me/projects/${project.id}/regenerate-keys`));
  const changed = performance.now();
  ok(await api(services.url, keys.secret).get('/contacts'));
  ok(await track(api(services.url, keys.public)));
  await until(async () => (await client.get('/contacts')).status === 401 && (await track(tracker)).status === 401, {
    within: 3_000,
    every: 10,
  });
  assert.ok(performance.now() - changed < stretched(1_000), `${(performance.now() - changed).toFixed(0)} ms`);
});

test.after(() => own.stop());

test.run();
