/** Events of contacts as they come to workflows: they start executions, and meet those that wait for them. */
import type { Consumer } from '#kit/facts/consumer.ts';
import { isJoint, singly } from '#kit/facts/joint-fact.ts';
import type { Model } from 'mongoose';
import type { Fact } from '#proto/events/v1/fact.ts';
import type { Workflow } from './definitions.ts';
import type { Data } from './domain/condition.ts';
import { duplicatesOf } from './duplicates.ts';
import type { ExecutionsStore } from './executions.ts';
import type { HandledDoc } from './model.ts';
import { carried, executionIdOf } from './starts.ts';
import type { Starts } from './starts.ts';
import type { StepMails } from './step-mails.ts';
import type { Triggers } from './triggers.ts';

/** Something that happened to a contact. */
export interface ContactEvent {
  /** The fact's. */
  id: string;
  name: string;
  contactId: string;
  data: Data | null;
  at: Date;
}

export interface IntakeParts {
  handled: Model<HandledDoc>;
  triggers: Triggers;
  starts: Starts;
  executions: ExecutionsStore;
  mails: StepMails;
  clock: () => Date;
  /** Temporal may be asked now. */
  hint: () => void;
}

export interface EventIntake {
  /** Starts what the events start, unless they were acted on before; answers how many executions began. */
  start(projectId: string, events: readonly ContactEvent[]): Promise<number>;
  consumer: Consumer;
}

const eventOf = ({ id, name, contactId, data, at }: Fact): ContactEvent[] =>
  contactId ? [{ id, name, contactId, data: carried(data), at: new Date(at ?? 0) }] : [];

export function createEventIntake({ handled, triggers, starts, executions, mails, clock, hint }: IntakeParts): EventIntake {
  /** Events that start something, with what they start. */
  async function starting(projectId: string, events: readonly ContactEvent[]): Promise<Map<Workflow, ContactEvent[]>> {
    const by = new Map<Workflow, ContactEvent[]>();
    for (const event of events)
      for (const workflow of await triggers.startedBy(projectId, event.name))
        if (event.at >= workflow.triggersSince) by.set(workflow, [...(by.get(workflow) ?? []), event]);
    return by;
  }

  async function unhandled(projectId: string, events: readonly ContactEvent[]): Promise<ContactEvent[]> {
    const found = await handled.find({ projectId, _id: { $in: events.map(({ id }) => id) } }, { _id: 1 }).lean<{ _id: string }[]>();
    const known = new Set(found.map(({ _id }) => _id));
    return events.filter(({ id }) => !known.has(id));
  }

  async function start(projectId: string, events: readonly ContactEvent[]): Promise<number> {
    if ((await starting(projectId, events)).size === 0) return 0;
    const unseen = await unhandled(projectId, events);
    const now = clock();
    let began = 0;
    for (const [workflow, own] of await starting(projectId, unseen)) {
      const entrants = own.map(({ id, contactId, data }) => {
        const event = carried(data);
        return { id: executionIdOf(id, workflow.id), contactId, context: event, event };
      });
      began += (await starts.begin(workflow, entrants, now)).filter(Boolean).length;
    }
    // Written last: an event whose process dies before is judged once more.
    await handled
      .insertMany(
        unseen.map(({ id }) => ({ _id: id, projectId, at: now })),
        { ordered: false, lean: true },
      )
      .catch(duplicatesOf);
    return began;
  }

  /** Facts one by one, without mails of joint ones that nothing here asks for: those of a campaign are many. */
  async function relevant(projectId: string, facts: readonly Fact[]): Promise<Fact[]> {
    const joint = facts.filter(isJoint);
    if (joint.length === 0) return [...facts];
    const names = [...new Set(joint.flatMap(({ joint: { names: own } }) => own.map(({ name }) => name)))];
    const contactIds = [...new Set(joint.flatMap((fact) => fact.joint.contactIds))];
    const waiting = new Set((await executions.of(projectId).awaiting(contactIds, names)).map(({ contactId }) => contactId));
    const startedBy = await Promise.all(names.map((name) => triggers.startedBy(projectId, name)));
    const isStarting = startedBy.some((workflows) => workflows.length > 0);
    return facts.flatMap((fact) => {
      const isWhole = isStarting || fact.data?.['sourceType'] === 'WORKFLOW';
      return singly(fact, (index, { contactIds: own }) => isWhole || waiting.has(own[index]!));
    });
  }

  /** Brings events to executions that wait for them. */
  async function meet(projectId: string, events: readonly ContactEvent[]): Promise<void> {
    if (events.length === 0) return;
    const own = executions.of(projectId);
    const [contactIds, names] = [new Set(events.map(({ contactId }) => contactId)), new Set(events.map(({ name }) => name))];
    const awaiting = await own.awaiting([...contactIds], [...names]);
    const awaited = new Set(awaiting.flatMap(({ contactId, awaits }) => awaits.map((name) => `${contactId} ${name}`)));
    const met = events.filter(({ contactId, name }) => awaited.has(`${contactId} ${name}`));
    await own.arrive(
      met.map(({ contactId, ...event }) => ({ contactId, event })),
      clock(),
    );
    if (met.length > 0) hint();
  }

  return {
    start,

    consumer: {
      name: 'workflows-events',
      // Events of contract 6. What contacts publish beside them (created, updated, deleted) is no event.
      subjects: [
        'facts.*.events.tracked',
        'facts.*.contacts.contact.subscribed',
        'facts.*.contacts.contact.unsubscribed',
        'facts.*.contacts.segment.>',
        'facts.*.delivery.email.>',
      ],
      repeatable: true,
      joint: true,
      async handle(facts) {
        for (const [projectId, own] of Map.groupBy(facts, (fact) => fact.projectId)) {
          const ofProject = await relevant(projectId, own);
          const events = ofProject.flatMap(eventOf);
          // An execution that begins by an event is not met by it.
          await meet(projectId, events);
          await start(projectId, events);
          await mails.note(projectId, ofProject);
        }
      },
    },
  };
}
