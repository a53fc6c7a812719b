/** What a person signs up and logs in with (contract 2.1 "Email", 4.10). */
import { invalid } from '#kit/errors.ts';
import type { FieldError } from '#kit/errors.ts';

const PASSWORD_MIN = 6;
/** A bound on what is hashed, far above any passphrase. */
const PASSWORD_MAX = 1_024;
const EMAIL_MAX = 254;
const EMAIL = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/;

/** Why a signup is refused, in the contract's words. */
export const REFUSALS = {
  disabled: 'New user signups are currently disabled',
  unusable: 'This email address cannot be used for signup',
  taken: 'That email is already associated with another user',
} as const;

/** Addresses are compared trimmed and in lower case on every path. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase();
}

function passwordErrors(field: string, password: string): FieldError[] {
  if (password.length < PASSWORD_MIN) return [{ field, message: `Password needs ${PASSWORD_MIN} characters`, code: 'too_small' }];
  if (password.length > PASSWORD_MAX) return [{ field, message: `Password may have ${PASSWORD_MAX} characters`, code: 'too_big' }];
  return [];
}

/** Faults VALIDATION_ERROR, naming `field`, for a password that nobody may have. */
export function checkedPassword(field: string, password: string): void {
  const errors = passwordErrors(field, password);
  if (errors.length > 0) throw invalid(errors);
}

/** Faults VALIDATION_ERROR unless both could belong to an account; answers them as they are stored and hashed. */
export function checkedCredentials(given: { email: string; password: string }): { email: string; password: string } {
  const email = normalEmail(given.email);
  const errors: FieldError[] = [];
  if (email.length > EMAIL_MAX || !EMAIL.test(email)) errors.push({ field: 'email', message: 'Invalid email', code: 'invalid_string' });
  errors.push(...passwordErrors('password', given.password));
  if (errors.length > 0) throw invalid(errors);
  return { email, password: given.password };
}
