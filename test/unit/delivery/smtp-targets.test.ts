import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Refused, Unanswered } from '#services/delivery/providers/port.ts';
import { serversOf } from '#services/delivery/providers/smtp/server.ts';
import { createSmtpTargets } from '#services/delivery/providers/smtp/targets.ts';

const test = suite('several SMTP servers');
const envelope = { from: 'a@example.org', to: 'b@example.org' };
const raw = Buffer.from('x\r\n');

/** Servers that answer as they are told to, and a clock that is moved by hand. */
function setUp(weights: readonly number[]) {
  const took = weights.map(() => 0);
  const faults: (Error | undefined)[] = weights.map(() => undefined);
  const said: { target: string; leftOutMs?: number }[] = [];
  let at = 0;
  const targets = createSmtpTargets({
    targets: weights.map((weight, index) => ({
      weight,
      name: `s${index}`,
      close: () => undefined,
      async send(_envelope, _raw, handingOver) {
        const fault = faults[index];
        if (fault instanceof Refused && fault.refusal.stage === 'connection') throw fault;
        handingOver();
        if (fault) throw fault;
        took[index]! += 1;
        return `250 s${index}`;
      },
    })),
    onChange: (line) => said.push(line),
    now: () => at,
  });
  const send = (handingOver = (): void => undefined) => targets.send(envelope, raw, handingOver);
  return { took, faults, said, send, pass: (ms: number) => (at += ms) };
}

const away = new Refused({ text: 'connection refused', stage: 'connection' });
const many = async (count: number, send: () => Promise<string>): Promise<void> => {
  for (let n = 0; n < count; n += 1) await send();
};

test('mail is shared by weight, evenly over time', async () => {
  const { took, send } = setUp([3, 1]);
  await many(8, send);
  assert.equal(took, [6, 2]);
});

test('a server that turns connections away is left out, longer each time, and takes its share again', async () => {
  const { took, faults, said, send, pass } = setUp([1, 1]);
  faults[0] = away;
  await many(10, send);
  assert.equal(took, [0, 10]);
  assert.equal(
    said.map(({ leftOutMs }) => leftOutMs),
    [1_000],
    'asked once',
  );
  pass(1_001);
  await many(10, send);
  assert.equal(
    said.map(({ leftOutMs }) => leftOutMs),
    [1_000, 2_000],
  );
  faults[0] = undefined;
  pass(2_001);
  await many(10, send);
  assert.equal(took, [5, 25]);
  assert.equal(said.length, 3, 'and that is told');
});

test('when all are away the mail hears why, and waits', async () => {
  const { faults, send } = setUp([1, 1]);
  [faults[0], faults[1]] = [away, away];
  for (let n = 0; n < 3; n += 1) {
    const error = await send().then(
      () => null,
      (reason: unknown) => reason,
    );
    assert.is(error, away);
  }
});

test('what a server says to a message stands: no other one is asked', async () => {
  for (const fault of [new Refused({ code: 550, text: '550 no', stage: 'recipient' }), new Unanswered('no answer')]) {
    const { took, faults, said, send } = setUp([1, 1]);
    faults[0] = fault;
    faults[1] = fault;
    let handedOver = 0;
    const error = await send(() => void (handedOver += 1)).then(
      () => null,
      (reason: unknown) => reason,
    );
    assert.is(error, fault);
    assert.equal([handedOver, took, said], [1, [0, 0], []]);
  }
});

test('a mail that is stopped at the last moment goes to no other server, and blames none', async () => {
  const said: unknown[] = [];
  let asked = 0;
  const stopped = createSmtpTargets({
    targets: [1, 2].map((n) => ({
      weight: 1,
      name: `s${n}`,
      close: () => undefined,
      async send(_envelope, _raw, handingOver) {
        asked += 1;
        try {
          handingOver();
        } catch (error) {
          throw new Refused({ text: (error as Error).message, stage: 'connection' });
        }
        return '250';
      },
    })),
    onChange: (line) => said.push(line),
  });
  const outcome = await stopped
    .send(envelope, raw, () => {
      throw new Error('cancelled');
    })
    .catch((error: unknown) => (error as Error).message);
  assert.equal([outcome, asked, said], ['cancelled', 1, []]);
});

test('SMTP_URL is a list of addresses, each with its own options', () => {
  const servers = serversOf('smtp://u:p,w@a.example:25?weight=3, smtps://b.example?maxMessages=5');
  assert.equal(
    servers.map(({ host, port, weight, secure, maxMessages, password }) => [host, port, weight, secure, maxMessages, password]),
    [
      ['a.example', 25, 3, false, 1_000, 'p,w'],
      ['b.example', 465, 1, true, 5, ''],
    ],
  );
  assert.throws(() => serversOf('smtp://a.example?weight=0'), /SMTP_URL/);
});

test.run();
