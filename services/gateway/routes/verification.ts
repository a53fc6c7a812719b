/** POST /v1/verify and its batch (contract 4.3, 2.6). */
import { z } from 'zod';
import { VerificationServiceDefinition as Verification } from '#proto/verification/v1/verification.ts';
import { serializeVerdict, verdict } from '../records/verification.ts';
import { wrapped } from '../reply.ts';
import { route } from '../route.ts';
import type { Route } from '../route.ts';
import { email, listOf } from '../schemas.ts';

const MOST_ADDRESSES = 500;

export const verificationRoutes: Route[] = [
  route('POST /v1/verify', {
    summary: 'Verify an address',
    auth: 'secret-key',
    body: z.object({ email }),
    target: [Verification, 'verifyAddress'],
    request: ({ body }) => ({ email: body.email }),
    reply: wrapped(verdict),
    serialize: serializeVerdict,
  }),
  route('POST /v1/verify/batch', {
    summary: 'Verify many addresses',
    auth: 'secret-key',
    body: z.object({ emails: listOf(email, { least: 1, most: MOST_ADDRESSES }) }),
    target: [Verification, 'verifyAddresses'],
    request: ({ body }) => ({ emails: body.emails }),
    reply: wrapped(z.array(verdict)),
    serialize: ({ verdicts }) => verdicts.map(serializeVerdict),
  }),
];
