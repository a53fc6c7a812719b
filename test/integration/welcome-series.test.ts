/** The guide of the welcome series, typed in as it stands. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { stretched } from '#local/time-scale.ts';
import { until } from '#test/until.ts';
import { is } from './answers.ts';
import { base, sender } from './tenant.ts';

const test = suite('guide: welcome series');
const { api, project, from } = await sender();
const guide = readFileSync('docs/guides/welcome-series.md', 'utf8');
const blocks = [...guide.matchAll(/```sh\n([^]*?)```/g)].map(([, code]) => code!);

/** Where the guide gives it two seconds, it is waited for. */
const WAITING = `
STATES=(WAITING COMPLETED)
sleep() {
  until ask GET "/workflows/$SERIES/executions" | grep -q "$STATES"; do command sleep 0.1; done
  STATES=("\${STATES[@]:1}")
}
`;

function typed(code: string): Promise<string> {
  const env = { ...process.env, API: base, SECRET: project.secret, PUBLIC: project.public, FROM: from };
  const options = { env, timeout: stretched(30_000) };
  return new Promise((resolve, reject) => {
    execFile('bash', ['-euo', 'pipefail', '-c', code], options, (error, stdout, stderr) =>
      error ? reject(new Error(`${stderr}\n${stdout}`)) : resolve(stdout),
    );
  });
}

test('every command is answered with success, and the series does what the guide says', async () => {
  assert.is(blocks.length, 6);
  const said = await typed(WAITING + blocks.join('\n'));
  assert.match(said, /Welcome, Ada/);
  assert.match(said, /You are on the pro plan/);
  const [series] = is(await api.get('/workflows'), 200).data;
  const [run] = is(await api.get(`/workflows/${series.id}/executions`), 200).data;
  assert.equal([run.status, run.exitReason, run.contact.email], ['COMPLETED', 'has a project', 'ada@example.com']);
  const mails = await until(async () => {
    const { data } = is(await api.get('/emails?to=ada@example.com'), 200);
    return data[0]?.status === 'DELIVERED' && data;
  });
  assert.equal(
    mails.map(({ subject }: any) => subject),
    ['Welcome, Ada'],
  );
  const { steps } = is(await api.get(`/workflows/${series.id}/stats`), 200);
  assert.equal(
    steps.map(({ entered, completed }: any) => [entered, completed]),
    [
      [1, 1],
      [1, 1],
      [1, 1],
      [1, 1],
      [0, 0],
    ],
  );
});

test.run();
