/* The page of the development inbox: lists, looks for new mails, shows the parts of one. No markup is made of a mail's text. */
'use strict';
const EVERY_MS = 2_000;
const TABS = ['Preview', 'Text', 'HTML', 'Headers', 'Links', 'Attachments', 'Source'];
const at = (id) => document.getElementById(id);
const look = { tab: 'Preview', width: 'desktop', dark: false, images: false };
let listed = [];
let shown = null;

function make(tag, properties = {}, children = []) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

async function ask(path, method = 'GET') {
  const answer = await fetch(path, { method, headers: { accept: 'application/json' } });
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer.status === 204 ? null : answer.json();
}

/** The time; of another day with its date. */
function shortTime(time) {
  const when = new Date(time);
  const today = when.toDateString() === new Date().toDateString();
  return today ? when.toLocaleTimeString() : when.toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
}

const counted = (number, what) => `${number} ${what}${number === 1 ? '' : 's'}`;

function matching() {
  const words = at('search').value.trim().toLowerCase();
  return listed.filter((mail) => `${mail.from} ${mail.to} ${mail.subject}`.toLowerCase().includes(words));
}

function showList() {
  const found = matching();
  const focused = document.activeElement?.dataset?.id;
  const items = found.map((mail) => {
    const button = make('button', { type: 'button', onclick: () => open(mail.id).then(showMail) }, [
      make('strong', { textContent: mail.subject || '(no subject)' }),
      make('time', { textContent: shortTime(mail.receivedAt), dateTime: mail.receivedAt }),
      make('span', { textContent: `to ${mail.to}` }),
    ]);
    button.dataset.id = mail.id;
    if (mail.id === shown?.id) button.setAttribute('aria-current', 'true');
    return make('li', {}, [button]);
  });
  at('mails').replaceChildren(...items);
  if (focused) at('mails').querySelector(`[data-id="${focused}"]`)?.focus();
  const all = listed.length === 0 ? 'No mails yet' : counted(listed.length, 'mail');
  at('state').textContent = found.length === listed.length ? all : `${found.length} of ${all}`;
}

async function refresh() {
  try {
    const { data } = await ask('/dev/inbox');
    const isNew = data.length !== listed.length || data.some((mail, index) => mail.id !== listed[index].id);
    listed = data;
    if (isNew || at('state').textContent === '') showList();
  } catch {
    at('state').textContent = 'The server does not answer';
  }
  setTimeout(refresh, EVERY_MS);
}

async function open(id) {
  const mail = await ask(`/dev/inbox/${encodeURIComponent(id)}`);
  shown = { ...mail, links: linksIn(mail.html) };
  location.hash = id;
  // Each mail is asked about anew: images of elsewhere tell their senders that it was opened.
  look.images = false;
  at('hint').hidden = true;
  at('open').hidden = false;
  at('subject').textContent = shown.subject || '(no subject)';
  const { from, to, 'reply-to': replyTo } = shown.headers;
  const facts = { From: from ?? shown.from, To: to ?? shown.to, Received: new Date(shown.receivedAt).toLocaleString() };
  if (replyTo && replyTo !== shown.from) facts['Replies to'] = replyTo;
  at('facts').replaceChildren(
    ...Object.entries(facts).flatMap(([name, value]) => [make('dt', { textContent: name }), make('dd', { textContent: value })]),
  );
  showList();
  showTab();
}

/** Where the list stands above the mail, the mail is what was asked for. */
function showMail() {
  if (matchMedia('(max-width: 48rem)').matches) at('mail').scrollIntoView();
}

function choice(label, pressed, onclick) {
  const button = make('button', { type: 'button', textContent: label, onclick });
  button.setAttribute('aria-pressed', String(pressed));
  return button;
}

function preview() {
  if (shown.html === null) return [make('p', { textContent: 'This mail has no HTML.' })];
  const set = (change) => () => {
    Object.assign(look, change);
    showTab();
  };
  const choices = make('div', { className: 'choices' }, [
    choice('Desktop', look.width === 'desktop', set({ width: 'desktop' })),
    choice('Phone', look.width === 'phone', set({ width: 'phone' })),
    choice('Dark', look.dark, set({ dark: !look.dark })),
    choice('Load images', look.images, set({ images: !look.images })),
  ]);
  // What mail programs do in the dark: a mail that knows of it is shown its own way, any other with its colours turned round.
  const knowsDark = /color-scheme/i.test(shown.html);
  const inverted = look.dark && !knowsDark;
  const shade = look.dark ? (inverted ? ' inverted' : ' dark') : '';
  const frame = make('iframe', { title: 'The mail as it is read', className: `${look.width}${shade}` });
  frame.setAttribute('sandbox', '');
  frame.src = `/dev/inbox/${encodeURIComponent(shown.id)}/preview?images=${look.images}&inverted=${inverted}`;
  const textContent = knowsDark
    ? 'By the dark styles of the mail.'
    : 'The mail has no dark styles: its colours are turned round, as some mail programs do.';
  return look.dark ? [choices, make('p', { className: 'note', textContent }), frame] : [choices, frame];
}

/** Where a tracked link leads: between two ids and a signature its token holds the address (services/recipient/tracking-token.ts). */
function targetOf(href) {
  const token = /\/t\/c\/(?:[0-9a-f]{8}-)?([\w-]+)$/.exec(href)?.[1];
  if (!token) return null;
  try {
    const bytes = Uint8Array.from(atob(token.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
    const target = new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(32, -32));
    return /^https?:/i.test(target) && URL.canParse(target) ? target : null;
  } catch {
    return null;
  }
}

function linksIn(html) {
  // Inert: of what stands in a template nothing is loaded or run; the policy would still complain about style attributes.
  const unstyled = (html ?? '').replaceAll(/\sstyle\s*=/gi, ' data-style=');
  const parsed = make('template', { innerHTML: unstyled }).content;
  return [...parsed.querySelectorAll('a[href]')]
    .filter((link) => /^(?:https?|mailto|tel):/i.test(link.getAttribute('href')))
    .map((link) => ({ text: link.textContent.trim(), href: link.getAttribute('href'), target: targetOf(link.getAttribute('href')) }));
}

function links() {
  if (shown.links.length === 0) return [make('p', { textContent: 'No links.' })];
  const linked = (href, textContent) => make('a', { href, textContent, rel: 'noreferrer', target: '_blank' });
  const items = shown.links.map(({ text, href, target }) =>
    make('li', {}, [
      make('span', { textContent: text || '(no text)' }),
      linked(target ?? href, target ?? href),
      ...(target ? [make('span', { className: 'note' }, ['counted by ', linked(href, href)])] : []),
    ]),
  );
  return [make('ul', {}, items)];
}

function attachments() {
  if (shown.attachments.length === 0) return [make('p', { textContent: 'No attachments.' })];
  const items = shown.attachments.map(({ filename, contentType, content = '', disposition }) => {
    const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
    // Whatever it is, it is saved and never shown here.
    const href = URL.createObjectURL(new Blob([bytes], { type: 'application/octet-stream' }));
    const link = make('a', { href, download: filename || 'attachment', textContent: filename || '(no name)' });
    return make('li', {}, [link, make('span', { textContent: `${contentType}, ${disposition}, ${bytes.length.toLocaleString()} bytes` })]);
  });
  return [make('ul', {}, items)];
}

const plain = (text, missing) => (text ? [make('pre', { textContent: text })] : [make('p', { textContent: missing })]);
const PANELS = {
  Preview: preview,
  Text: () => plain(shown.text, 'This mail has no text.'),
  HTML: () => plain(shown.html, 'This mail has no HTML.'),
  Headers: () =>
    plain(
      Object.entries(shown.headers)
        .map((pair) => pair.join(': '))
        .join('\n'),
      'No headers.',
    ),
  Links: links,
  Attachments: attachments,
  Source: () => plain(shown.raw, 'No source.'),
};

/** What the tab says beside its name. */
const COUNTS = { Links: (mail) => mail.links.length, Attachments: (mail) => mail.attachments.length };

function showTab(focus = false) {
  const labelOf = (name) => (COUNTS[name] ? `${name} (${COUNTS[name](shown)})` : name);
  const tabs = TABS.map((name) => {
    const selected = name === look.tab;
    const onclick = () => choose(name);
    const button = make('button', { type: 'button', id: `tab-${name}`, textContent: labelOf(name), tabIndex: selected ? 0 : -1, onclick });
    button.setAttribute('role', 'tab');
    button.setAttribute('aria-selected', String(selected));
    button.setAttribute('aria-controls', 'panel');
    return button;
  });
  at('tabs').replaceChildren(...tabs);
  at('panel').setAttribute('aria-labelledby', `tab-${look.tab}`);
  at('panel').replaceChildren(...PANELS[look.tab]());
  if (focus) at(`tab-${look.tab}`).focus();
}

function choose(name) {
  look.tab = name;
  showTab(true);
}

at('tabs').addEventListener('keydown', (event) => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step) choose(TABS[(TABS.indexOf(look.tab) + step + TABS.length) % TABS.length]);
});
at('search').addEventListener('input', showList);
at('clear').addEventListener('click', async () => {
  await ask('/dev/inbox', 'DELETE');
  listed = [];
  shown = null;
  at('open').hidden = true;
  at('hint').hidden = false;
  showList();
});
refresh().then(() => {
  const id = location.hash.slice(1);
  if (listed.some((mail) => mail.id === id)) return open(id);
});
