/** Projects: what may be set and when (contract 2.8, 4.10). */
import { fault, invalid } from '#kit/errors.ts';
import type { FieldError } from '#kit/errors.ts';

export const TRACKING = ['ENABLED', 'DISABLED', 'MARKETING_ONLY'] as const;
export type Tracking = (typeof TRACKING)[number];

export const DISABLED_REASONS = ['PAYMENT_FAILED', 'EMAIL_REPUTATION', 'PHISHING_DETECTED', 'CARD_VERIFICATION_FAILED', 'MANUAL'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

export const NAME_LIMIT = 100;
const LOGO_LIMIT = 2_048;
export const PROJECT_DEFAULTS = { tracking: 'ENABLED', language: 'en' } as const satisfies { tracking: Tracking; language: string };

/** The settings a client may give; an absent one is left as it is. */
export interface ProjectSettings {
  name?: string | null;
  tracking?: string | null;
  language?: string | null;
  /** Empty: none from now on. */
  logo?: string | null;
}

/** The address of something that a page may show, whole and without a login. */
function isImageAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' && !/[\s;,]/.test(text);
}

function faults({ name, tracking, language, logo }: ProjectSettings, isLanguage: (text: string) => boolean): FieldError[] {
  const errors: FieldError[] = [];
  if (typeof name === 'string' && name.trim() === '') errors.push({ field: 'name', message: 'Name is required', code: 'too_small' });
  if (typeof name === 'string' && name.trim().length > NAME_LIMIT) {
    errors.push({ field: 'name', message: `Name may have ${NAME_LIMIT} characters`, code: 'too_big' });
  }
  if (typeof tracking === 'string' && !TRACKING.includes(tracking as Tracking)) {
    errors.push({ field: 'tracking', message: `Tracking must be one of ${TRACKING.join(', ')}`, code: 'invalid_enum_value' });
  }
  if (typeof language === 'string' && !isLanguage(language)) {
    errors.push({ field: 'language', message: 'Language is not a known one', code: 'invalid_enum_value' });
  }
  if (logo && (logo.length > LOGO_LIMIT || !isImageAddress(logo))) {
    errors.push({ field: 'logo', message: 'Logo must be the http or https address of an image', code: 'invalid_string' });
  }
  return errors;
}

/**
 * The settings that were given, checked and trimmed; faults VALIDATION_ERROR with every fault at once.
 * @param isLanguage whether a project may be set to it
 */
export function checkedSettings(
  given: ProjectSettings,
  isLanguage: (text: string) => boolean,
): { name?: string; tracking?: string; language?: string; logo?: string | null } {
  const errors = faults(given, isLanguage);
  if (errors.length > 0) throw invalid(errors);
  return {
    ...(typeof given.name === 'string' ? { name: given.name.trim() } : {}),
    ...(typeof given.tracking === 'string' ? { tracking: given.tracking } : {}),
    ...(typeof given.language === 'string' ? { language: given.language } : {}),
    ...(typeof given.logo === 'string' ? { logo: given.logo || null } : {}),
  };
}

/** Faults VALIDATION_ERROR for a reason that is none. */
export function checkedReason(reason: string): DisabledReason {
  const known = DISABLED_REASONS.find((one) => one === reason);
  if (known) return known;
  throw invalid([{ field: 'reason', message: `Reason must be one of ${DISABLED_REASONS.join(', ')}`, code: 'invalid_enum_value' }]);
}

/** Faults PROJECT_DISABLED when any of the projects a user is in is disabled. */
export function assertMayCreate(projects: readonly { disabled: boolean }[]): void {
  if (projects.some(({ disabled }) => disabled))
    throw fault('PROJECT_DISABLED', { message: 'You are a member of a disabled project, so you cannot create another one' });
}

/** The same answer for a project that does not exist and one that is not yours (contract 5 "Roles"). */
export function projectNotFound(id: string) {
  return fault('RESOURCE_NOT_FOUND', { message: 'Project not found or you do not have access', details: { resource: 'Project', id } });
}
