/** A page of a campaign's audience with what each mail needs: rendered, complete, ready to be frozen. */
import type { Client } from '#kit/contract/definition.ts';
import { ownCall } from '#kit/contract/call.ts';
import { Fault } from '#kit/errors.ts';
import type { KeyRing } from '#kit/key-ring.ts';
import { chooseLanguage } from '#services/recipient/language.ts';
import { signLink } from '#services/recipient/link-token.ts';
import type { Project } from '#proto/accounts/v1/accounts.ts';
import type { AudienceContact } from '#proto/contacts/v1/contacts.ts';
import type { RenderResponse, TemplatingServiceDefinition } from '#proto/templating/v1/templating.ts';
import type { Bodies, StoredBody } from '../ledger/ledger.ts';
import type { Data } from '../domain/render-scope.ts';
import { sendScope } from '../domain/render-scope.ts';
import type { CampaignSendRow } from './model.ts';
import type { SlotContent } from './page-model.ts';
import { pageIdOf } from './page-mails.ts';
import { chunked } from './render-chunks.ts';
import { contactBytes } from './slots.ts';
import type { OpenedPage } from './slots.ts';

export interface PageBuilderParts {
  templating: Pick<Client<typeof TemplatingServiceDefinition>, 'render'>;
  bodies: Bodies;
  project: (projectId: string) => Promise<Pick<Project, 'name' | 'language'>>;
  dashboard: string;
  /** Signs the links to recipient pages; null where they need no signature (`UNSUBSCRIBE_REQUIRE_TOKEN`). */
  linkKeys: KeyRing | null;
  /** Names this process in traces. */
  processId: string;
  clock: () => Date;
}

export interface PageToBuild {
  send: CampaignSendRow;
  people: readonly AudienceContact[];
  /** Where the audience goes on behind them. */
  cursor: string;
  emailIds: readonly string[];
}

export type PageBuilder = (page: PageToBuild) => Promise<OpenedPage>;

interface Recipient {
  contact: AudienceContact;
  data: Data | null;
  emailId: string;
}

/** A rendered mail, or why there is none. */
type Made = { subject: string; kept: StoredBody } | { error: string };

/** Bodies beyond this many characters in a page are kept beside it. */
const PAGE_MAX = 12_000_000;

export function createPageBuilder({ templating, bodies, project, dashboard, linkKeys, processId, clock }: PageBuilderParts): PageBuilder {
  function scopeOf({ contact, data, emailId }: Recipient): Data {
    const link = linkKeys === null ? null : { emailId, token: signLink(linkKeys, contact.id, emailId) };
    return sendScope({ contact: { id: contact.id, email: contact.email, data }, request: null, dashboard, link });
  }

  async function keptOf(projectId: string, { rendered, pieces }: RenderResponse): Promise<Made[]> {
    const skeletonHash = pieces.length > 0 ? await bodies.keepSkeleton(projectId, pieces) : null;
    return await Promise.all(
      rendered.map(async ({ subject, body, values }) => ({
        subject,
        kept: await (skeletonHash ? bodies.keepFilled(projectId, { skeletonHash, pieces, values }) : bodies.keepWhole(projectId, body)),
      })),
    );
  }

  async function render({ projectId, content: { subject, body } }: CampaignSendRow, recipients: readonly Recipient[]): Promise<Made[]> {
    try {
      return await keptOf(
        projectId,
        await templating.render({ subject, body, parted: true, scopes: recipients.map(scopeOf) }, ownCall('delivery', projectId)),
      );
    } catch (error) {
      // What is away comes back; what cannot be rendered does not. One mail's fault is not its neighbours'.
      if (!(error instanceof Fault) || error.status === 503 || error.status === 504) throw error;
      if (recipients.length === 1) return [{ error: `not rendered: ${error.message}` }];
      const half = Math.ceil(recipients.length / 2);
      const send = { projectId, content: { subject, body } } as CampaignSendRow;
      return [...(await render(send, recipients.slice(0, half))), ...(await render(send, recipients.slice(half)))];
    }
  }

  /** Bodies that would not fit into the page's document go where large ones are kept. */
  async function fitting(projectId: string, mails: SlotContent[]): Promise<SlotContent[]> {
    if (mails.reduce((sum, { body = '' }) => sum + body.length, 0) <= PAGE_MAX) return mails;
    return await Promise.all(
      mails.map(async ({ body, ...mail }) =>
        body === undefined ? mail : { ...mail, bodyHash: (await bodies.keepAsBlob(projectId, body)).bodyHash! },
      ),
    );
  }

  return async ({ send, people, cursor, emailIds }) => {
    const { _id: campaignId, projectId, content, number, pages: n } = send;
    const { name, language } = await project(projectId);
    const recipients = people.map((contact, slot): Recipient => ({
      contact,
      data: contact.data ? JSON.parse(contact.data) : null,
      emailId: emailIds[slot]!,
    }));
    const made: Made[] = [];
    for (const chunk of chunked(recipients, ({ contact }) => contact.data?.length ?? 0, content.body.length))
      made.push(...(await render(send, chunk)));
    // A value of the data must not start a header of its own.
    const subjects = made.map((one) => ('error' in one ? content.subject : one.subject).replace(/[\r\n]+/g, ' '));
    const subject = subjects[0] ?? content.subject;
    const skeletonHash = made.flatMap((one) => ('kept' in one ? (one.kept.skeletonHash ?? []) : []))[0] ?? null;
    const mails = recipients.map(({ contact, data }, slot): SlotContent => {
      const [one, own] = [made[slot]!, chooseLanguage(data?.['locale'], language)];
      return {
        to: contact.email,
        ...(subjects[slot] === subject ? {} : { subject: subjects[slot]! }),
        ...(own === language ? {} : { language: own }),
        ...('error' in one
          ? { error: one.error }
          : {
              ...(one.kept.values && { values: one.kept.values }),
              ...(one.kept.body !== null && { body: one.kept.body }),
              ...(one.kept.bodyHash !== null && { bodyHash: one.kept.bodyHash }),
            }),
      };
    });
    const kept = await fitting(projectId, mails);
    return {
      ids: emailIds,
      mails: kept,
      page: {
        _id: pageIdOf(number ?? 0, n),
        projectId,
        campaignId,
        number: number ?? 0,
        n,
        size: people.length,
        cursor,
        frozenAt: clock(),
        frozenBy: processId,
        class: content.type,
        from: content.from,
        fromName: content.fromName || name,
        replyTo: content.replyTo || content.from,
        templateId: content.templateId,
        subject,
        language,
        skeletonHash,
        contacts: people.map(({ id }) => contactBytes(id)),
        mails: JSON.stringify(kept),
        whole: true,
      },
    };
  };
}
