/** Mail over two SMTP servers by weight, as rows and as slots of pages leave; one server goes down: nothing is lost, nothing twice. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readConfig } from '#kit/config/config.ts';
import { createLog } from '#kit/telemetry/log.ts';
import { createMetrics } from '#kit/telemetry/metrics.ts';
import { createCarriers, createProvider } from '#services/delivery/providers/provider.ts';
import type { TakenMail } from '#services/delivery/providers/provider.ts';
import { startSink } from '#test/smtp.ts';
import { until } from '#test/until.ts';

const MAILS = 80;
const CAMPAIGN = 400;
const CONNECTIONS = 8;

const [heavy, light] = [await startSink(), await startSink()];
const env = { JWT_SECRET: 'x'.repeat(32), MAIL_PROVIDER: 'smtp', SMTP_URL: `${heavy.url}?weight=3&maxMessages=5,${light.url}?weight=1` };
const { provider } = await createProvider({
  sending: readConfig(env).sending,
  // The inbox is another provider's.
  models: {} as never,
  blobs: {} as never,
  clock: () => new Date(),
  metrics: createMetrics(),
  log: createLog('silent'),
});
const test = suite('several SMTP servers');

const takenMail = (
  to: string,
): Pick<TakenMail, 'emailId' | 'projectId' | 'attempt' | 'envelope' | 'from' | 'subject' | 'tracked' | 'raw'> => ({
  emailId: to,
  projectId: 'p',
  attempt: 1,
  envelope: { from: 'bounces@example.org', to },
  from: 'hello@example.org',
  subject: 's',
  tracked: false,
  raw: Buffer.from('Subject: s\r\n\r\nb\r\n'),
});
const numbered = (name: string, count: number): string[] => Array.from({ length: count }, (_, n) => `${name}-${n}@example.com`);
const sendAll = (to: readonly string[]) => Promise.all(to.map((one) => provider.send(takenMail(one), () => undefined)));

/** As slots of a page leave: each connection that is free takes the next. Answers the errors there were. */
async function feed(to: readonly string[], ended: (count: number) => void): Promise<Error[]> {
  const [waiting, errors] = [[...to], [] as Error[]];
  let count = 0;
  const end = (): void => ended((count += 1));
  const next = (): TakenMail | undefined => {
    const one = waiting.shift();
    const failed = (error: Error): void => {
      errors.push(error);
      end();
    };
    return one === undefined ? undefined : { ...takenMail(one), handingOver: () => undefined, accepted: end, failed };
  };
  createCarriers(provider, { next, room: () => CONNECTIONS, busy: () => undefined })();
  await until(() => count === to.length, { within: 30_000, what: 'the end of all' });
  return errors;
}

/** How many of these each server has taken; each was taken once. */
function shares(to: readonly string[]): [number, number] {
  const wanted = new Set(to);
  const [most, least] = [heavy, light].map(({ taken }) => taken.map((mail) => mail.to).filter((one) => wanted.has(one)));
  assert.equal([...most!, ...least!].sort(), to.toSorted());
  return [most!.length, least!.length];
}

test('mail is shared three to one', async () => {
  const to = numbered('shared', MAILS);
  await sendAll(to);
  assert.equal(shares(to), [60, 20]);
});

test('a server is stopped: its mails go to the other, and it takes its share again when it is back', async () => {
  await heavy.stop();
  const to = numbered('alone', MAILS);
  await sendAll(to);
  assert.equal(shares(to), [0, MAILS]);
  await heavy.start();
  const again = async (): Promise<boolean> => {
    const one = `${crypto.randomUUID()}@example.com`;
    await sendAll([one]);
    return shares([one])[0] === 1;
  };
  await until(again, { within: 30_000, every: 200, what: 'a mail over the server that is back' });
  const after = numbered('after', MAILS);
  await sendAll(after);
  const [most, least] = shares(after);
  assert.ok(Math.abs(most - 3 * least) <= 8, `${most} and ${least}`);
});

test('slots of pages leave by both; when one goes down in the middle the rest goes to the other', async () => {
  assert.is(provider.feed, undefined, 'one server would take them all');
  const to = numbered('news', CAMPAIGN);
  const errors = await feed(to, (count) => {
    if (count === CAMPAIGN / 4) heavy.manner = { greeting: '421 4.3.2 going down' };
  });
  assert.equal(errors, []);
  const [most, least] = shares(to);
  assert.ok(most > 0 && most < least, `${most} and ${least}`);
});

test.after(async () => {
  await provider.close();
  await Promise.all([heavy.stop(), light.stop()]);
});
test.run();
