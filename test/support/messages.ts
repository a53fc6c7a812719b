/** Messages as mail servers and people write them. */

const CRLF = '\r\n';
const lines = (...parts: string[]) => parts.join(CRLF);

export interface DsnParts {
  to: string;
  action?: string;
  status?: string;
  diagnostic?: string;
  /** Of the message that is given back. */
  messageId?: string;
}

/** RFC 3464, as Postfix writes it. */
export function dsn({
  to,
  action = 'failed',
  status = '5.1.1',
  diagnostic = 'smtp; 550 5.1.1 nobody here',
  messageId = 'unknown@example.test',
}: DsnParts): string {
  return lines(
    `Date: Sat, 31 Jan 2026 10:00:00 +0000`,
    'From: MAILER-DAEMON@mx.example.test (Mail Delivery System)',
    'Subject: Undelivered Mail Returned to Sender',
    `To: ${to}`,
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    `Message-ID: <${crypto.randomUUID()}@mx.example.test>`,
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b1"',
    '',
    '--b1',
    'Content-Description: Notification',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'This is the mail system at host mx.example.test.',
    '',
    '--b1',
    'Content-Description: Delivery report',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.test',
    '',
    'Final-Recipient: rfc822; ada@rcpt.test',
    `Action: ${action}`,
    `Status: ${status}`,
    `Diagnostic-Code: ${diagnostic}`,
    '',
    '--b1',
    'Content-Description: Undelivered Message',
    'Content-Type: message/rfc822',
    '',
    'From: a@b.test',
    'Subject: Original',
    `Message-ID: <${messageId}>`,
    '',
    'original',
    '',
    '--b1--',
    '',
  );
}

/** RFC 5965. */
export function arf({
  to,
  messageId,
  mailFrom,
  type = 'abuse',
}: {
  to: string;
  messageId?: string;
  mailFrom?: string;
  type?: string;
}): string {
  return lines(
    'From: <abuse@isp.example.test>',
    'Date: Sat, 31 Jan 2026 10:00:00 +0000',
    'Subject: FW: Earn money',
    `To: <${to}>`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=feedback-report; boundary="b2"',
    '',
    '--b2',
    'Content-Type: text/plain; charset="US-ASCII"',
    '',
    `This is an abuse report ${crypto.randomUUID()}.`,
    '',
    '--b2',
    'Content-Type: message/feedback-report',
    '',
    `Feedback-Type: ${type}`,
    'User-Agent: SomeGenerator/1.0',
    'Version: 1',
    ...(mailFrom ? [`Original-Mail-From: <${mailFrom}>`] : []),
    '',
    '--b2',
    'Content-Type: message/rfc822',
    '',
    'From: <a@b.test>',
    ...(messageId ? [`Message-ID: <${messageId}>`] : []),
    'Subject: Original',
    '',
    'text',
    '',
    '--b2--',
    '',
  );
}

/** A message that somebody wrote. */
export function inboundMessage({
  from,
  to,
  subject = 'A question',
  body = 'Hello',
  more = [],
}: {
  from: string;
  to: string;
  subject?: string;
  body?: string;
  more?: string[];
}): string {
  return lines(
    `From: ${from}`,
    `To: ${to}`,
    ...(subject ? [`Subject: ${subject}`] : []),
    'Date: Sat, 31 Jan 2026 10:00:00 +0000',
    `Message-ID: <${crypto.randomUUID()}@mail.test>`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    ...more,
    '',
    body,
    '',
  );
}
