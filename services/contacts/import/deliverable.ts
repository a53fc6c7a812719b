/** Which addresses of an import can take mail, as verification judges them. */
import { ownCall } from '#kit/contract/call.ts';
import type { Client } from '#kit/contract/definition.ts';
import type { VerificationServiceDefinition } from '#proto/verification/v1/verification.ts';

export type Verification = Pick<Client<typeof VerificationServiceDefinition>, 'verifyAddresses'>;

/** Answers those that are not judged invalid. Faults when verification is away: then nothing is known of any. */
export type Deliverable = (projectId: string, emails: readonly string[]) => Promise<ReadonlySet<string>>;

/** Addresses of one call: all of them are looked up at once. */
const AT_ONCE = 100;

export function createDeliverable(verification: Verification): Deliverable {
  return async function deliverable(projectId, emails) {
    const asked = [...new Set(emails)];
    const call = ownCall('contacts', projectId);
    const valid = new Set<string>();
    for (let start = 0; start < asked.length; start += AT_ONCE) {
      const some = asked.slice(start, start + AT_ONCE);
      const { verdicts } = await verification.verifyAddresses({ emails: some }, call);
      some.forEach((email, index) => verdicts[index]!.valid && valid.add(email));
    }
    return valid;
  };
}
