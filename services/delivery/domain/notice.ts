/** The facts of a mail's life: `email.*` with the data of decisions 6. */
import type { EmailRow } from './email.ts';
import { messageIdOf } from './email.ts';

/** A fact that still lacks its id. */
export interface Notice {
  name: string;
  data: Record<string, unknown>;
}

/** @param own what this event has beyond the common data */
export function notice(name: string, row: EmailRow, own: Record<string, unknown>): Notice {
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
      ...own,
    },
  };
}
