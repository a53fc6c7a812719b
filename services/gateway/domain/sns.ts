/** SNS messages: what is signed, and which addresses are Amazon's (contract "Provider notifications: SNS"). */

export type SnsMessage = Readonly<Record<string, unknown>> & { Type: string };

export const CONFIRMATIONS = ['SubscriptionConfirmation', 'UnsubscribeConfirmation'];

/** The message, or null for what is none: SNS is recognised by `Type`. */
export function readSnsMessage(bytes: Buffer): SnsMessage | null {
  if (!/^\s*\{/.test(bytes.subarray(0, 64).toString('latin1'))) return null;
  try {
    const message = JSON.parse(bytes.toString('utf8')) as Record<string, unknown>;
    return typeof message['Type'] === 'string' ? (message as SnsMessage) : null;
  } catch {
    return null;
  }
}

export function textOf(message: SnsMessage, field: string): string | null {
  const value = message[field];
  return typeof value === 'string' ? value : null;
}

const CONFIRMATION_FIELDS = ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'];
const NOTIFICATION_FIELDS = ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'];

/** What the signature is over; null when a field of it is missing. An unknown Type has the fields of a notification. */
export function signedText(message: SnsMessage): string | null {
  const fields = CONFIRMATIONS.includes(message.Type) ? CONFIRMATION_FIELDS : NOTIFICATION_FIELDS;
  const present = fields.filter((field) => field !== 'Subject' || textOf(message, field) !== null);
  if (present.some((field) => textOf(message, field) === null)) return null;
  return present.map((field) => `${field}\n${textOf(message, field)}\n`).join('');
}

const HOST = /^sns\.[a-z0-9-]+\.amazonaws\.com(?:\.cn)?$/;
const CERTIFICATE = /^\/SimpleNotificationService-[\w.-]+\.pem$/;

/** @param origins other origins that may be asked (tests) */
export function isAmazon(url: string | null, origins: readonly string[]): url is string {
  if (url === null || !URL.canParse(url)) return false;
  const { protocol, hostname, port, username, password, origin } = new URL(url);
  if (username || password) return false;
  return origins.includes(origin) || (protocol === 'https:' && port === '' && HOST.test(hostname));
}

export function isCertificate(url: string | null, origins: readonly string[]): url is string {
  return isAmazon(url, origins) && CERTIFICATE.test(new URL(url).pathname);
}
