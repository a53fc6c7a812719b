/** When projects are suspended, and where operators are notified. */
import { concern, setting } from './concern.ts';
import { flag, url } from './types.ts';

export const suspension = concern(
  {
    AUTO_PROJECT_DISABLE: setting(
      flag(true),
      'true',
      'suspends projects whose bounces or complaints are critical; false: it is only shown',
    ),
    NTFY_URL: setting(
      url('http:', 'https:').optional(),
      '–',
      'an ntfy topic (or any URL that takes a POST of text) for operators: suspensions, failed payments',
    ),
  },
  (v) => ({ isAutomatic: v.AUTO_PROJECT_DISABLE, ntfyUrl: v.NTFY_URL ?? null }),
);
