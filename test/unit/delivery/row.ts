/** A ledger row for tests. */
import { UNTOUCHED } from '#services/delivery/domain/email.ts';
import type { EmailRow } from '#services/delivery/domain/email.ts';

export function row(over: Partial<EmailRow> = {}): EmailRow {
  const at = new Date('2026-01-02T03:04:05.000Z');
  return {
    _id: '0b7e0a52-4a1c-4f0e-9d3b-0f2f6f9d1c11',
    projectId: 'p',
    contactId: 'c',
    to: 'ada@rcpt.test',
    toName: null,
    subject: 'Hello',
    body: '<p>Hello</p>',
    bodyHash: null,
    from: 'team@example.org',
    fromName: 'Team',
    replyTo: 'team@example.org',
    headers: [],
    attachments: [],
    sourceType: 'TRANSACTIONAL',
    class: 'TRANSACTIONAL',
    templateId: null,
    campaignId: null,
    workflowExecutionId: null,
    workflowStepExecutionId: null,
    status: 'SENDING',
    priority: 1,
    claim: 'k',
    ...UNTOUCHED,
    attempt: 1,
    trace: [],
    createdAt: at,
    updatedAt: at,
    ...over,
  };
}
