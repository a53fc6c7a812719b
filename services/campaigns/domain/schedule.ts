/** When a campaign is to be sent (contract 3.1, 4.6). */
import { fault } from '#kit/errors.ts';

/** Null: now. Any text the platform's date parser takes, in the future; anything else is a 400. */
export function readSchedule(scheduledFor: string | null | undefined, now: Date): Date | null {
  if (scheduledFor === null || scheduledFor === undefined) return null;
  const time = Date.parse(scheduledFor);
  if (Number.isNaN(time)) throw fault('BAD_REQUEST', { message: 'Invalid scheduledFor date format' });
  if (time <= now.getTime()) throw fault('BAD_REQUEST', { message: 'Scheduled time must be in the future' });
  return new Date(time);
}
