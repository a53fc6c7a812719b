/** `posthorn` for developers, run as a command: logging in, sending, importing, campaigns, the inbox, events, domains, completion. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ROOT } from '#local/binaries.mjs';
import { debianProgram } from '#local/debian.ts';
import { BARE_ENVIRONMENT, posthorn } from '#test/posthorn.ts';
import { until } from '#test/until.ts';
import { is } from './answers.ts';
import { address, base, sender, withKey } from './tenant.ts';

const test = suite('developer command');
const { api, from, project, domain } = await sender();
const dir = mkdtempSync(join(tmpdir(), 'posthorn-command-'));
const env = { ...BARE_ENVIRONMENT, XDG_CONFIG_HOME: dir };
const kept = join(dir, 'posthorn/credentials.json');
const run = (...args: string[]) => posthorn(args, env);

async function output(...args: string[]): Promise<any> {
  const { code, stdout, stderr } = await run(...args, '--json');
  assert.is(code, 0, `${args.join(' ')}: ${stderr}`);
  return JSON.parse(stdout);
}

test('who is not logged in is refused; a key that is none is not kept', async () => {
  assert.is((await run('send', address())).code, 2);
  const wrong = await posthorn(['login', '--url', base], { ...env, POSTHORN_API_KEY: `sk_${'0'.repeat(64)}` });
  assert.is(wrong.code, 3, wrong.stderr);
  assert.throws(() => statSync(kept));
});

test('a login is kept for its owner alone', async () => {
  const keyFile = join(dir, 'key');
  writeFileSync(keyFile, `${project.secret}\n`);
  const { code, stderr } = await run('login', '--url', base, '--key-file', keyFile);
  assert.is(code, 0, stderr);
  assert.is(statSync(kept).mode & 0o777, 0o600);
  assert.is((await run('send', address(), '--url', 'http://127.0.0.1:1')).code, 2, 'the key goes nowhere else');
});

test('a mail is sent, and found in the inbox', async () => {
  const to = address();
  const [sent] = await output('send', to, '--from', from, '--subject', 'Hi {{name}}', '--body', '<p>Hello</p>', '--data', '{"name":"Ada"}');
  assert.is(sent.contact.email, to);
  const [mail] = await until(async () => {
    const found = await output('inbox', '--to', to);
    return found.length > 0 && found;
  });
  assert.match((await run('inbox', mail.id)).stdout, /Subject: Hi Ada\n[^]*Hello/);
  assert.is((await run('send', to, '--from', 'a@elsewhere.example', '--subject', 'x', '--body', 'y')).code, 3, 'a domain that is not ours');
  assert.is((await run('send', to, '--data', '{')).code, 2);
});

test('a file is imported, with what it skipped', async () => {
  const file = join(dir, 'people.csv');
  writeFileSync(file, `email,name\n${address()},Ada\nnobody,Nobody\n`);
  const { code, stdout, stderr } = await run('contacts', 'import', file, '--watch');
  assert.is(code, 0, stderr);
  assert.match(stdout, /^1 imported, 0 updated, 1 skipped of 2\n[^]*invalid_email/);
  assert.match(stderr, /\[#{30}\] 100 %/);
  assert.is((await output('contacts', 'import', file, '--watch')).data.filename, 'people.csv');
  assert.is((await run('contacts', 'import', join(dir, 'none.csv'))).code, 2);
});

test('a campaign is sent and watched to its end', async () => {
  const campaign = is(
    await api.post('/campaigns', { name: 'News', subject: 'News', body: '<p>News</p>', from, audienceType: 'ALL', type: 'TRANSACTIONAL' }),
    201,
  ).data.id;
  const { code, stdout, stderr } = await run('campaigns', 'send', campaign, '--watch');
  assert.is(code, 0, stderr);
  assert.match(stdout, /SENT, \d+ sent, 0 failed/);
  assert.match(stderr, /100 %/);
});

test('events are followed from now on; who reads but the first line ends it', async () => {
  const tailed = run('events', 'tail', '--name', 'order.placed', '--limit', '1', '--json');
  const command = [process.execPath, join(ROOT, 'cli/main.ts'), 'events', 'tail', '--name', 'order.placed'];
  const piped = promisify(execFile)('bash', ['--norc', '-o', 'pipefail', '-c', '"$@" | head -1', 'bash', ...command], { env });
  const tracker = withKey(project.public);
  let placed = 0;
  const sending = setInterval(() => {
    placed += 1;
    void tracker.post('/v1/track', { email: 'tail@example.com', event: 'order.placed', data: { placed } });
  }, 300);
  const [{ code, stdout, stderr }, first] = await Promise.all([tailed, piped]).finally(() => clearInterval(sending));
  assert.match(first.stdout, /^[^\n]+ order\.placed [^\n]+\n$/);
  assert.is(first.stderr, 'Waiting for events; Ctrl-C ends\n');
  assert.is(code, 0, stderr);
  assert.is(JSON.parse(stdout).name, 'order.placed');
});

test('a domain is looked up', async () => {
  assert.is((await run('domains', 'verify', 'elsewhere.example')).code, 1);
  const { stdout } = await run('domains', 'verify', domain);
  assert.match(stdout, new RegExp(`^${domain}: (not )?verified\nthere +type  name +value\n`));
  assert.match(stdout, new RegExp(`^yes +TXT +\\S+\\._domainkey\\.${domain.replaceAll('.', '\\.')} +v=DKIM1; `, 'm'));
});

test('completion: bash takes it and completes commands and options', async () => {
  const { stdout } = await run('completion', 'bash');
  const complete = (...words: string[]): string[] => {
    const line = `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}`;
    const script = `${stdout}
${line}; _posthorn; echo "\${COMPREPLY[@]}"`;
    return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim().split(' ');
  };
  assert.equal(complete('posthorn', 'camp').sort(), ['campaign', 'campaigns']);
  assert.equal(complete('posthorn', 'contacts', ''), ['import']);
  assert.equal(complete('posthorn', 'contacts', 'import', '--w'), ['--watch']);
});

test('completion: zsh takes it as it starts, and completes commands and options', async () => {
  const { path, env: own } = await debianProgram('zsh');
  const { stdout } = await run('completion', 'zsh');
  const ask = (line: string): string => {
    const script = `${stdout}\nprint -r -- $_comps[posthorn]; emulate ksh; ${line}; _posthorn; print -r -- "\${COMPREPLY[@]}"`;
    return execFileSync(path, ['-f', '-c', script], { encoding: 'utf8', env: { ...own, HOME: dir } });
  };
  assert.is(ask('COMP_WORDS=(posthorn contacts ""); COMP_CWORD=2'), '_bash_complete -o default -F _posthorn\nimport\n');
  // What of it begins as the word does, zsh picks itself.
  assert.match(ask('COMP_WORDS=(posthorn send --su); COMP_CWORD=2'), /^--url --from --subject /m);
});

test('completion: fish takes it, and tells commands that end alike apart', async () => {
  const { path, env: own } = await debianProgram('fish');
  const { stdout } = await run('completion', 'fish');
  const complete = (line: string): string[] =>
    execFileSync(path, ['--no-config', '-c', `${stdout}\ncomplete -C '${line}'`], { encoding: 'utf8', env: { ...own, HOME: dir } })
      .trim()
      .split('\n')
      .flatMap((each) => each.split('\t')[0] || [])
      .sort();
  assert.equal(complete('posthorn cam'), ['campaign', 'campaigns']);
  assert.equal(complete('posthorn contacts '), ['import']);
  assert.equal(complete('posthorn contacts import x --w'), ['--watch']);
  assert.equal(complete('posthorn send --a'), [], '--at is an option of campaigns send');
  assert.equal(complete('posthorn campaigns send --a'), ['--at']);
});

test('what is refused says which field and what to do, with --json as a document', async () => {
  const { code, stderr } = await run('send', address());
  assert.is(code, 1);
  assert.match(stderr, /^posthorn: [^\n]+\n(  [^\n]+\n)*  template: [^\n]+\n$/);
  const asJson = await run('send', address(), '--json');
  assert.is(asJson.stdout, '');
  const { error } = JSON.parse(asJson.stderr);
  assert.is(error.code, 'VALIDATION_ERROR');
  assert.ok(error.errors.some(({ field }: { field: string }) => field === 'template'));
  const foreign = await run('domains', 'verify', 'elsewhere.example', '--json');
  assert.match(JSON.parse(foreign.stderr).error.message, new RegExp(`no domain elsewhere.example, but ${domain}`));
});

test('a command that is not understood is answered with what would be', async () => {
  assert.match((await run('contacts')).stderr, /posthorn contacts import <file>/);
  assert.match((await run('help', 'contacts', 'import')).stdout, /^posthorn contacts import <file>\n/);
  assert.match((await run('contacts', '--help')).stdout, /^  contacts import <file> /m);
  assert.is((await run('contacts')).code, 2);
  for (const line of [
    ['contacts', 'import', dir],
    ['send', address(), '--body-file', join(dir, 'none.html')],
    ['login', '--url', base, '--key-file', '/dev/null'],
  ]) {
    const { code, stderr } = await run(...line);
    assert.is(code, 2, line.join(' '));
    assert.match(stderr, /^posthorn: [^\n]+\n$/);
  }
});

test.after(() => rmSync(dir, { recursive: true, force: true }));
test.run();
