/** The domain of an address, and what class of reason a refusal's words give. */

/** Lower case; '' for what has none. */
export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

/** By the second number of an enhanced status code (RFC 3463). */
const CLASSES = ['other', 'address', 'mailbox', 'system', 'network', 'protocol', 'content', 'policy'] as const;
export type BounceClass = (typeof CLASSES)[number];

/** Finds the second number in the provider's words: the first code that is no part of a longer row of numbers. As MongoDB reads it, too. */
export const ENHANCED_CODE = '(?:^|[^0-9.])[45]\\.([0-7])\\.[0-9]{1,3}(?:$|[^0-9.]|\\.(?:$|[^0-9]))';

/** @param subject the number the pattern found; null: there is none */
export const bounceClassOf = (subject: string | null | undefined): BounceClass => CLASSES[Number(subject ?? 0)] ?? 'other';
