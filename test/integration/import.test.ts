/**
 * POST /contacts/import: what of a file becomes contacts, what is said of the rest, and which files are none (contract 2.7, 4.4).
 */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { is, short } from './answers.ts';
import { csvForm } from '#test/csv-form.ts';
import { everyone, imported } from './importing.ts';
import { events } from './events-seen.ts';
import { tenant } from './tenant.ts';
import { until } from '#test/until.ts';
import { connection } from './wire.ts';

const test = suite('import');

const counts = ({ totalRows, imported: made, updated, skipped }: any): number[] => [totalRows, made, updated, skipped];
const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
const utf16 = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le');

test('rows become contacts, cells values', async () => {
  const { api, project } = await tenant();
  const file =
    '\uFEFF Email ,Name,Age,Score,VIP,Since,Zip,Phone,Exp,Big,id,Subscribed,createdAt,POSTHORN_ID,manageUrl,a.b,$where,__proto__\r\n' +
    ' ADA@Example.org ,"Ada, ""Countess""\nof L",36,-1.5,Yes,2026-01-31,01234,+49,1e5,12345678901234567890,x,no,x,x,x,dot,dollar,proto\r\n' +
    '\r\n' +
    'bob@example.org,,0,0.5,FALSE\r\n' +
    'nobody,n\r\n' +
    ',missing\r\n';
  const job = await imported(api, file, { name: 'My Contacts.CSV', type: 'application/octet-stream' });
  assert.match(job.jobId, new RegExp(`^import-${project.id}-\\d{13}-[0-9a-f]{4}$`));
  assert.equal([job.id, job.status, job.state, job.progress, job.failedReason], [job.jobId, 'completed', 'completed', 100, null]);
  assert.equal(counts(job), [4, 2, 0, 2]);
  assert.equal(job.errors, [
    { row: 5, email: 'nobody', reason: 'invalid_email' },
    { row: 6, email: '', reason: 'invalid_email' },
  ]);
  assert.equal(job.result, { totalRows: 4, imported: 2, updated: 0, skipped: 2, errors: job.errors });
  assert.equal(job.data, { filename: 'My Contacts.CSV', size: Buffer.byteLength(file) });
  const all = await everyone(api);
  const ada = all.get('ada@example.org');
  assert.is(ada.subscribed, true);
  assert.equal(
    ada.data,
    JSON.parse(
      '{"name":"Ada, \\"Countess\\"\\nof L","age":36,"score":-1.5,"vip":true,"since":"2026-01-31","zip":"01234","phone":"+49","exp":"1e5","big":"12345678901234567890","a.b":"dot","$where":"dollar","__proto__":"proto"}',
    ),
  );
  assert.equal(all.get('bob@example.org').data, { age: 0, score: 0.5, vip: false });
  const { fields } = is(await api.get('/contacts/fields'), 200);
  assert.equal(
    fields
      .filter((one: any) => one.isCustom)
      .map(({ field, type, coverage }: any) => [field, type, coverage])
      .slice(0, 4),
    [
      ['data.$where', 'string', 0.5],
      ['data.__proto__', 'string', 0.5],
      ['data.a.b', 'string', 0.5],
      ['data.age', 'number', 1],
    ],
  );
});

test('known contacts are patched, and nothing is said about their subscription', async () => {
  const { api } = await tenant();
  const { id } = is(
    await api.post('/contacts', { email: 'ada@example.org', subscribed: false, data: { keep: 1, change: 'old', gone: 'stays' } }),
    201,
  );
  const file = 'email,change,gone,new\nada@example.org,1,,x\nada@example.org,2,,\nnew@example.org,3,,\n';
  assert.equal(counts(await imported(api, file)), [3, 1, 2, 0]);
  const ada = is(await api.get(`/contacts/${id}`), 200);
  assert.equal([ada.subscribed, ada.data], [false, { keep: 1, change: 2, gone: 'stays', new: 'x' }]);
  assert.equal(counts(await imported(api, file)), [3, 0, 3, 0]);
  assert.is((await everyone(api)).size, 2);
  assert.equal(await events(api, id, 0), []);
});

test('the type of a field is that of its first row, also where a later row about the same contact has another', async () => {
  const { api } = await tenant();
  const job = await imported(api, 'email,a,b\nada@example.org,1,\nbob@example.org,x,yes\nada@example.org,text,2\n');
  assert.equal(counts(job), [3, 2, 1, 0]);
  const { fields } = is(await api.get('/contacts/fields'), 200);
  assert.equal(
    fields.filter((one: any) => one.isCustom).map(({ field, type }: any) => [field, type]),
    [
      ['data.a', 'number'],
      ['data.b', 'boolean'],
    ],
  );
});

test('contacts stand in the order of the file', async () => {
  const { api } = await tenant();
  const emails = Array.from({ length: 250 }, (_, n) => `n${(n * 7_919) % 250}@example.org`);
  assert.equal(counts(await imported(api, `email\n${emails.join('\n')}`)), [250, 250, 0, 0]);
  // In the order of their creation; within a page of the list, ties go by id descending.
  const times = [...(await everyone(api)).values()].map(({ createdAt }) => createdAt);
  assert.equal(times, times.toSorted());
});

test('rows are numbered by records; the first 1,000 errors are kept', async () => {
  const { api } = await tenant();
  const job = await imported(api, '\n\nemail,note\n\n"a@example.org","two\nlines"\n   \nbad\n"b@example.org","x"\n\n\nworse');
  assert.equal(counts(job), [4, 2, 0, 2]);
  assert.equal(job.errors, [
    { row: 7, email: 'bad', reason: 'invalid_email' },
    { row: 11, email: 'worse', reason: 'invalid_email' },
  ]);
  const many = await imported(api, `email\n${'x\n'.repeat(1_500)}`);
  assert.equal(counts(many), [1_500, 0, 0, 1_500]);
  assert.equal([many.errors.length, many.errors[0].row, many.errors[999].row], [1_000, 2, 1_001]);
});

test('files that are read', async () => {
  const { api } = await tenant();
  const cases: [string, string | Buffer, number[]][] = [
    ['a header alone', 'email,name', [0, 0, 0, 0]],
    ['UTF-16, little end first', utf16('email,name\nu16@example.org,Grüße 🎉\n'), [1, 1, 0, 0]],
    ['UTF-16, big end first', utf16('email,name\nu16@example.org,Grüße 🎉\n').swap16(), [1, 0, 1, 0]],
    ['CR alone', 'email,name\rcr@example.org,x\rcr@example.org,y', [2, 1, 1, 0]],
    ['short rows, and long ones that are empty', 'email,a,b\nshort@example.org\nshort@example.org,1,2,,,\n', [2, 1, 1, 0]],
    ['rows with more cells than columns', 'email,a\nlong@example.org,1,2\n', [1, 0, 0, 1]],
    ['quotes inside cells', 'email,a\nq@example.org,say "hi"\n', [1, 1, 0, 0]],
    ['columns without a name', 'email,,a,\nnone@example.org,x,1,y\n', [1, 1, 0, 0]],
  ];
  for (const [what, content, expected] of cases) {
    const job = await imported(api, content);
    assert.equal([job.status, job.failedReason, ...counts(job)], ['completed', null, ...expected], what);
  }
  const all = await everyone(api);
  assert.is(all.get('u16@example.org').data.name, 'Grüße 🎉');
  assert.is(all.get('q@example.org').data.a, 'say "hi"');
  assert.equal(all.get('none@example.org').data, { a: 1 });
});

test('1,000 columns are as many fields as a project may have', async () => {
  const { api } = await tenant();
  const columns = Array.from({ length: 999 }, (_, n) => `c${n}`);
  const job = await imported(api, `email,${columns.join(',')}\nwide@example.org,${columns.map((_, n) => n).join(',')}`);
  assert.equal([job.status, job.failedReason, ...counts(job)], ['completed', null, 1, 1, 0, 0]);
  assert.is(Object.keys((await everyone(api)).get('wide@example.org').data).length, 999);
});

test('files that are none fail with the reason', async () => {
  const { api } = await tenant();
  const rows = Array.from({ length: 250 }, (_, n) => `r${n}@example.org,x`).join('\n');
  const cases: [string, string | Buffer, string, number?][] = [
    ['empty', '', 'The file is empty'],
    ['blank lines only', '\n\n \n', 'CSV must contain an email column'],
    ['no email column', 'mail,name\na@example.org,x\n', 'CSV must contain an email column'],
    ['semicolons', 'email;name\na@example.org;x\n', 'CSV must contain an email column'],
    ['a zip', Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(500, 7)]), 'The file is not a text file'],
    ['zeros on the way', `email\n${rows}\nx\0y`, 'The file is not a text file'],
    ['UTF-16 without a mark', Buffer.from('email\na@example.org', 'utf16le'), 'The file is not a text file'],
    ['half a character of UTF-16', utf16('email\na\ud800'), 'The file is not a text file'],
    ['Latin-1', latin1('email,name\na@example.org,Gr\xfc\xdfe\n'), 'CSV must be encoded in UTF-8'],
    [
      'a cut character',
      Buffer.concat([Buffer.from('email,name\na@example.org,x'), Buffer.from('ü').subarray(0, 1)]),
      'CSV must be encoded in UTF-8',
    ],
    ['two columns of one name', 'email,Name, name \n', 'CSV has two columns named "name"'],
    ['two email columns', 'email,EMAIL\n', 'CSV has two columns named "email"'],
    ['1,001 columns', `email,${Array.from({ length: 1_000 }, (_, n) => `c${n}`).join(',')}\n`, 'CSV must not have more than 1,000 columns'],
    ['a quote that never closes', 'email,name\na@example.org,"x\nb@example.org,y\n', 'CSV has a quote that is never closed'],
    ['the same after 200 rows', `email,name\n${rows}\nz@example.org,"x`, 'CSV has a quote that is never closed', 200],
    [
      'a line of 4 MB',
      `email,name\na@example.org,${'x'.repeat(4_000_000)}\n`,
      'CSV has a row longer than 1 MB, or a quote that is never closed',
    ],
  ];
  for (const [what, content, reason, made = 0] of cases) {
    const job = await imported(api, content);
    assert.equal(
      [job.status, job.state, job.failedReason, job.result, job.imported + job.updated],
      ['failed', 'failed', reason, null, made],
      what,
    );
  }
  // What was written before the fault stays.
  assert.is((await everyone(api)).size, 200);
});

test('what is no upload of a CSV file is refused', async () => {
  const { api } = await tenant();
  short(await api.post('/contacts/import', csvForm('email\n', { part: 'other' })), 400, 'CSV file is required');
  short(await api.post('/contacts/import', {}), 400, 'CSV file is required');
  short(await api.post('/contacts/import', new FormData()), 400, 'CSV file is required');
  short(await api.post('/contacts/import', csvForm('email\n', { name: 'x.txt', type: 'text/plain' })), 400);
  short(await api.post('/contacts/import', csvForm('email\n', { name: 'x.bin', type: 'application/octet-stream' })), 400);
  short(await api.post('/contacts/import', csvForm(`email\n${'a@example.org\n'.repeat(400_000)}`)), 400, 'CSV file is larger than 5 MB');
  for (const type of ['text/csv', 'application/csv', 'application/vnd.ms-excel', 'text/csv; charset=utf-8'])
    is(await api.post('/contacts/import', csvForm('email\n', { name: 'x', type })), 202);
});

test('a connection goes on behind a file that was refused half way', async () => {
  const { project } = await tenant();
  const socket = await connection();
  let said = '';
  socket.on('data', (chunk) => (said += chunk.toString('latin1')));
  const heads = ['POST /contacts/import', 'GET /contacts'].map(
    (line) => `${line} HTTP/1.1\r\nHost: posthorn\r\nAuthorization: Bearer ${project.secret}\r\n`,
  );
  const form = 'Content-Disposition: form-data; name="file"; filename="x.csv"\r\nContent-Type: text/csv';
  const [start, rest] = [`--part\r\n${form}\r\n\r\nemail\n${'a@example.org\n'.repeat(400_000)}`, 'a@example.org\n'.repeat(100_000)];
  const length = start.length + rest.length + '--part--'.length;
  try {
    socket.write(`${heads[0]}Content-Type: multipart/form-data; boundary=part\r\nContent-Length: ${length}\r\n\r\n${start}`);
    await until(() => said.includes('CSV file is larger than 5 MB'), { what: 'the refusal' });
    socket.write(`${rest}--part--${heads[1]}\r\n`);
    await until(() => said.includes('HTTP/1.1 200 OK'), { what: 'the answer to the next request' });
  } finally {
    socket.destroy();
  }
});

test('a job is found by its own project only', async () => {
  const [us, them] = [await tenant(), await tenant()];
  const { jobId } = await imported(us.api, 'email\na@example.org\n');
  short(await them.api.get(`/contacts/import/${jobId}`), 404, 'Import job not found');
  short(await us.api.get('/contacts/import/unknown'), 404, 'Import job not found');
});

test.run();
