/**
 * Looks at a sample of mails right before they leave (contract "Security and suspension: Phishing"). What goes wrong with it lets the mail
 * through.
 */
import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { ownCall } from '#kit/contract/call.ts';
import { within } from '#kit/contract/deadline.ts';
import type { Client } from '#kit/contract/definition.ts';
import type { Config } from '#kit/config/config.ts';
import type { Log } from '#kit/telemetry/log.ts';
import type { Metrics } from '#kit/telemetry/metrics.ts';
import type { AccountsServiceDefinition } from '#proto/accounts/v1/accounts.ts';
import type { EmailRow } from '../domain/email.ts';
import { excerptOf, isSampled } from '../domain/phishing.ts';
import type { Excerpt, Verdict } from '../domain/phishing.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { createPhishingModel } from './phishing-model.ts';

export interface PhishingCheckParts {
  settings: Config['phishing'];
  ledger: Pick<Ledger, 'bodies'>;
  accounts: Pick<Client<typeof AccountsServiceDefinition>, 'recordPhishing'>;
  metrics: Metrics;
  log: Log;
}

/** True: the mail disabled its project, and must not leave. Never rejects, and answers within the time-out. */
export interface PhishingCheck {
  (row: EmailRow): Promise<boolean>;
  /** Whether a mail is one of the sample. */
  concerns(emailId: string): boolean;
}

/** Each holds one of the workers that hand mail over: beyond these mails leave unseen, so that a slow model slows nobody down. */
const MOST_UNDERWAY = 8;
/** Mails that say the same are judged once. */
const VERDICTS = { max: 1_000, ttl: 600_000 };
const OUTCOMES = ['clean', 'hit', 'disabled', 'error', 'busy'] as const;

export function createPhishingCheck({ settings, ledger, accounts, metrics, log }: PhishingCheckParts): PhishingCheck {
  const checks = metrics.counter('posthorn_delivery_phishing_checks_total', 'Mails looked at for phishing, by what was found', ['outcome']);
  const seconds = metrics.histogram('posthorn_delivery_phishing_check_seconds', 'Time a mail waited to be looked at');
  const { model: known, sampleRate, timeoutMs } = settings;
  if (known === null) return Object.assign(async () => false, { concerns: () => false });
  for (const outcome of OUTCOMES) checks.inc({ outcome }, 0);
  const model = createPhishingModel(known);
  const verdicts = new LRUCache<string, Verdict>(VERDICTS);
  let underway = 0;

  async function judged(excerpt: Excerpt, signal: AbortSignal): Promise<Verdict> {
    const key = hash('sha256', JSON.stringify(excerpt));
    const before = verdicts.get(key);
    if (before) return before;
    const verdict = await model(excerpt, signal);
    verdicts.set(key, verdict);
    return verdict;
  }

  async function look(row: EmailRow, signal: AbortSignal): Promise<(typeof OUTCOMES)[number]> {
    const html = await ledger.bodies.of(row);
    if (html === null) return 'clean';
    const { isPhishing, confidence } = await judged(excerptOf(row, html), signal);
    if (!isPhishing) return 'clean';
    const { disabled } = await accounts.recordPhishing({ emailId: row._id, confidence }, ownCall('delivery', row.projectId));
    return disabled ? 'disabled' : 'hit';
  }

  async function timed(row: EmailRow): Promise<(typeof OUTCOMES)[number]> {
    const begun = performance.now();
    underway += 1;
    try {
      return await within(timeoutMs, look(row, AbortSignal.timeout(timeoutMs)), () => new Error('timed out'));
    } catch (error) {
      log.warn({ emailId: row._id, error: (error as Error).message }, 'a mail was not looked at for phishing');
      return 'error';
    } finally {
      underway -= 1;
      seconds.observe((performance.now() - begun) / 1_000);
    }
  }

  const concerns = (emailId: string): boolean => isSampled(emailId, sampleRate);

  async function check(row: EmailRow): Promise<boolean> {
    // A later attempt is of a mail that was looked at.
    if (row.attempt > 1 || !concerns(row._id)) return false;
    const outcome = underway < MOST_UNDERWAY ? await timed(row) : 'busy';
    checks.inc({ outcome });
    return outcome === 'disabled';
  }

  return Object.assign(check, { concerns });
}
