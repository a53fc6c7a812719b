/** Which headers a message carries besides those that its composer makes (contract "Send pipeline"). */
import type { EmailRow, Header } from './email.ts';

/** Ours alone: a custom header of these names is ignored. */
const OURS = /^(?:from|to|subject|date|message-id|mime-version|content-.*|dkim-signature|return-path|bcc|cc)$/;
/** RFC 5322 field names. Another one would end the header. */
const NAME = /^[!-9;-~]+$/;
const LIST_PAIR = new Set(['list-unsubscribe', 'list-unsubscribe-post']);

/**
 * Custom headers override the defaults without regard to case, in the caller's casing; either List-Unsubscribe header removes both
 * defaults.
 */
export function mergeHeaders(defaults: readonly Header[], custom: readonly Header[]): Header[] {
  const kept = custom.filter(({ name }) => NAME.test(name) && !OURS.test(name.toLowerCase()));
  const overridden = new Set(kept.map(({ name }) => name.toLowerCase()));
  if ([...LIST_PAIR].some((name) => overridden.has(name))) LIST_PAIR.forEach((name) => overridden.add(name));
  return [...defaults.filter(({ name }) => !overridden.has(name.toLowerCase())), ...kept];
}

export interface DefaultsParts extends Pick<EmailRow, 'class' | 'sourceType' | 'contactId'> {
  /** Asked only where it matters. */
  body: () => string;
  /** This mail's one-click address; most transactional mail needs none. */
  unsubscribeUrl: () => string;
}

/**
 * One-click unsubscription (RFC 8058) for marketing mail and for any mail that shows this very contact's unsubscribe or manage link;
 * the bulk headers for marketing mail and campaigns.
 */
export function defaultHeaders({ body, class: mailClass, sourceType, contactId, unsubscribeUrl }: DefaultsParts): Header[] {
  const isMarketing = mailClass === 'MARKETING';
  const isPaired = isMarketing || (contactId !== '' && ['unsubscribe', 'manage'].some((page) => body().includes(`/${page}/${contactId}`)));
  return [
    ...(isPaired
      ? [
          { name: 'List-Unsubscribe', value: `<${unsubscribeUrl()}>` },
          { name: 'List-Unsubscribe-Post', value: 'List-Unsubscribe=One-Click' },
        ]
      : []),
    ...(isMarketing || sourceType === 'CAMPAIGN'
      ? [
          { name: 'Precedence', value: 'bulk' },
          { name: 'Auto-Submitted', value: 'auto-generated' },
          { name: 'X-Auto-Response-Suppress', value: 'All' },
        ]
      : []),
  ];
}
