/** GET /contacts/export: what an import takes, in the order of creation, as fast as it is read. */
import { get } from 'node:http';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { stretched } from '#local/time-scale.ts';
import { is } from './answers.ts';
import { imported } from './importing.ts';
import { base, tenant } from './tenant.ts';

const test = suite('export');

test('a file comes back as it was, and again from another project', async () => {
  const rows = Array.from(
    { length: 2_345 },
    (_, n) => `n${(n * 7_919) % 2_345}@example.org,"a, ""b""\nc",${n},${n % 2 === 0},-${n}.5,,"cr\rcr",=1+1,0${n}`,
  );
  const file = `email,aa,bb,cc,dd,ee,ff,gg,hh\n${rows.join('\n').replaceAll('-0.5', '-0.5')}\n`;
  // A column of which nobody has a value is none.
  const expected = file.replace(',ee,', ',').replaceAll('.5,,"', '.5,"');
  const [us, them] = [await tenant(), await tenant()];
  await imported(us.api, file);
  const shown = file.replaceAll(',=1+1,', `,'=1+1,`).replace(',ee,', ',').replaceAll('.5,,"', '.5,"');
  const out = await us.api.get('/contacts/export');
  assert.equal(
    [out.status, out.headers.get('content-type'), out.headers.get('content-disposition')],
    [200, 'text/csv; charset=utf-8', 'attachment; filename="contacts.csv"'],
  );
  assert.ok(out.text === shown, 'the export is the file, but for what a spreadsheet would run');
  assert.ok((await us.api.get('/contacts/export?raw=true')).text === expected, 'raw, it is the file');
  await imported(them.api, out.text);
  assert.ok((await them.api.get('/contacts/export?raw=true')).text === expected, 'and its own import too');
});

test('filters as the list does; values of every kind have a cell', async () => {
  const { api } = await tenant();
  is(
    await api.post('/contacts', { email: 'a@example.org', data: { list: [1, 'x'], Big: 1e21, small: 1e-7, yes: true, text: '=cmd' } }),
    201,
  );
  is(await api.post('/contacts', { email: 'b@other.org', subscribed: false }), 201);
  const header = 'email,Big,list,small,text,yes\n';
  const a = 'a@example.org,1000000000000000000000,"[1,""x""]",0.0000001,=cmd,true\n';
  const escaped = a.replace('=cmd', "'=cmd");
  assert.is((await api.get('/contacts/export')).text, `${header}${escaped}b@other.org,,,,,\n`);
  assert.is((await api.get('/contacts/export?raw=true')).text, `${header}${a}b@other.org,,,,,\n`);
  assert.is((await api.get('/contacts/export?subscribed=false')).text, `${header}b@other.org,,,,,\n`);
  assert.is((await api.get('/contacts/export?search=EXAMPLE')).text, header + escaped);
  assert.is((await (await tenant()).api.get('/contacts/export')).text, 'email\n');
});

test('a client that leaves ends it', async () => {
  const { api, project } = await tenant();
  await imported(api, `email,note\n${Array.from({ length: 2_000 }, (_, n) => `n${n}@example.org,${'x'.repeat(1_000)}`).join('\n')}`);
  await new Promise<void>((resolve, reject) => {
    const request = get(`${base}/contacts/export`, { headers: { authorization: `Bearer ${project.secret}` } }, (response) =>
      response.once('data', () => {
        request.destroy();
        resolve();
      }),
    );
    request.on('error', () => undefined).setTimeout(stretched(10_000), () => reject(new Error('no answer')));
  });
  assert.is(is(await api.get('/contacts'), 200).total, 2_000);
});

test.run();
