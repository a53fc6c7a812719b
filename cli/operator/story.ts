/** Why a person got a mail, or did not: one mail's transitions in words. Pure. */

import type { Email, Transition } from '#proto/delivery/v1/delivery.ts';

export type Mail = Pick<
  Email,
  'id' | 'to' | 'from' | 'subject' | 'status' | 'sourceType' | 'error' | 'opens' | 'clicks' | 'openedAt' | 'clickedAt'
>;

const WHAT: Readonly<Record<string, string>> = {
  PENDING: 'waits in the ledger',
  SENDING: 'is claimed by a process',
  SENT: 'is accepted by the provider',
  DELIVERED: 'is delivered',
  OPENED: 'is opened',
  CLICKED: 'is clicked',
  BOUNCED: 'bounces',
  COMPLAINED: 'is reported as spam',
  FAILED: 'is given up',
  SUPPRESSED: 'is held back',
  UNKNOWN: 'has an unknown outcome',
};

const ENDING: Readonly<Record<string, string>> = {
  PENDING: 'It has not left yet: it is tried again when it is due.',
  SENDING: 'It is being handed over right now; if its process died, that shows within half a minute.',
  SENT: 'The provider has it. Whether it reached the mailbox, only a notice of the provider tells, and none came so far.',
  DELIVERED: 'The provider says that it was delivered. If the person does not see it: spam folder, or a rule of the mailbox.',
  OPENED: 'It arrived and was opened (or its images were fetched by the mailbox provider).',
  CLICKED: 'It arrived, and a link in it was followed.',
  BOUNCED: "The recipient's server refused it for good. The address is wrong or closed, or the server does not want us.",
  COMPLAINED: 'The person reported it as spam. No more marketing mail goes to this address.',
  FAILED: 'It was given up and never left.',
  SUPPRESSED: 'It was never handed over, on purpose.',
  UNKNOWN:
    'It was handed over and nobody answered for it: it may have arrived. A transactional mail is repeated once; others wait for ' +
    'a notice or a person.',
};

const moment = (at: string): string => at.replace('T', ' ').replace('Z', '');

/** `+12.3 s`, `+4 min`, `+2.1 h` after the first step. */
export function later(from: string, to: string): string {
  const seconds = (Date.parse(to) - Date.parse(from)) / 1_000;
  if (seconds < 60) return `+${seconds.toFixed(seconds < 10 ? 3 : 1)} s`;
  return seconds < 7_200 ? `+${Math.round(seconds / 60)} min` : `+${(seconds / 3_600).toFixed(1)} h`;
}

function line(step: Transition, first: Transition): string {
  const when = step === first ? moment(step.at!) : later(first.at!, step.at!);
  const attempt = step.to === 'SENDING' ? `, attempt ${step.attempt}` : '';
  const said = step.detail ? `: "${step.detail}"` : '';
  return `  ${when.padEnd(25)}${`${step.to} ${WHAT[step.to] ?? ''}`.trim()}${attempt}${said}  [${step.actor}]`;
}

/** The mail's story, a line each. */
export function storyOf(mail: Mail, steps: readonly Transition[]): string[] {
  const [first] = steps;
  const attempts = Math.max(0, ...steps.map(({ attempt }) => attempt));
  const last = mail.error ?? (mail.status === 'PENDING' ? steps.findLast(({ detail }) => detail)?.detail : undefined);
  const lastWords = last ? ` Last: "${last}".` : '';
  return [
    `${mail.id}  "${mail.subject}"  ${mail.from} → ${mail.to}  (${mail.sourceType.toLowerCase()})`,
    ...(first ? steps.map((step) => line(step, first)) : ['  no transition is on record']),
    ...(mail.opens > 0 ? [`  opened ${mail.opens} times, first ${moment(mail.openedAt!)}`] : []),
    ...(mail.clicks > 0 ? [`  clicked ${mail.clicks} times, first ${moment(mail.clickedAt!)}`] : []),
    `  So: ${mail.status} after ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}. ${ENDING[mail.status] ?? ''}${lastWords}`,
  ];
}

/** What is known of an address beside its mails. */
export function personOf(address: string, person: { subscribed: boolean } | undefined, mails: number): string[] {
  if (!person)
    return [
      mails > 0
        ? `${address} is no contact any more.`
        : `${address} is no contact of this project, and no mail was ever accepted for it. Was the send answered 200, and was it this ` +
          `project's key?`,
    ];
  const state = person.subscribed
    ? 'subscribed: gets every class of mail'
    : 'not subscribed: gets transactional mail only, marketing is held back';
  return [`${address} is a contact, ${state}.`, ...(mails === 0 ? ['No mail was ever accepted for it.'] : [])];
}
