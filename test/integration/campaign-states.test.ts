/** Every action from every state of a campaign, and any sequence of them, against a model (contract 3.1, 4.6). */
import { setTimeout as sleep } from 'node:timers/promises';
import * as fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Answer, Api } from '#test/client.ts';
import { until } from '#test/until.ts';
import { is } from './answers.ts';
import { ACTIONS, FRESH, expected } from './campaign-model.ts';
import type { Action, Model } from './campaign-model.ts';
import { address, sender } from './tenant.ts';

const test = suite('campaign states');
const RUNS = 8;
const PEOPLE = 3;
/** One mail leaves at once, the next in a quarter of an hour. */
const SLOW = 0.1;

/** A project with its readers; each has its own limit of requests. */
async function createSetup() {
  const { api, from } = await sender();
  await Promise.all(Array.from({ length: PEOPLE }, async () => is(await api.post('/contacts', { email: address('reader') }), 201)));
  return async (): Promise<Pair> =>
    new Pair(
      is(await api.post('/campaigns', { name: 'Model', subject: 'S', body: '<p>B</p>', from, audienceType: 'ALL' }), 201).data.id,
      api,
    );
}

const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();

/** A campaign over HTTP beside its model. */
class Pair {
  model: Model = FRESH;
  readonly id: string;
  readonly #api: Api;
  done: string[] = [];

  constructor(id: string, as: Api) {
    this.id = id;
    this.#api = as;
  }

  #ask(method: string, path: string, body?: object): Promise<Answer> {
    return this.#api.send(method, `/campaigns/${this.id}${path}`, body);
  }

  async #act(action: Action): Promise<Answer> {
    switch (action) {
      case 'put':
        return this.#ask('PUT', '', { name: `Name ${this.done.length}` });
      case 'delete':
        return this.#ask('DELETE', '');
      case 'send':
        return this.#ask('POST', '/send');
      case 'schedule':
        return this.#ask('POST', '/send', { scheduledFor: tomorrow() });
      case 'send slowly':
        return this.#sendSlowly();
      case 'resume':
        return this.#resume();
      case 'rate':
        return this.#ask('POST', '/rate', { perSecond: this.model.status === 'SENDING' ? SLOW : null });
      case 'test':
        return this.#ask('POST', '/test', { email: address('tester') });
      case 'stats':
        return this.#ask('GET', '/stats');
      case 'resume-unknown':
        return this.#ask('POST', '/resume-unknown', { decision: 'drop' });
      default:
        return this.#ask('POST', `/${action}`);
    }
  }

  async #sendSlowly(): Promise<Answer> {
    await this.#ask('POST', '/rate', { perSecond: SLOW });
    const answer = await this.#ask('POST', '/send');
    if (answer.status === 200) is(await this.#ask('POST', '/pause'), 200);
    return answer;
  }

  async #resume(): Promise<Answer> {
    const answer = await this.#ask('POST', '/resume');
    if (answer.status === 200) is(await this.#ask('POST', '/rate', { perSecond: null }), 200);
    return answer;
  }

  async progress(): Promise<any> {
    return is(await this.#ask('GET', '/progress'), 200);
  }

  /** What nobody can know beforehand: whether a mail left before the pause. */
  async #observe(): Promise<void> {
    if (this.model.status !== 'SENDING') return;
    // Frozen, and what was in flight at the pause is back or gone.
    const { sent } = await until(
      async () => {
        const now = await this.progress();
        return now.frozen === PEOPLE && now.sending === 0 && now;
      },
      // As many campaigns as there are actions are frozen at once.
      { within: 30_000, every: 100, what: 'the frozen audience' },
    );
    await sleep(300);
    const later = await this.progress();
    assert.ok(later.sent - sent <= 1, `${later.sent - sent} left after the pause`);
    this.model = { ...this.model, out: later.sent > 0 };
  }

  async run(action: Action): Promise<void> {
    this.done.push(action);
    const { status, after } = expected(this.model, action);
    const answer = await this.#act(action);
    assert.is(answer.status, status, `${this.done.join(', ')}: ${answer.status} ${answer.text}`);
    this.model = after;
    await this.#settled();
    if (action === 'send slowly' && status === 200) await this.#observe();
  }

  /** The campaign comes to stand where the model does. */
  async #settled(): Promise<void> {
    const { deleted, status, paused } = this.model;
    const seen: string[] = [];
    await until(
      async () => {
        const { status: code, body } = await this.#ask('GET', '');
        if (seen.at(-1) !== (body.status ?? code)) seen.push(body.status ?? code);
        return deleted ? code === 404 : body.status === status;
      },
      { within: 20_000, every: 150, what: `${status} after ${this.done.join(', ')}` },
    ).catch((error: Error) => assert.unreachable(`${error.message}; was ${seen.join(', ')}`));
    if (!deleted) assert.is((await this.progress()).paused, paused, `paused after ${this.done.join(', ')}`);
  }
}

const WAYS: Record<string, Action[]> = {
  DRAFT: [],
  SCHEDULED: ['schedule'],
  SENDING: ['send slowly'],
  SENT: ['send'],
  CANCELLED: ['send slowly', 'cancel'],
  deleted: ['delete'],
};

for (const [state, way] of Object.entries(WAYS)) {
  test(`every action from ${state}`, async () => {
    const make = await createSetup();
    await Promise.all(
      ACTIONS.map(async (action) => {
        const pair = await make();
        for (const step of way) await pair.run(step);
        await pair.run(action);
      }),
    );
  });
}

const SEED = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);
test(`any sequence of actions (SEED=${SEED})`, async () => {
  const sequences = fc.sample(fc.array(fc.constantFrom(...ACTIONS), { minLength: 4, maxLength: 8 }), { numRuns: RUNS, seed: SEED });
  await Promise.all(
    sequences.map(async (sequence) => {
      const pair = await (await createSetup())();
      for (const action of sequence) await pair.run(action);
    }),
  );
});

test.run();
