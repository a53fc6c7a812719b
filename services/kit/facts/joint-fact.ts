/**
 * Joint facts: one fact for many mails that the same happened to, where each would have one or two of its own. What they share is kept
 * once, contacts and mails are lists. A consumer gets the facts it stands for one by one, unless it says that it takes joint ones.
 */
import type { Fact, Joint } from '#proto/events/v1/fact.ts';
import { derivedId } from '../derived-id.ts';
import type { PendingFact } from './outbox.ts';

/** The facts of one mail, all of the same moment. */
export interface MailFacts {
  projectId: string;
  /** Empty for none. */
  contactId: string;
  emailId: string;
  /** One at least. */
  facts: readonly { name: string; data: Record<string, unknown> }[];
  traceparent?: string | undefined;
}

/** A fact that is known to be a joint one. */
export type JointFact = Fact & { joint: Joint };

type Plain = Record<string, unknown>;

interface SplitFacts {
  mail: MailFacts;
  /** What all of its facts share: for every mail, for this one, and with its id in it. */
  data: Plain;
  each: Plain;
  around: Record<string, [before: string, after: string]>;
  names: { name: string; data: Plain }[];
}

/** With two addresses each, a quarter of what NATS carries at most. */
const MOST_MAILS = 200;
const MOST_CHARACTERS = 65_536;
const MOST_TRACES = 32;
/** Keys that differ from mail to mail, as far as they do not hold its id. */
const OWN: ReadonlySet<string> = new Set(['subject', 'messageId']);

export const isJoint = (fact: Fact): fact is JointFact => Boolean(fact.joint);

function splitFacts(mail: MailFacts): SplitFacts {
  const { emailId, facts } = mail;
  const split: SplitFacts = { mail, data: {}, each: {}, around: {}, names: facts.map(({ name }) => ({ name, data: {} })) };
  const [first] = facts as [MailFacts['facts'][number]];
  const isShared = (key: string): boolean => facts.every(({ data }) => data[key] === first.data[key]);
  for (const [key, value] of Object.entries(first.data)) {
    if (!isShared(key)) continue;
    const at = typeof value === 'string' ? value.indexOf(emailId) : -1;
    if (at >= 0) split.around[key] = [(value as string).slice(0, at), (value as string).slice(at + emailId.length)];
    else if (OWN.has(key)) split.each[key] = value;
    else split.data[key] = value;
  }
  facts.forEach(({ data }, index) => {
    for (const [key, value] of Object.entries(data)) if (!isShared(key)) split.names[index]!.data[key] = value;
  });
  return split;
}

/** Mails that go into one fact together. */
function* chunks(alike: readonly SplitFacts[]): Generator<SplitFacts[]> {
  let [chunk, characters]: [SplitFacts[], number] = [[], 0];
  for (const split of alike) {
    const own = Object.values(split.each).reduce<number>((sum, value) => sum + String(value).length, 0);
    if (chunk.length > 0 && (chunk.length === MOST_MAILS || characters + own > MOST_CHARACTERS)) {
      yield chunk;
      [chunk, characters] = [[], 0];
    }
    chunk.push(split);
    characters += own;
  }
  yield chunk;
}

function factOf(batchId: string, at: string, chunk: readonly SplitFacts[]): PendingFact {
  const [{ mail, data, each, around, names }] = chunk as [SplitFacts];
  const traces = [...new Set(chunk.flatMap(({ mail: { traceparent } }) => traceparent ?? []))].slice(0, MOST_TRACES);
  const lists = Object.keys(each).map((key) => [key, chunk.map((split) => split.each[key])] as const);
  const isAlike = (values: readonly unknown[]): boolean => values.every((value) => value === values[0]);
  return {
    id: derivedId(`${batchId}:${mail.emailId}`),
    projectId: mail.projectId,
    name: names[0]!.name,
    at,
    data: { ...data, ...Object.fromEntries(lists.filter(([, values]) => isAlike(values)).map(([key, [value]]) => [key, value])) },
    joint: {
      names,
      contactIds: chunk.map(({ mail: { contactId } }) => contactId),
      emailIds: chunk.map(({ mail: { emailId } }) => emailId),
      each: Object.fromEntries(lists.filter(([, values]) => !isAlike(values))),
      around,
    },
    ...(traces.length > 0 ? { traceparent: traces } : {}),
  };
}

/**
 * The facts of the mails, joined to as few as hold them.
 * @param batchId the same for the same mails: ids follow from it
 * @param at when it happened (ISO)
 */
export function jointFacts(batchId: string, at: string, mails: readonly MailFacts[]): PendingFact[] {
  const alike = Map.groupBy(mails.map(splitFacts), ({ mail, data, around, each, names }) =>
    JSON.stringify([mail.projectId, data, around, Object.keys(each), names]),
  );
  return [...alike.values()].flatMap((own) => [...chunks(own)].map((chunk) => factOf(batchId, at, chunk)));
}

/** One of many mails to which the same happened. */
export interface AlikeMail {
  contactId: string;
  emailId: string;
  subject: string;
}

/**
 * As `jointFacts`, of mails whose facts differ in nothing but what names the mail and its subject, in which its id is not: read once, of
 * the first one.
 * @param first one at least; those of the first mail
 */
export function alikeFacts({ batchId, at }: { batchId: string; at: string }, first: MailFacts, mails: readonly AlikeMail[]): PendingFact[] {
  const { mail, data, each, around, names } = splitFacts(first);
  const { projectId, facts, traceparent } = mail;
  const alike = mails.map(({ contactId, emailId, subject }): SplitFacts => ({
    mail: { projectId, contactId, emailId, facts, traceparent },
    data,
    each: { ...each, subject },
    around,
    names,
  }));
  return [...chunks(alike)].map((chunk) => factOf(batchId, at, chunk));
}

/** How many events a fact stands for. */
export const eventsIn = ({ joint }: Fact): number => (joint ? joint.emailIds.length * joint.names.length : 1);

/**
 * The facts that one stands for: itself, unless it is a joint one. Mail by mail in the order of the lists, each with the names in theirs.
 * @param isWanted only the mails of which it says so
 */
export function singly(fact: Fact, isWanted: (index: number, joint: Joint) => boolean = () => true): Fact[] {
  const { joint, ...shared } = fact;
  if (!joint) return [fact];
  const [each, around] = [Object.entries(joint.each ?? {}), Object.entries(joint.around ?? {})];
  return joint.emailIds.flatMap((emailId, index) => {
    if (!isWanted(index, joint)) return [];
    const own: Plain = { ...fact.data };
    for (const [key, values] of each) own[key] = (values as unknown[])[index];
    for (const [key, [before, after]] of around as [string, [string, string]][]) own[key] = `${before}${emailId}${after}`;
    return joint.names.map(({ name, data }) => ({
      ...shared,
      id: derivedId(`${fact.id}:${emailId}:${name}`),
      name,
      contactId: joint.contactIds[index] || null,
      emailId,
      data: { ...own, ...data },
    }));
  });
}

/** The fact without those mails; none where it is of no other. */
export function withoutMails<F extends Fact>(fact: F, emailIds: ReadonlySet<string>): F[] {
  const { joint } = fact;
  if (!joint) return emailIds.has(fact.emailId ?? '') ? [] : [fact];
  const kept = joint.emailIds.flatMap((emailId, index) => (emailIds.has(emailId) ? [] : [index]));
  if (kept.length === 0) return [];
  const of = <T>(values: readonly T[]): T[] => kept.map((index) => values[index]!);
  const each = Object.fromEntries(Object.entries(joint.each ?? {}).map(([key, values]) => [key, of(values as unknown[])]));
  return [{ ...fact, joint: { ...joint, contactIds: of(joint.contactIds), emailIds: of(joint.emailIds), each } }];
}
