/** The facts of a mail: `email.*` events with the data of contract 6. */
import type { EmailRow } from './email.ts';
import { messageIdOf } from './email.ts';

/** The provider's own addresses for trying out bounces and complaints. */
export const SIMULATOR = /@simulator\.amazonses\.com$/i;

export function isSimulator(address: string): boolean {
  return SIMULATOR.test(address);
}

/** A fact that still lacks its id. */
export interface EmailFact {
  name: string;
  data: Record<string, unknown>;
}

/** What of a row counts elsewhere; some readers have left it out. */
function counting({ to, attachments }: Partial<Pick<EmailRow, 'to' | 'attachments'>>): Record<string, unknown> {
  return {
    // A mail with attachments counts twice (contract "Billing").
    ...(attachments && attachments.length > 0 ? { units: 2 } : {}),
    // Counts on neither side of a reputation.
    ...(to && isSimulator(to) ? { simulated: true } : {}),
  };
}

/** @param own what this event has beyond the common data */
export function emailFact(name: string, row: EmailRow, own: Record<string, unknown>): EmailFact {
  return {
    name,
    data: {
      subject: row.subject,
      from: row.from,
      fromName: row.fromName,
      messageId: messageIdOf(row),
      emailId: row._id,
      templateId: row.templateId,
      campaignId: row.campaignId,
      sourceType: row.sourceType,
      ...counting(row),
      ...own,
    },
  };
}
