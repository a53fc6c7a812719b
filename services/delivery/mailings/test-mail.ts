/** A campaign's test: one mail as it is written, to any address (decisions 4.6 "POST test", 10 "Test mail"). */
import type { Project } from '#proto/accounts/v1/accounts.ts';
import type { Bodies } from '../bodies.ts';
import type { Domains } from '../domains.ts';
import type { EmailRow } from '../domain/email.ts';
import { priorityOf, UNTOUCHED } from '../domain/email.ts';
import type { Ledger } from '../ledger.ts';
import type { Letter } from './model.ts';

export interface TestMailParts {
  ledger: Pick<Ledger, 'insert'>;
  bodies: Bodies;
  domains: Pick<Domains, 'check'>;
  project: (projectId: string) => Promise<Pick<Project, 'name'>>;
  /** Names this process in traces. */
  processId: string;
  id: () => string;
  /** Rows that may leave at once. */
  hint: (rows: readonly EmailRow[]) => void;
}

const HEADERS = [{ name: 'X-Posthorn-Test', value: 'true' }];

/** Answers the row's id. Belongs to no contact and no campaign: nothing counts it. */
export function testMail({ ledger, bodies, domains, project, processId, id, hint }: TestMailParts) {
  return async (projectId: string, letter: Letter, to: string, now: Date): Promise<string> => {
    await domains.check(projectId, letter.from);
    const row: EmailRow = {
      ...UNTOUCHED,
      _id: id(),
      projectId,
      contactId: '',
      to,
      toName: null,
      subject: letter.subject,
      ...(await bodies.keepWhole(projectId, letter.body)),
      from: letter.from,
      fromName: letter.fromName || (await project(projectId)).name,
      replyTo: letter.replyTo || letter.from,
      headers: HEADERS,
      attachments: [],
      sourceType: 'TRANSACTIONAL',
      class: 'TRANSACTIONAL',
      untracked: true,
      templateId: letter.templateId,
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
