/** `posthorn why <address|email id>`: the story of a person's mails, or of one, in every project there is. */
import type { Email, Transition } from '#proto/delivery/v1/delivery.ts';
import { Fault, notFound } from '#kit/errors.ts';
import { EXIT } from '../command.ts';
import type { Command, Given } from '../command.ts';
import { CONNECTION, withServices } from './services.ts';
import type { Services } from './services.ts';
import { personOf, storyOf } from './story.ts';

/** Newest mails of an address in a project that are shown. */
const SHOWN = 5;

interface Story {
  mail: Email;
  trace: Transition[];
}

interface Found {
  project: { id: string; name: string };
  /** Null: no contact any more. */
  subscribed: boolean | null;
  mails: number;
  newest: Story[];
}

async function storyIn({ delivery, call }: Services, projectId: string, id: string): Promise<Story> {
  const meta = call(projectId);
  const [mail, { data: trace }] = await Promise.all([delivery.getEmail({ id, brief: true }, meta), delivery.traceEmail({ id }, meta)]);
  return { mail, trace };
}

interface Asked {
  projectId: string;
  address: string;
  subscribed: boolean | null;
}

async function foundIn(services: Services, { projectId, address, subscribed }: Asked): Promise<Found> {
  const meta = services.call(projectId);
  const [{ id, name }, { data, total }] = await Promise.all([
    services.accounts.getProject({}, meta),
    services.delivery.listEmails({ page: 1, pageSize: SHOWN, to: address }, meta),
  ]);
  return { project: { id, name }, subscribed, mails: total, newest: await Promise.all(data.map((mail) => storyIn(services, id, mail.id))) };
}

function linesOf(address: string, { project, subscribed, mails, newest }: Found): string[] {
  return [
    `${project.name} (${project.id})`,
    ...personOf(address, subscribed === null ? undefined : { subscribed }, mails),
    ...(mails > SHOWN ? [`Of ${mails} mails the newest ${SHOWN}:`] : []),
    ...newest.flatMap(({ mail, trace }) => ['', ...storyOf(mail, trace)]),
    '',
  ];
}

async function whyAddress(services: Services, address: string, { options, print }: Given): Promise<number> {
  const { contacts } = await services.contacts.findEverywhere({ email: address }, services.call(''));
  const known = new Map(contacts.map(({ projectId, subscribed }) => [projectId, subscribed]));
  const wanted = options['project'] as string | undefined;
  const projects = wanted === undefined ? [...known.keys()] : [wanted];
  const found: Found[] = [];
  for (const id of projects) found.push(await foundIn(services, { projectId: id, address, subscribed: known.get(id) ?? null }));
  const nobody = `${address} is no contact of any project. With --project its mails of a project are looked for all the same.`;
  print(found, found.length > 0 ? found.flatMap((one) => linesOf(address, one)) : [nobody]);
  return found.length > 0 ? EXIT.done : EXIT.failed;
}

async function whyEmail(services: Services, id: string, { print }: Given): Promise<void> {
  const { projectId } = await services.delivery.locateEmail({ id }, services.call('')).catch((error: unknown) => {
    throw error instanceof Fault && error.status === 404
      ? notFound(error.name, { resource: 'Email', id }, `There is no mail ${id}.`)
      : error;
  });
  const [project, story] = await Promise.all([
    services.accounts.getProject({}, services.call(projectId)),
    storyIn(services, projectId, id),
  ]);
  print({ project: { id: project.id, name: project.name }, ...story }, [
    `${project.name} (${project.id})`,
    ...storyOf(story.mail, story.trace),
  ]);
}

export const why: Command = {
  name: 'why',
  operands: ['<address | email id>'],
  summary: 'why somebody got a mail, or did not: every step with time, owner and the words of the provider, in every project',
  options: {
    ...CONNECTION,
    project: { type: 'string', value: 'ID', summary: 'in this project alone, of an address that is no contact too' },
  },
  run: withServices(async (services, given) => {
    const [wanted] = given.operands as [string];
    return wanted.includes('@') ? await whyAddress(services, wanted.trim().toLowerCase(), given) : await whyEmail(services, wanted, given);
  }),
};
