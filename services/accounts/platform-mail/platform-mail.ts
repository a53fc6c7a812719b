/** Mail that Posthorn sends by itself, through the project of `POSTHORN_API_KEY` (contract 4.10, 5 "Mail tokens"). */
import type { ClientSession, Connection, Model } from 'mongoose';
import { ownCall } from '#kit/contract/call.ts';
import type { Client } from '#kit/contract/definition.ts';
import { derivedId } from '#kit/derived-id.ts';
import { createSweeper } from '#kit/sweeper.ts';
import type { Log } from '#kit/telemetry/log.ts';
import { chooseLanguage } from '#services/recipient/language.ts';
import type { ContactsServiceDefinition } from '#proto/contacts/v1/contacts.ts';
import type { DeliveryServiceDefinition } from '#proto/delivery/v1/delivery.ts';
import { keyHash } from '../keys.ts';
import type { ProjectRow, UserRow } from '../model.ts';
import type { ProjectsStore } from '../projects-store.ts';
import type { UsersStore } from '../users-store.ts';
import { mailContent } from './content.ts';
import { createMailQueue } from './mail-queue.ts';
import type { MailOrder, MailOrderRow } from './mail-queue.ts';
import { createMailTokens } from './mail-tokens.ts';
import type { MailTokens } from './mail-tokens.ts';

export interface PlatformMailParts {
  mongo: Connection;
  users: UsersStore;
  projects: ProjectsStore;
  contacts: Pick<Client<typeof ContactsServiceDefinition>, 'findMany'>;
  delivery: Pick<Client<typeof DeliveryServiceDefinition>, 'send'>;
  /** Null: there is no platform mail, and nothing is ever asked for. */
  sender: { apiKey: string; from: string } | null;
  dashboard: string;
  clock: () => Date;
  newId: () => string;
  log: Log;
}

export interface PlatformMail {
  models: Model<any>[];
  readonly isOn: boolean;
  /** Of the links that were mailed. */
  tokens: Pick<MailTokens, 'owner' | 'take'>;
  /** Asks for a mail; it is written and sent a moment later, whatever dies meanwhile. @param id the same id is the same mail */
  order(order: MailOrder, id?: string, session?: ClientSession): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

interface Recipient {
  to: string;
  link: string | null;
}

const RETRY_MS = 5_000;
const RETRY_MOST_MS = 300_000;
/** Mails of a process that are attempted at the same time, so that one whose delivery is slow holds up no other. */
const AT_ONCE = 4;
/** What could not be sent in a day is given up, with an error in the log. */
const GIVEN_UP_MS = 86_400_000;

export function createPlatformMail(parts: PlatformMailParts): PlatformMail {
  const { mongo, users, projects, contacts, delivery, sender, dashboard, clock, newId, log } = parts;
  const [queue, tokens] = [createMailQueue(mongo), createMailTokens(mongo)];

  async function linked(user: UserRow | null, purpose: 'verify-email' | 'reset-password'): Promise<Recipient[]> {
    if (!user || user.type !== 'PASSWORD' || (purpose === 'verify-email' && user.verified)) return [];
    return [{ to: user.email, link: `${dashboard}/auth/${purpose}?token=${await tokens.mint(user._id, purpose, clock())}` }];
  }

  /** Who gets it; nobody when the account or project is gone, or has none to notify. */
  async function recipientsOf({ kind, to, projectId }: MailOrderRow): Promise<Recipient[]> {
    if (kind === 'verify-email' || kind === 'reset-password') return linked(to === null ? null : await users.byEmail(to), kind);
    const project = projectId === null ? null : await projects.byId(projectId);
    const admins = project?.members.filter(({ role }) => role === 'OWNER' || (role === 'ADMIN' && kind !== 'project-disabled')) ?? [];
    return (await users.byIds(admins.map(({ userId }) => userId))).map(({ email }) => ({ to: email, link: null }));
  }

  async function send(order: MailOrderRow, { to, link }: Recipient, { _id: projectId, language }: ProjectRow): Promise<void> {
    const call = ownCall('accounts', projectId);
    const { contacts: known } = await contacts.findMany({ emails: [to] }, call);
    const content = mailContent(order.kind, chooseLanguage(known[0]?.data?.['locale'], language), { link, name: order.name });
    const mail = { ...content, to: [{ email: to }], from: { email: sender!.from }, headers: {}, attachments: [] };
    await delivery.send({ ...mail, operationId: derivedId(`platform-mail:${order._id}:${to}`) }, call);
  }

  async function deliver(order: MailOrderRow): Promise<void> {
    const platform = await projects.byKey('secret', keyHash(sender!.apiKey));
    if (!platform) throw new Error('POSTHORN_API_KEY is no key of a project');
    for (const recipient of await recipientsOf(order)) await send(order, recipient, platform);
  }

  async function attempt(order: MailOrderRow): Promise<void> {
    const now = clock();
    try {
      await deliver(order);
      await queue.remove(order._id);
    } catch (error) {
      const about = { kind: order.kind, attempts: order.attempts, error: (error as Error).message };
      if (now.getTime() - order.createdAt.getTime() > GIVEN_UP_MS) {
        log.error(about, 'a platform mail was given up');
        await queue.remove(order._id);
        return;
      }
      log.warn(about, 'a platform mail waits');
      await queue.postpone(order._id, new Date(now.getTime() + Math.min(RETRY_MS * 2 ** (order.attempts - 1), RETRY_MOST_MS)));
    }
  }

  async function attemptDue(): Promise<void> {
    for (let order = await queue.claim(clock()); order; order = await queue.claim(clock())) await attempt(order);
  }

  const sweep = async (): Promise<void> => void (await Promise.all(Array.from({ length: AT_ONCE }, attemptDue)));

  const sweeper = createSweeper(sweep, 'platform mails', { log });
  return {
    models: [tokens.model, queue.model],
    isOn: sender !== null,
    tokens,
    async order(order, id = newId(), session) {
      if (sender === null) return;
      await queue.add(id, { ...order, now: clock() }, session);
      sweeper.hint();
    },
    start: () => (sender === null ? undefined : sweeper.start()),
    stop: () => sweeper.stop(),
  };
}
