/** What recipient pages need from other services; a page works without either of them. */
import { setTimeout } from 'node:timers/promises';
import type { CallMeta } from '#kit/contract/call.ts';
import { ownCall } from '#kit/contract/call.ts';
import type { Log } from '#kit/telemetry/log.ts';
import { chooseLanguage } from '#services/recipient/language.ts';
import type { ContactRow } from './model.ts';

/** Part of accounts. */
export interface Projects {
  getProject(request: object, call: CallMeta): Promise<{ language: string; name: string; logo?: string | null | undefined }>;
}

/** Part of delivery. */
export interface Emails {
  getEmail(request: { id: string; brief: boolean }, call: CallMeta): Promise<{ contactId?: string | null | undefined }>;
}

/** A recipient does not wait longer for what is only nice to have. */
const TIMEOUT_MS = 1_500;

interface Surroundings {
  language: string;
  sender: string;
  /** The address of an image. */
  logo: string;
}

export interface Recipients {
  /** The language by the rule of the send pipeline, name and logo of who sends; these are empty while accounts cannot be asked. */
  surroundings(contact: ContactRow): Promise<Surroundings>;
  /** The mail's id if that mail went to this contact (contract "Recipient pages"). */
  ownEmail(contact: ContactRow, emailId: string | null | undefined): Promise<string | undefined>;
}

export function createRecipients(projects: Projects, emails: Emails, log: Log): Recipients {
  async function orNothing<T>(answer: Promise<T>, what: string): Promise<T | undefined> {
    const inTime = answer.catch((error: Error) => {
      log.debug({ error: error.message }, `${what} is not to be had`);
      return undefined;
    });
    return Promise.race([inTime, setTimeout(TIMEOUT_MS, undefined, { ref: false })]);
  }

  async function surroundings({ projectId, data }: ContactRow): Promise<Surroundings> {
    const project = await orNothing(projects.getProject({}, ownCall('contacts', projectId)), 'project of a recipient page');
    return { language: chooseLanguage(data['locale'], project?.language), sender: project?.name ?? '', logo: project?.logo ?? '' };
  }

  async function ownEmail({ _id, projectId }: ContactRow, emailId: string | null | undefined): Promise<string | undefined> {
    if (!emailId) return undefined;
    const call = ownCall('contacts', projectId);
    const email = await orNothing(emails.getEmail({ id: emailId, brief: true }, call), 'mail of an unsubscribe link');
    return email?.contactId === _id ? emailId : undefined;
  }

  return { surroundings, ownEmail };
}
