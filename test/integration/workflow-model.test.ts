/** Executions over HTTP beside a model of them: any sequence of what clients, events and strangers' servers do (contract 3.4, 4.8). */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Answer } from '#test/client.ts';
import { createRandom } from '#test/random.ts';
import { until } from '#test/until.ts';
import { is } from './answers.ts';
import { address, tenant } from './tenant.ts';
import { hook, link, workflow } from './workflow-graphs.ts';
import type { Built } from './workflow-graphs.ts';
import { begin, call, cancel, fresh, goOn, latest, mayEnter, waiting } from './workflow-model.ts';
import type { Model } from './workflow-model.ts';

const test = suite('workflow model');
const RUNS = 5;
const COMMANDS = 14;
const CONTACTS = 3;
const STATUSES = ['WAITING', 'COMPLETED', 'FAILED', 'CANCELLED'] as const;
const { api, tracker } = await tenant();
const server = await hook();

interface Person {
  id: string;
  email: string;
}

/** The workflow over HTTP, and the contacts by the model's numbers. */
interface Real {
  built: Built;
  begins: string;
  goesOn: string;
  people: Person[];
  said: string[];
}

async function person(): Promise<Person> {
  const { id, email } = is(await api.post('/contacts', { email: address() }), 201);
  return { id, email };
}

async function real(): Promise<Real> {
  const [begins, goesOn] = [`begins-${randomUUID()}`, `goes-on-${randomUUID()}`];
  const apart = { autoConnect: false };
  const built = await workflow(api, begins, {
    wait: { type: 'WAIT_FOR_EVENT', config: { eventName: goesOn } },
    ask: { type: 'CONDITION', config: { field: 'data.plan', operator: 'equals', value: 'pro' } },
    hook: { type: 'WEBHOOK', config: { url: server.url, failOnError: true }, ...apart },
    pro: { type: 'EXIT', config: { reason: 'pro' }, ...apart },
    free: { type: 'EXIT', config: { reason: 'free' }, ...apart },
  });
  await link(api, built, 'ask', 'hook', { branch: 'yes' });
  await link(api, built, 'ask', 'free', { branch: 'no' });
  await link(api, built, 'hook', 'pro');
  const people = await Promise.all(Array.from({ length: CONTACTS }, person));
  return { built, begins, goesOn, people, said: [] };
}

const executionsOf = async ({ built }: Real): Promise<any[]> =>
  is(await api.get(`/workflows/${built.id}/executions?pageSize=100`), 200).data;

/** The contact's latest execution; an id nobody has without one. */
async function latestId(now: Real, owner: number): Promise<string> {
  const found = (await executionsOf(now)).find(({ contactId }) => contactId === now.people[owner]!.id);
  return found?.id ?? randomUUID();
}

/** Attempts of a webhook that fails: the next three. */
function scriptHook(model: Model): void {
  server.answers.length = 0;
  if (!model.isHookUp) server.answers.push({ status: 500 }, { status: 500 }, { status: 500 });
}

/** What the API shows: executions, their totals by status, and the numbers of the steps. */
async function view(now: Real): Promise<object> {
  const executions = (await executionsOf(now)).map(({ contactId, status, exitReason }) => `${contactId} ${status} ${exitReason}`);
  const totals: Record<string, number> = {};
  for (const one of STATUSES) totals[one] = is(await api.get(`/workflows/${now.built.id}/executions?status=${one}`), 200).total;
  const { steps } = is(await api.get(`/workflows/${now.built.id}/stats`), 200);
  const [wait, failing] = ['wait', 'hook'].map((name) => steps.find(({ stepId }: any) => stepId === now.built.steps[name]));
  const { entered, waiting: waits, skipped, branches } = wait;
  return { executions: executions.toSorted(), totals, steps: [entered, waits, skipped, branches['EVENT'] ?? 0, failing.failed] };
}

/** The API comes to show what the model has, in every way it can be asked. Numbers are read from a snapshot that may be a moment old. */
async function settle(model: Model, now: Real): Promise<void> {
  const count = (status: string): number => model.executions.filter((one) => one.status === status).length;
  const wanted = {
    executions: model.executions.map(({ owner, status, reason }) => `${now.people[owner]!.id} ${status} ${reason}`).toSorted(),
    totals: Object.fromEntries(STATUSES.map((status) => [status, count(status)])),
    steps: [model.executions.length, count('WAITING'), count('CANCELLED'), count('COMPLETED') + count('FAILED'), count('FAILED')],
  };
  let shown: object = {};
  const agrees = async (): Promise<boolean> => isDeepStrictEqual((shown = await view(now)), wanted);
  await until(agrees, { within: 30_000, every: 100 }).catch(() => assert.equal(shown, wanted, now.said.join(', ')));
}

type Act = (model: Model, now: Real, owner: number) => Promise<void>;

/** A command on one contact; its owner is chosen among those that are there. */
class Command implements fc.AsyncCommand<Model, Real> {
  readonly #name: string;
  readonly #act: Act;
  readonly #index: number;

  constructor(name: string, act: Act, index: number) {
    [this.#name, this.#act, this.#index] = [name, act, index];
  }

  check = (): boolean => true;

  async run(model: Model, now: Real): Promise<void> {
    now.said.push(this.toString());
    await this.#act(model, now, model.contacts[this.#index]!);
    await settle(model, now);
  }

  toString = (): string => `${this.#name}(${this.#index})`;
}

const status = (answer: Answer, expected: number, now: Real): void =>
  assert.is(answer.status, expected, `${now.said.join(', ')}: ${answer.status} ${answer.text}`);

const path = ({ built }: Real, rest = ''): string => `/workflows/${built.id}${rest}`;

const ACTS: Record<string, Act> = {
  async track(model, now, owner) {
    status(await tracker.post('/v1/track', { event: now.begins, email: now.people[owner]!.email }), 200, now);
    if (model.isEnabled && mayEnter(model, owner)) begin(model, owner);
  },
  async 'start by hand'(model, now, owner) {
    const answer = await api.post(path(now, '/executions'), { contactId: now.people[owner]!.id });
    status(answer, !model.isEnabled ? 400 : mayEnter(model, owner) ? 201 : 409, now);
    if (answer.status === 201) begin(model, owner);
  },
  async 'the event'(model, now, owner) {
    scriptHook(model);
    status(await tracker.post('/v1/track', { event: now.goesOn, email: now.people[owner]!.email }), 200, now);
    const execution = latest(model, owner);
    if (execution?.status === 'WAITING') goOn(model, execution);
  },
  async 'other plan'(model, now, owner) {
    const plan = model.plans.get(owner) === 'pro' ? 'free' : 'pro';
    status(await api.patch(`/contacts/${now.people[owner]!.id}`, { data: { plan } }), 200, now);
    model.plans.set(owner, plan);
  },
  async 'the hook turns'(model) {
    model.isHookUp = !model.isHookUp;
  },
  async cancel(model, now, owner) {
    const execution = latest(model, owner);
    const answer = await api.delete(path(now, `/executions/${await latestId(now, owner)}`));
    status(answer, !execution ? 404 : execution.status === 'WAITING' ? 200 : 400, now);
    if (answer.status === 200) cancel(execution!, 'Cancelled by user');
  },
  async 'cancel all'(model, now) {
    const open = waiting(model);
    assert.equal(is(await api.post(path(now, '/executions/cancel-all')), 200), { cancelled: open.length }, now.said.join(', '));
    for (const execution of open) cancel(execution, 'Cancelled by user (bulk cancel)');
  },
  async retry(model, now, owner) {
    const execution = latest(model, owner);
    scriptHook(model);
    const answer = await api.post(path(now, `/executions/${await latestId(now, owner)}/retry`));
    status(answer, !execution ? 404 : execution.status === 'FAILED' ? 200 : 400, now);
    if (answer.status === 200) call(model, execution!);
  },
  async 'switch on or off'(model, now) {
    model.isEnabled = !model.isEnabled;
    status(await api.patch(path(now), { enabled: model.isEnabled }), 200, now);
  },
  async 'turn re-entry'(model, now) {
    model.allowsReentry = !model.allowsReentry;
    status(await api.patch(path(now), { allowReentry: model.allowsReentry }), 200, now);
  },
  async 'edit a step'(model, now) {
    const config = { url: server.url, failOnError: true, headers: { 'x-edit': String(now.said.length) } };
    const answer = await api.patch(path(now, `/steps/${now.built.steps['hook']}`), { config });
    status(answer, waiting(model).length > 0 ? 409 : 200, now);
  },
  async 'delete the workflow'(model, now) {
    if (waiting(model).length > 0) status(await api.delete(path(now)), 409, now);
  },
  async 'delete the contact'(model, now, owner) {
    status(await api.delete(`/contacts/${now.people[owner]!.id}`), 204, now);
    for (const execution of waiting(model)) if (execution.owner === owner) cancel(execution, 'Contact deleted');
    model.contacts[model.contacts.indexOf(owner)] = now.people.length;
    now.people.push(await person());
  },
};

/** How often each is chosen beside the others. */
const WEIGHTS: Record<string, number> = { track: 5, 'start by hand': 2, 'the event': 5, retry: 2, 'other plan': 2 };
// A change of the workflow acts in every process within a second.
const LATE = new Set(['switch on or off', 'turn re-entry']);

const command = fc
  .tuple(
    fc.oneof(...Object.keys(ACTS).map((name) => ({ arbitrary: fc.constant(name), weight: WEIGHTS[name] ?? 1 }))),
    fc.nat({ max: CONTACTS - 1 }),
  )
  .map(([name, index]) => {
    const act: Act = async (model, now, owner) => {
      await ACTS[name]!(model, now, owner);
      if (LATE.has(name)) await sleep(1_000);
    };
    return new Command(name, act, index);
  });

test('any sequence of commands comes out as the model has it', async () => {
  const { seed } = createRandom();
  const property = fc.asyncProperty(fc.commands([command], { maxCommands: COMMANDS, size: 'max' }), async (commands) => {
    const now = await real();
    await fc.asyncModelRun(() => ({ model: fresh(CONTACTS), real: now }), commands);
  });
  await fc.assert(property, { seed, numRuns: RUNS, endOnFailure: true });
});

test.after(() => server.stop());
test.run();
