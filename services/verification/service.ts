/** Verification: all DNS work. Keeps nothing: what it learns is in the answers' time to live, domains are rows of delivery. */
import type { CreateService } from '#kit/service.ts';
import type { Handlers } from '#kit/contract/definition.ts';
import { VerificationServiceDefinition } from '#proto/verification/v1/verification.ts';
import { createAddresses, createDomainLists } from './addresses.ts';
import { createResolver } from './dns/resolver.ts';
import { createDomainRecords } from './domain-records.ts';

export const create: CreateService = async ({ config, metrics }) => {
  const resolver = createResolver({ servers: config.dns.servers, metrics });
  const addresses = createAddresses(resolver, createDomainLists());
  const records = createDomainRecords(resolver);
  const handlers: Handlers<typeof VerificationServiceDefinition> = {
    verifyAddress: ({ email }) => addresses.verify(email),
    verifyAddresses: async ({ emails }) => ({ verdicts: await Promise.all(emails.map((email) => addresses.verify(email))) }),
    verifySignupAddress: ({ email }) => addresses.verify(email),
    checkRecords: async ({ domain, records: expected }) => ({ records: await records.check(domain, expected) }),
  };
  return { name: 'verification', definition: VerificationServiceDefinition, handlers };
};
