/** Which mails are checked for phishing, by which model, and when its verdict counts. */
import { z } from 'zod';
import { concern, Refusal, setting } from './concern.ts';
import { duration, share, url, whole } from './types.ts';

export const phishing = concern(
  {
    OPENROUTER_API_KEY: setting(z.string().min(1).optional(), '–', 'key of OpenRouter; unset: no mail is looked at', { secret: true }),
    OPENROUTER_MODEL: setting(z.string().min(1).default('anthropic/claude-3-haiku'), 'anthropic/claude-3-haiku', 'model that is asked'),
    OPENROUTER_BASE_URL: setting(
      url('http:', 'https:').default('https://openrouter.ai/api/v1'),
      'https://openrouter.ai/api/v1',
      'where chat completions are asked for; https in production',
    ),
    PHISHING_DETECTION_SAMPLE_RATE: setting(share.default(0.1), '0.1', 'share of mails that are looked at, 0 to 1'),
    PHISHING_CONFIDENCE_THRESHOLD: setting(whole(1, 100).default(95), '95', 'percent of confidence at which one hit disables a project'),
    PHISHING_CUMULATIVE_THRESHOLD: setting(whole(1).default(3), '3', 'hits of any confidence that disable it together'),
    PHISHING_CUMULATIVE_WINDOW_MS: setting(whole(1_000).default(3_600_000), '3600000', 'time in which they are counted, in ms'),
    PHISHING_CHECK_TIMEOUT: setting(duration.default(5_000), '5s', 'longest that a mail waits to be looked at; then it leaves'),
  },
  (v, { production, holds }) => {
    if (production && !v.OPENROUTER_BASE_URL.startsWith('https:'))
      throw new Refusal('OPENROUTER_BASE_URL', 'an https address in production');
    const key = holds('OPENROUTER_API_KEY') ? v.OPENROUTER_API_KEY : undefined;
    return {
      /** Null: no mail is looked at here. */
      model: key === undefined ? null : { key, name: v.OPENROUTER_MODEL, baseUrl: v.OPENROUTER_BASE_URL.replace(/(?<!\/)\/+$/, '') },
      sampleRate: v.PHISHING_DETECTION_SAMPLE_RATE,
      timeoutMs: v.PHISHING_CHECK_TIMEOUT,
      rule: {
        confidence: v.PHISHING_CONFIDENCE_THRESHOLD,
        hits: v.PHISHING_CUMULATIVE_THRESHOLD,
        windowMs: v.PHISHING_CUMULATIVE_WINDOW_MS,
      },
    };
  },
);
