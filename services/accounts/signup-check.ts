/** Which addresses may sign up where they are verified (contract 8, `VERIFY_EMAIL_ON_SIGNUP`). */
import type { CallMeta } from '#kit/contract/call.ts';
import type { Client } from '#kit/contract/definition.ts';
import type { VerificationServiceDefinition } from '#proto/verification/v1/verification.ts';

export type SignupCheck = (email: string, call: CallMeta) => Promise<boolean>;

/** Refuses disposable and plus-addressed e-mails, and domains that surely do not exist or take no mail. */
export function createSignupCheck(verification: Pick<Client<typeof VerificationServiceDefinition>, 'verifySignupAddress'>): SignupCheck {
  async function isUsable(email: string, call: CallMeta): Promise<boolean> {
    const { valid, isDisposable, isPlusAddressed } = await verification.verifySignupAddress({ email }, call);
    return valid && !isDisposable && !isPlusAddressed;
  }

  return isUsable;
}
