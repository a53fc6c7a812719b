/** Names of events: which may be tracked and which are Posthorn's own (contract 6, 4.3). */
import { fault, invalid } from '#kit/errors.ts';

const RESERVED = new Set(['contact.subscribed', 'contact.unsubscribed']);
const SEGMENT = /^segment\..+\.(?:entry|exit)$/s;

/** Case-sensitive: `Email.sent` may be tracked. */
export function isReserved(name: string): boolean {
  return name.startsWith('email.') || RESERVED.has(name) || SEGMENT.test(name);
}

/**
 * The name as it is stored.
 * @param field the body's field it came in, for the error's entry
 * Faults BAD_REQUEST without a name, VALIDATION_ERROR for a reserved one.
 */
export function trackableName(text: string, field: string): string {
  const name = text.trim();
  if (name === '') throw fault('BAD_REQUEST', { message: 'Event name is required' });
  if (isReserved(name)) {
    const message = 'Cannot track reserved system event';
    throw invalid([{ field, message, code: 'reserved_event', received: name }], message);
  }
  return name;
}
