/** Proving an address and resetting a password, by links that are mailed (contract 4.10). */
import { z } from 'zod';
import { AccountsServiceDefinition as Accounts } from '#proto/accounts/v1/accounts.ts';
import { wrapped } from '../reply.ts';
import { route } from '../route.ts';
import type { Route } from '../route.ts';
import { email } from '../schemas.ts';

/** What a browser may send as a password. */
export const newPassword = z
  .string()
  .min(6)
  .max(1_024)
  .meta({ examples: ['correct horse'] });
// Any text: what no token can be is answered like one that was used (400, not 422).
const token = z.string().meta({ examples: ['0'.repeat(64)] });
const message = z.object({ message: z.string() });

const saying = (text: string) => ({ reply: wrapped(message), serialize: () => ({ message: text }) });

export const accountLinkRoutes: Route[] = [
  route('POST /auth/verify-email', {
    summary: 'Verify the address of an account',
    auth: 'none',
    body: z.object({ token }),
    target: [Accounts, 'verifyEmail'],
    request: ({ body }) => body,
    ...saying('Email verified successfully'),
  }),
  route('POST /auth/request-verification', {
    summary: 'Request another verification mail',
    auth: 'session',
    project: 'none',
    unverified: true,
    target: [Accounts, 'requestVerification'],
    request: () => ({}),
    reply: wrapped(message),
    serialize: ({ verified }) => ({ message: verified ? 'Your email address is already verified' : 'Verification email sent' }),
  }),
  route('POST /auth/request-password-reset', {
    summary: 'Request a password reset',
    auth: 'none',
    body: z.object({ email }),
    target: [Accounts, 'requestPasswordReset'],
    request: ({ body }) => body,
    ...saying('If an account with that email exists, a reset link has been sent'),
  }),
  route('POST /auth/reset-password', {
    summary: 'Reset a password',
    auth: 'none',
    cost: 'password',
    body: z.object({ token, newPassword }),
    target: [Accounts, 'resetPassword'],
    request: ({ body }) => body,
    ...saying('Password reset successfully'),
  }),
];
