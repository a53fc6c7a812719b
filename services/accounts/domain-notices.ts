/** Mails a project's owner and admins when one of its sender domains is verified, or is no more. */
import type { Consumer } from '#kit/facts/consumer.ts';
import type { PlatformMail } from './platform-mail/platform-mail.ts';

export function createDomainNotices(mail: Pick<PlatformMail, 'order'>): Consumer {
  return {
    name: 'accounts-domains',
    subjects: ['facts.*.delivery.domain.verified', 'facts.*.delivery.domain.unverified'],
    // The fact's id is the mail's: delivered twice, it is one mail.
    repeatable: true,
    async handle(facts) {
      for (const { id, name, projectId, data } of facts) {
        const kind = name === 'domain.verified' ? 'domain-verified' : 'domain-unverified';
        await mail.order({ kind, to: null, projectId, name: String(data?.['domain'] ?? '') }, id);
      }
    },
  };
}
