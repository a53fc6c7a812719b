/** The ledger's rows of a mailing's page: rendered, complete, and held back until the page's turn comes. */
import type { Client } from '#kit/contract/definition.ts';
import { ownCall } from '#kit/contract/call.ts';
import { derivedId } from '#kit/derived-id.ts';
import { Fault } from '#kit/errors.ts';
import { chooseLanguage } from '#kit/language.ts';
import { signLink } from '#kit/link-token.ts';
import type { Project } from '#proto/accounts/v1/accounts.ts';
import type { AudienceContact } from '#proto/contacts/v1/contacts.ts';
import type { RenderResponse, TemplatingServiceDefinition } from '#proto/templating/v1/templating.ts';
import type { Bodies, Kept } from '../bodies.ts';
import type { EmailRow } from '../domain/email.ts';
import { priorityOf, UNTOUCHED } from '../domain/email.ts';
import type { Data } from '../domain/scope.ts';
import { sendScope } from '../domain/scope.ts';
import { chunked } from './chunk.ts';
import type { MailingRow } from './model.ts';

export interface PageRowsParts {
  templating: Client<typeof TemplatingServiceDefinition>;
  bodies: Bodies;
  project: (projectId: string) => Promise<Pick<Project, 'name' | 'language'>>;
  dashboard: string;
  /** Signs the links to recipient pages; null where they need no signature (`UNSUBSCRIBE_REQUIRE_TOKEN`). */
  linkSecret: string | null;
  /** Names this process in traces. */
  processId: string;
  clock: () => Date;
}

export type PageRows = (mailing: MailingRow, contacts: readonly AudienceContact[]) => Promise<EmailRow[]>;

interface Recipient {
  contact: AudienceContact;
  data: Data | null;
  emailId: string;
}

/** A rendered mail, or why there is none. */
type Made = { subject: string; kept: Kept } | { error: string };

/** One mail a contact and campaign: made again it is the same row. */
export function rowId(campaignId: string, contactId: string): string {
  return derivedId(`${campaignId}:${contactId}`);
}

export function pageRows({ templating, bodies, project, dashboard, linkSecret, processId, clock }: PageRowsParts): PageRows {
  function scopeOf({ contact, data, emailId }: Recipient): Data {
    const link = linkSecret === null ? null : { emailId, token: signLink(linkSecret, contact.id, emailId) };
    return sendScope({ contact: { id: contact.id, email: contact.email, data }, request: null, dashboard, link });
  }

  async function keptOf(projectId: string, { rendered, pieces }: RenderResponse): Promise<Made[]> {
    const skeletonHash = pieces.length > 0 ? await bodies.keepSkeleton(projectId, pieces) : null;
    return await Promise.all(rendered.map(async ({ subject, body, values }) => ({
      subject,
      kept: await (skeletonHash ? bodies.keepFilled(projectId, skeletonHash, pieces, values) : bodies.keepWhole(projectId, body)),
    })));
  }

  async function render({ projectId, letter: { subject, body } }: MailingRow, recipients: readonly Recipient[]): Promise<Made[]> {
    try {
      return await keptOf(projectId, await templating.render({ subject, body, parted: true, scopes: recipients.map(scopeOf) }, ownCall('delivery', projectId)));
    } catch (error) {
      // What is away comes back; what cannot be rendered does not. One mail's fault is not its neighbours'.
      if (!(error instanceof Fault) || error.status === 503 || error.status === 504) throw error;
      if (recipients.length === 1) return [{ error: `not rendered: ${error.message}` }];
      const half = Math.ceil(recipients.length / 2);
      const mailing = { projectId, letter: { subject, body } } as MailingRow;
      return [...(await render(mailing, recipients.slice(0, half))), ...(await render(mailing, recipients.slice(half)))];
    }
  }

  return async (mailing, contacts) => {
    const { _id: campaignId, projectId, letter, pages } = mailing;
    const { name, language } = await project(projectId);
    const recipients = contacts.map((contact): Recipient => ({ contact, data: contact.data ? JSON.parse(contact.data) : null, emailId: rowId(campaignId, contact.id) }));
    const made: Made[] = [];
    for (const chunk of chunked(recipients, ({ contact }) => contact.data?.length ?? 0, letter.body.length)) made.push(...(await render(mailing, chunk)));
    const now = clock();
    return recipients.map(({ contact, data, emailId }, index): EmailRow => {
      const one = made[index]!;
      const failed = 'error' in one ? one.error : null;
      return {
        ...UNTOUCHED,
        _id: emailId,
        projectId,
        contactId: contact.id,
        to: contact.email,
        toName: null,
        language: chooseLanguage(data?.['locale'], language),
        // A value of the data must not start a header of its own.
        subject: ('error' in one ? letter.subject : one.subject).replace(/[\r\n]+/g, ' '),
        ...('error' in one ? { body: null, bodyHash: null } : one.kept),
        from: letter.from,
        fromName: letter.fromName || name,
        replyTo: letter.replyTo || letter.from,
        headers: [],
        attachments: [],
        sourceType: 'CAMPAIGN',
        class: letter.type,
        templateId: letter.templateId,
        campaignId,
        page: pages,
        workflowExecutionId: null,
        workflowStepExecutionId: null,
        status: failed === null ? 'PENDING' : 'FAILED',
        priority: priorityOf('CAMPAIGN'),
        error: failed,
        trace: [{ at: now, to: failed === null ? 'PENDING' : 'FAILED', by: processId, ...(failed === null ? {} : { detail: failed }) }],
        createdAt: now,
        updatedAt: now,
      };
    });
  };
}
