/**
 * Coalesces what concurrent send requests ask of other services: requests for the same template share one answer, mails of one template
 * are rendered in one call, contacts of one project are written in one call. Under load requests are worked on in waves; a lone request
 * does not wait.
 */
import type { Call } from '#kit/contract/call.ts';
import type { Client } from '#kit/contract/definition.ts';
import { latest } from '#kit/contract/deadline.ts';
import { isOversized } from '#kit/contract/payload-size.ts';
import { Fault } from '#kit/errors.ts';
import { createBatcher } from '#kit/store/batcher.ts';
import type { ContactsServiceDefinition, UpsertRequest, UpsertResponse } from '#proto/contacts/v1/contacts.ts';
import type { RenderRequest, RenderResponse, Template, TemplatingServiceDefinition } from '#proto/templating/v1/templating.ts';

export interface CoalescedRequestsParts {
  contacts: Pick<Client<typeof ContactsServiceDefinition>, 'upsertMany'>;
  templating: Pick<Client<typeof TemplatingServiceDefinition>, 'get' | 'render'>;
}

interface Asked<Request> {
  request: Request;
  call: Call;
}

export interface CoalescedRequests {
  /** Faults TEMPLATE_NOT_FOUND. */
  template(id: string, call: Call): Promise<Template>;
  /** Texts with tags go alone: they may take long, for each scope. */
  render(request: RenderRequest, call: Call): Promise<RenderResponse>;
  /** Answers in the order asked. */
  upsert(requests: UpsertRequest[], call: Call): Promise<UpsertResponse[]>;
}

/** Requests that leave together, and how much one of them may bring: larger ones go alone. */
const TOGETHER = 64;
const MANY = 10;
const LARGE = 8_192;

const isSmall = (parts: readonly unknown[]): boolean => parts.length <= MANY && !isOversized(parts, LARGE);

/** So many requests of a project are under way when the next ones wait for each other, and so long at most. */
const FEW = 4;
const WAIT_MS = 40;

/** Runs work of a project, together with what else waits for its turn. */
export type Waves = <T>(projectId: string, work: () => Promise<T>) => Promise<T>;

interface Wave {
  underway: number;
  waiting: (() => void)[];
  timer: NodeJS.Timeout | undefined;
}

/**
 * Lets requests in by waves: while some of a project are under way, others wait until those are nearly through, and enter at once. So they
 * come to each step at the same moment and share its command; one by one they would meet a few others at most. Few wait for nobody, and
 * no project for another.
 */
export function createWaves(): Waves {
  const waves = new Map<string, Wave>();

  function admit(wave: Wave): void {
    clearTimeout(wave.timer);
    wave.timer = undefined;
    const entering = wave.waiting;
    wave.waiting = [];
    wave.underway += entering.length;
    for (const enter of entering) enter();
  }

  return async (projectId, work) => {
    const wave = waves.get(projectId) ?? { underway: 0, waiting: [], timer: undefined };
    waves.set(projectId, wave);
    if (wave.underway < FEW) wave.underway += 1;
    else
      await new Promise<void>((resolve) => {
        wave.waiting.push(resolve);
        wave.timer ??= setTimeout(() => admit(wave), WAIT_MS);
      });
    try {
      return await work();
    } finally {
      wave.underway -= 1;
      if (wave.underway < FEW) admit(wave);
      if (wave.underway === 0) waves.delete(projectId);
    }
  };
}

/** Joins calls by key, so that one that takes its time keeps none of another key waiting. */
function coalescing<Request, Answer>(
  keyOf: (request: Request) => string,
  ask: (requests: Request[], call: Call) => Promise<(Answer | Error)[]>,
): (request: Request, call: Call) => Promise<Answer> {
  const groups = new Map<string, { pending: number; join: (asked: Asked<Request>) => Promise<Answer> }>();
  return async (request, call) => {
    const key = `${call.projectId} ${keyOf(request)}`;
    const group = groups.get(key) ?? {
      pending: 0,
      join: createBatcher<Asked<Request>, Answer>({
        max: TOGETHER,
        write: (asked) =>
          ask(
            asked.map((one) => one.request),
            { ...asked[0]!.call, deadline: latest(asked.map((one) => one.call)) },
          ),
      }),
    };
    groups.set(key, group);
    group.pending += 1;
    try {
      return await group.join({ request, call });
    } finally {
      group.pending -= 1;
      if (group.pending === 0) groups.delete(key);
    }
  };
}

/** What is asked for one address at once is for contacts to put in order: of such requests only the first goes with others. */
function parted(requests: readonly UpsertRequest[][]): { together: number[]; alone: number[] } {
  const seen = new Set<string>();
  const [together, alone]: [number[], number[]] = [[], []];
  for (const [index, request] of requests.entries()) {
    const addresses = request.map(({ email }) => email.trim().toLowerCase());
    (addresses.some((address) => seen.has(address)) ? alone : together).push(index);
    for (const address of addresses) seen.add(address);
  }
  return { together, alone };
}

export function createCoalescedRequests({ contacts, templating }: CoalescedRequestsParts): CoalescedRequests {
  async function write(requests: UpsertRequest[][], call: Call): Promise<(UpsertResponse[] | Error)[]> {
    try {
      const { contacts: answers } = await contacts.upsertMany({ contacts: requests.flat() }, call);
      return requests.map(({ length }) => answers.splice(0, length));
    } catch (error) {
      if (requests.length === 1 || !(error instanceof Fault) || error.status >= 500) return requests.map(() => error as Error);
      // Only one of them may be to blame.
      return (await Promise.all(requests.map((request) => write([request], call)))).flat(1) as (UpsertResponse[] | Error)[];
    }
  }

  const template = coalescing<string, Template>(
    (id) => id,
    async (ids, call) => {
      const found = await templating.get({ id: ids[0]! }, call);
      return ids.map(() => found);
    },
  );

  const render = coalescing<RenderRequest, RenderResponse>(
    ({ subject, body }) => `${subject.length} ${subject}${body}`,
    async (requests, call) => {
      const { rendered, pieces } = await templating.render({ ...requests[0]!, scopes: requests.flatMap(({ scopes }) => scopes) }, call);
      return requests.map(({ scopes }) => ({ rendered: rendered.splice(0, scopes.length), pieces }));
    },
  );

  const upsert = coalescing<UpsertRequest[], UpsertResponse[]>(
    () => '',
    async (requests, call) => {
      const { together, alone } = parted(requests);
      const answers: (UpsertResponse[] | Error)[] = [];
      await Promise.all(
        [together, ...alone.map((index) => [index])].map(async (indexes) => {
          const got = await write(
            indexes.map((index) => requests[index]!),
            call,
          );
          indexes.forEach((index, place) => {
            answers[index] = got[place]!;
          });
        }),
      );
      return answers;
    },
  );

  return {
    template,

    async render(request: RenderRequest, call: Call): Promise<RenderResponse> {
      const isJoined = request.parted && isSmall(request.scopes) && !`${request.subject}${request.body}`.includes('{%');
      return await (isJoined ? render(request, call) : templating.render(request, call));
    },

    async upsert(requests: UpsertRequest[], call: Call): Promise<UpsertResponse[]> {
      return isSmall(requests) ? await upsert(requests, call) : (await contacts.upsertMany({ contacts: requests }, call)).contacts;
    },
  };
}
