/** What a deleted project leaves behind, and that nothing of a living one is ever purged, whoever asks for it. */
import { Client, Connection } from '@temporalio/client';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { purgeId, startPurge } from '#temporal/lifecycle.ts';
import { until } from '#test/until.ts';
import { is } from './answers.ts';
import { address, anonymous, person, tenant } from './tenant.ts';

const test = suite('purges');
const connection = await Connection.connect({ address: process.env['TEMPORAL_ADDRESS']! });
const temporal = new Client({ connection });
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

/** A project with something in each of its services that can be read back. */
async function furnished() {
  const own = await tenant(await person());
  const { api } = own;
  const email = address();
  const contact = is(await api.post('/contacts', { email }), 201).id as string;
  const { id: segment } = is(await api.post('/segments', { name: 'List', type: 'STATIC' }), 201);
  const form = new FormData();
  form.append('image', new File([png], 'image.png', { type: 'image/png' }));
  const image = new URL(is(await api.post('/uploads/image', form), 200).url).pathname;
  return { ...own, contact, segment, image };
}

const imageStatus = async (path: string): Promise<number> => (await anonymous.get(path)).status;

test('a purge that accounts knows nothing of erases nothing, and is refused again and again', async () => {
  const { api, project, contact, segment, image } = await furnished();
  await startPurge(temporal, project.id);
  const handle = temporal.workflow.getHandle(purgeId(project.id));
  try {
    const refused = await until(
      async () => {
        const { raw } = await handle.describe();
        return (raw.pendingActivities ?? []).map(({ lastFailure }) => lastFailure?.message).find(Boolean);
      },
      { within: 20_000, every: 200, what: 'refused activities' },
    );
    assert.match(refused, /not deleted/);
    await until(async () => ((await handle.describe()).raw.pendingActivities ?? []).some(({ attempt }) => attempt! >= 3), {
      within: 30_000,
      every: 200,
      what: 'the third attempt',
    });
    is(await api.get(`/contacts/${contact}`), 200);
    is(await api.get(`/segments/${segment}`), 200);
    assert.is(await imageStatus(image), 200);
  } finally {
    await handle.terminate('the test is over');
  }
});

test('images go with their project, and others stay', async () => {
  const [going, staying] = await Promise.all([furnished(), furnished()]);
  assert.equal([await imageStatus(going.image), await imageStatus(staying.image)], [200, 200]);
  is(await going.owner.session.delete(`/users/@me/projects/${going.project.id}`), 200);
  await until(async () => (await imageStatus(going.image)) === 404, { within: 30_000, every: 200, what: 'the image gone' });
  assert.is(await imageStatus(staying.image), 200);
});

test.after(() => connection.close());
test.run();
