/** The requests by which others report on mail, each read into notices and recorded (contract "Provider notifications"). */
import { addressParser } from 'postal-mime';
import type { Call } from '#kit/contract/call.ts';
import type { Handlers } from '#kit/contract/definition.ts';
import type { DeliveryServiceDefinition, ReportedNotice } from '#proto/delivery/v1/delivery.ts';
import type { InboundMessage } from '../domain/inbound-message.ts';
import { UNCHECKED } from '../domain/inbound-message.ts';
import type { Report } from '../domain/report.ts';
import type { SesInbound } from '../domain/ses-event.ts';
import { readSesEvent } from '../domain/ses-event.ts';
import type { MailReader } from './mail-reader.ts';
import type { NoticeRecorder, Reported } from './notices.ts';

function mailOf({ mail, at }: ReportedNotice, now: Date): InboundMessage {
  const { recipients = [], from = '', fromName = '', fromHeader = '', subject = '', messageId, text, html } = mail ?? {};
  return {
    recipients,
    from,
    fromName,
    fromHeader,
    subject,
    messageId: messageId ?? null,
    text: text ?? null,
    html: html ?? null,
    at: at ? new Date(at) : now,
    attachments: [],
    verdicts: UNCHECKED,
    processingTimeMillis: null,
  };
}

function reportedOf(notice: ReportedNotice, now: Date): Reported {
  const { key, type, emailId, messageId, at, bounceType, diagnostic, link } = notice;
  if (type === 'received') return { key, mail: mailOf(notice, now) };
  const time = at ? new Date(Math.min(Date.parse(at), now.getTime())) : now;
  return { key, about: { emailId, messageId }, report: { kind: type as Report['kind'], at: time, bounceType, diagnostic, link } };
}

export interface ReportHandlersParts {
  notices: NoticeRecorder;
  readMail: MailReader;
}

export type ReportHandlers = Pick<Handlers<typeof DeliveryServiceDefinition>, 'recordNotices' | 'recordSesEvent' | 'recordMail'>;

export function createReportHandlers({ notices, readMail }: ReportHandlersParts): ReportHandlers {
  /** SES says who wrote to whom and what its checks found; the message, where it is there, says the rest. */
  async function inboundOf({ raw, recipients, from, ...inbound }: SesInbound, key: string, now: Date): Promise<Reported[]> {
    const [author] = addressParser(from, { flatten: true });
    const plain: InboundMessage = {
      recipients,
      from: author?.address || from,
      fromName: author?.name ?? '',
      fromHeader: from,
      text: null,
      html: null,
      attachments: [],
      ...inbound,
    };
    if (!raw) return [{ key, mail: plain }];
    // A report among the inbound mail is a report.
    return (await readMail({ raw, recipients, trusted: true }, now)).map((read) =>
      'mail' in read
        ? {
            key,
            mail: {
              ...read.mail,
              subject: read.mail.subject || inbound.subject,
              verdicts: inbound.verdicts,
              processingTimeMillis: inbound.processingTimeMillis,
            },
          }
        : { ...read, key },
    );
  }

  return {
    recordNotices: ({ notices: given }, { now }: Call) => notices.record(given.map((notice) => reportedOf(notice, now))),

    async recordSesEvent({ key, message }, { now }: Call) {
      const { messageId, emailId, report, inbound } = readSesEvent(message, now);
      if (inbound) return notices.record(await inboundOf(inbound, key, now));
      const about = { emailId, messageId };
      if (report) return notices.record([{ key, about, report }]);
      await notices.check(about);
      return { duplicate: false };
    },

    recordMail: async ({ raw }, { now }: Call) => notices.record(await readMail({ raw: Buffer.from(raw, 'base64'), trusted: true }, now)),
  };
}
