/** POST /v1/send: the answer, recipients, contacts, subscription, templates (contract 4.3, 2.5, 3.2). */
import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { envelope, is, keys, TIMESTAMP, UUID } from './answers.ts';
import { events } from './events-seen.ts';
import { mail, mails } from './inbox-mail.ts';
import { address, sender } from './tenant.ts';

const test = suite('send');
const { api, from, project } = await sender();
const message = { from, subject: 'Subject', body: '<p>Body</p>' };

/** Sends and gives back the one recipient's entry. */
async function sent(body: object): Promise<any> {
  return is(await api.post('/v1/send', { ...message, ...body }), 200).data.emails[0];
}

async function contact(body: object): Promise<any> {
  const {
    contact: { id },
  } = await sent(body);
  return is(await api.get(`/contacts/${id}`), 200);
}

async function template(more: object = {}): Promise<any> {
  return is(await api.post('/templates', { name: 'T', subject: 'T-subject', body: 'T-body', from, type: 'TRANSACTIONAL', ...more }), 201);
}

test('the answer, in the order of `to`', async () => {
  const to = [address('one'), { email: address('TWO').toUpperCase(), name: 'Two' }, address('three')];
  const body = is(await api.post('/v1/send', { ...message, to }), 200);
  keys(body, 'success', 'data');
  assert.is(body.success, true);
  keys(body.data, 'emails', 'timestamp');
  assert.match(body.data.timestamp, TIMESTAMP);
  for (const one of body.data.emails) {
    keys(one, 'contact', 'email');
    keys(one.contact, 'id', 'email');
    assert.match(one.contact.id, UUID);
    assert.match(one.email, UUID);
    assert.is(is(await api.get(`/emails/${one.email}`), 200).contactId, one.contact.id);
  }
  assert.equal(
    body.data.emails.map((one: any) => one.contact.email),
    [to[0], (to[1] as any).email.toLowerCase(), to[2]],
  );
});

test('an object as `to`: its name stays on the contact and the mail', async () => {
  const email = address();
  const {
    contact: { id },
    email: row,
  } = await sent({ to: { email, name: 'Ada L.' } });
  assert.equal(is(await api.get(`/contacts/${id}`), 200).data, { name: 'Ada L.' });
  assert.is(is(await api.get(`/emails/${row}`), 200).toName, 'Ada L.');
  assert.match((await mail(email)).raw, /^To: .*Ada L\..*</m);
  const plain = await sent({ to: address() });
  assert.is(is(await api.get(`/emails/${plain.email}`), 200).toName, null);
});

test('one address twice is two mails to one contact', async () => {
  const email = address();
  const {
    data: { emails },
  } = is(await api.post('/v1/send', { ...message, to: [email, email.toUpperCase()] }), 200);
  assert.is(emails[0].contact.id, emails[1].contact.id);
  assert.is.not(emails[0].email, emails[1].email);
  assert.is((await mails(email, 2)).length, 2);
});

test('subscription: new contacts are not, existing ones stay, explicit values are set', async () => {
  assert.is((await contact({ to: address() })).subscribed, false);
  const born = await contact({ to: address(), subscribed: true });
  assert.is(born.subscribed, true);
  assert.equal(await events(api, born.id, 0), []);

  const email = address();
  const { id } = is(await api.post('/contacts', { email }), 201);
  const steps: [boolean | undefined, boolean][] = [
    [undefined, true],
    [true, true],
    [false, false],
    [undefined, false],
    [true, true],
  ];
  for (const [subscribed, then] of steps) assert.is((await contact({ to: email, subscribed })).subscribed, then);
  assert.equal(
    (await events(api, id, 2)).map((one) => one.name),
    ['contact.subscribed', 'contact.unsubscribed'],
  );
});

test('data is merged into every recipient, by the contact rules', async () => {
  const [one, two] = [address(), address()];
  is(await api.post('/contacts', { email: one, data: { plan: 'free', gone: 1, kept: 'x' } }), 201);
  const data = {
    plan: 'pro',
    gone: null,
    kept: '',
    code: { value: 42, persistent: false },
    seen: { value: 1, persistent: true },
    email: 'x@example.com',
    'a.b': 2,
  };
  const {
    data: { emails },
  } = is(await api.post('/v1/send', { ...message, to: [one, two], data }), 200);
  const stored = await Promise.all(emails.map(async (item: any) => is(await api.get(`/contacts/${item.contact.id}`), 200).data));
  assert.equal(stored, [
    { plan: 'pro', kept: 'x', seen: 1, 'a.b': 2 },
    { plan: 'pro', seen: 1, 'a.b': 2 },
  ]);
});

test('a template gives what the request leaves out', async () => {
  const made = await template({ fromName: 'T-name', replyTo: 'reply@example.com' });
  const whole = address();
  is(await api.post('/v1/send', { to: whole, template: made.id }), 200);
  const first = await mail(whole);
  assert.is(first.subject, 'T-subject');
  assert.match(first.html, /T-body/);
  assert.match(first.raw, /^From: .*T-name.*</m);
  assert.match(first.raw, /^Reply-To: .*reply@example\.com/m);

  const over = address();
  is(
    await api.post('/v1/send', {
      to: over,
      template: made.id,
      subject: 'Mine',
      body: 'My body',
      from: { email: from, name: 'My name' },
      reply: 'me@example.com',
    }),
    200,
  );
  const second = await mail(over);
  assert.is(second.subject, 'Mine');
  assert.match(second.html, /My body/);
  assert.not.match(second.html, /T-body/);
  assert.match(second.raw, /^From: .*My name.*</m);
  assert.match(second.raw, /^Reply-To: .*me@example\.com/m);

  const { email } = is(await api.post('/v1/send', { to: address(), template: made.id }), 200).data.emails[0];
  assert.is(is(await api.get(`/emails/${email}`), 200).templateId, made.id);
});

test('templates: unknown, malformed, another project’s', async () => {
  const other = await sender();
  const foreign = is(await other.api.post('/templates', { name: 'n', subject: 's', body: 'b', from: other.from }), 201);
  for (const id of [randomUUID(), foreign.id]) {
    const error = envelope(await api.post('/v1/send', { to: address(), template: id }), 404, 'TEMPLATE_NOT_FOUND');
    assert.equal(error.details, { resource: 'Template', id });
  }
});

test('marketing mail needs a subscribed contact; nobody gets anything otherwise', async () => {
  const { id } = await template({ type: 'MARKETING' });
  const [willing, unwilling, unknown] = [address('willing'), address('unwilling'), address('unknown')];
  is(await api.post('/contacts', { email: willing }), 201);
  is(await api.post('/contacts', { email: unwilling, subscribed: false }), 201);
  for (const to of [unwilling, unknown, [willing, unknown]]) {
    envelope(
      await api.post('/v1/send', { to, template: id }),
      400,
      'BAD_REQUEST',
      'Cannot send a marketing template to an unsubscribed contact',
    );
  }
  envelope(
    await api.post('/v1/send', { to: willing, template: id, subscribed: false }),
    400,
    'BAD_REQUEST',
    'Cannot send a marketing template to an unsubscribed contact',
  );
  assert.equal(is(await api.post('/contacts/lookup', { emails: [unknown] }), 200), { found: [], notFound: [unknown] });
  assert.is(is(await api.get(`/contacts?search=${willing}`), 200).data[0].subscribed, true);
  assert.is(is(await api.get(`/emails?to=${willing}`), 200).total, 0);

  is(await api.post('/v1/send', { to: [willing, unwilling], template: id, subscribed: true }), 200);
  await Promise.all([mail(willing), mail(unwilling)]);
  const transactional = await template();
  is(await api.post('/v1/send', { to: unknown, template: transactional.id }), 200);
});

test('who it is from: from.name, then name, then the template, then the project', async () => {
  const named = await template({ fromName: 'Template name' });
  const plain = await template();
  const table: [object, string][] = [
    [{ from: { email: from, name: 'From name' }, name: 'Old name', template: named.id }, 'From name'],
    [{ from: `Inline Name <${from}>`, name: 'Old name' }, 'Inline Name'],
    [{ from, name: 'Old name', template: named.id }, 'Old name'],
    [{ from, template: named.id }, 'Template name'],
    [{ from: { email: from }, template: plain.id }, project.name],
    [{ from }, project.name],
  ];
  for (const [body, name] of table) {
    const { email } = await sent({ to: address(), ...body });
    const row = is(await api.get(`/emails/${email}`), 200);
    assert.equal([row.from, row.fromName], [from, name], JSON.stringify(body));
  }
});

test('no sender anywhere, and senders that may not', async () => {
  const to = address();
  const error = envelope(
    await api.post('/v1/send', { to, subject: 's', body: 'b' }),
    422,
    'VALIDATION_ERROR',
    'Could not parse sender email',
  );
  assert.equal([error.errors[0].field, error.errors[0].code], ['from', 'required']);
  for (const stranger of ['a@unverified.example', { email: `a@sub.${from.split('@')[1]}` }, 'Name <a@unverified.example>']) {
    const domain = JSON.stringify(stranger).match(/@([\w.-]+)/)![1];
    envelope(
      await api.post('/v1/send', { ...message, to, from: stranger }),
      403,
      'INTERNAL_SERVER_ERROR',
      `Domain "${domain}" is not verified`,
    );
  }
  const foreign = await sender();
  envelope(
    await api.post('/v1/send', { ...message, to, from: foreign.from }),
    403,
    'INTERNAL_SERVER_ERROR',
    `Domain "${foreign.domain}" is not verified`,
  );
  envelope(await api.post('/v1/send', { ...message, to, from: 'not an address' }), 400, 'INTERNAL_SERVER_ERROR');
  is(await api.post('/v1/send', { ...message, to, from: from.toUpperCase() }), 200);
});

test('checks come in the order of the contract', async () => {
  const bad = { to: 'nobody', template: randomUUID(), from: 'a@unverified.example' };
  envelope(await api.post('/v1/send', bad), 422, 'VALIDATION_ERROR');
  envelope(await api.post('/v1/send', { ...bad, to: address() }), 404, 'TEMPLATE_NOT_FOUND');
  const { id } = await template({ type: 'MARKETING' });
  envelope(await api.post('/v1/send', { to: address(), template: id, from: 'a@unverified.example' }), 403, 'INTERNAL_SERVER_ERROR');
});

test.run();
