/** A campaign's test: one mail as it is written, to any address (contract 4.6 "Test mail"). */
import type { Project } from '#proto/accounts/v1/accounts.ts';
import type { Bodies } from '../ledger/ledger.ts';
import type { SenderDomains } from '../sender-domains/sender-domains.ts';
import type { EmailRow } from '../domain/email.ts';
import { priorityOf, UNTOUCHED } from '../domain/email.ts';
import type { LedgerRows } from '../ledger/ledger.ts';
import type { CampaignContent } from './model.ts';

export interface TestMailParts {
  ledger: Pick<LedgerRows, 'insert'>;
  bodies: Bodies;
  domains: Pick<SenderDomains, 'check'>;
  project: (projectId: string) => Promise<Pick<Project, 'name'>>;
  /** Names this process in traces. */
  processId: string;
  id: () => string;
  /** Rows that may leave at once. */
  hint: (rows: readonly EmailRow[]) => void;
}

const HEADERS = [{ name: 'X-Posthorn-Test', value: 'true' }];

export interface TestMail {
  projectId: string;
  content: CampaignContent;
  to: string;
}

/** Answers the row's id. Belongs to no contact and no campaign: nothing counts it. */
export type SendTestMail = (mail: TestMail, now: Date) => Promise<string>;

export function createTestMail({ ledger, bodies, domains, project, processId, id, hint }: TestMailParts): SendTestMail {
  return async function sendTestMail({ projectId, content, to }, now) {
    await domains.check(projectId, content.from);
    const row: EmailRow = {
      ...UNTOUCHED,
      _id: id(),
      projectId,
      contactId: '',
      to,
      toName: null,
      subject: content.subject,
      ...(await bodies.keepWhole(projectId, content.body)),
      from: content.from,
      fromName: content.fromName || (await project(projectId)).name,
      replyTo: content.replyTo || content.from,
      headers: HEADERS,
      attachments: [],
      sourceType: 'TRANSACTIONAL',
      class: 'TRANSACTIONAL',
      untracked: true,
      templateId: content.templateId,
      campaignId: null,
      workflowExecutionId: null,
      workflowStepExecutionId: null,
      status: 'PENDING',
      priority: priorityOf('TRANSACTIONAL'),
      dueAt: now,
      trace: [{ at: now, to: 'PENDING', by: processId }],
      createdAt: now,
      updatedAt: now,
    };
    await ledger.insert(row);
    hint([row]);
    return row._id;
  };
}
