/** What the relay answers when it takes nothing (contract "SMTP relay"): reply code, enhanced code (RFC 3463), text. */
import type { Fault } from '#kit/errors.ts';

/** 4xx: the client keeps the message and comes again; 5xx: it will never work. */
export class Refusal extends Error {
  readonly code: number;
  /** As smtp-server takes it. From the basic code alone it would make an enhanced one of its own: a 550 would blame the recipient. */
  readonly responseCode: string;

  constructor(code: number, enhanced: string, text: string) {
    super(text);
    this.code = code;
    this.responseCode = `${code} ${enhanced}`;
  }
}

const refuse = (code: number, enhanced: string, text: string) => (): Refusal => new Refusal(code, enhanced, text);

export const invalidUsername = refuse(535, '5.7.8', 'Invalid username');
export const invalidKey = refuse(535, '5.7.8', 'Invalid API key');
export const tooManyTries = refuse(454, '4.7.0', 'Too many failed logins, try again later');
export const loginAway = refuse(454, '4.7.0', 'Logins cannot be checked now, try again later');
export const loginRequired = refuse(530, '5.7.0', 'Authentication required');
export const senderRefused = refuse(550, '5.7.1', 'Sender domain is not verified or not associated with your account');
export const invalidSender = refuse(553, '5.1.7', 'Invalid sender address');
export const invalidRecipient = refuse(553, '5.1.3', 'Invalid recipient address');
export const tooManyRecipients = (most: number): Refusal => new Refusal(452, '4.5.3', `Maximum ${most} recipients allowed`);
export const tooManyConnections = refuse(421, '4.7.0', 'Too many connections, try again later');
export const tooManyMessages = refuse(452, '4.3.1', 'Too many messages at once, try again later');
export const tooLarge = (most: number): Refusal => new Refusal(552, '5.3.4', `Message is larger than ${most} bytes`);
export const endUnclear = refuse(421, '4.7.0', 'It is not certain where the last message ended, connect again');
export const noSubject = refuse(554, '5.6.0', 'Email must have a subject');
export const subjectTooLong = refuse(554, '5.6.0', 'Subject line is too long (max 998 characters)');
export const noBody = refuse(554, '5.6.0', 'Email must have a body');
export const tooManyHeaders = (most: number): Refusal => new Refusal(554, '5.6.0', `Too many custom headers (max ${most})`);
/** A message that others would end elsewhere; the connection ends with it. */
export class UnclearEnd extends Refusal {
  constructor(text: string) {
    super(554, '5.6.0', `Failed to send email: ${text}`);
  }
}
/** Everything else that will never work. */
export const neverSent = (text: string): Refusal => new Refusal(554, '5.6.0', `Failed to send email: ${text}`);
/** Everything else that may work later. */
export const notSentNow = (text: string, enhanced = '4.3.0'): Refusal => new Refusal(451, enhanced, `Failed to send email: ${text}`);

/** One line, short enough for a reply. */
const inOneLine = (text: string): string => text.split('\n', 1)[0]!.slice(0, 400);

/** A fault of a service as the client hears of it. */
export function refusalOf(fault: Fault): Refusal {
  const text = inOneLine(fault.options.errors?.[0]?.message ?? fault.message);
  switch (fault.name) {
    case 'SENDER_REFUSED':
      return senderRefused();
    case 'INVALID_API_KEY':
    case 'PROJECT_DISABLED':
      return invalidKey();
    case 'BODY_TOO_LARGE':
      return new Refusal(552, '5.3.4', text);
    default:
      if (fault.status === 429) return notSentNow(text, '4.7.1');
      return fault.status < 500 ? neverSent(text) : notSentNow(text);
  }
}
