/** The records of projects, members and users (contract 2.8, 4.10). */
import { z } from 'zod';
import { SCOPES } from '../auth/scopes.ts';
import { serializer } from '../reply.ts';
import { at, email, id, pageOf } from '../schemas.ts';

export const ROLES = ['OWNER', 'ADMIN', 'MEMBER'] as const;
export const TRACKING = ['ENABLED', 'DISABLED', 'MARKETING_ONLY'] as const;

const key = (kind: string) => z.string().meta({ examples: [`${kind}_${'0'.repeat(64)}`] });
const cap = z
  .int()
  .nullable()
  .meta({ examples: [null] });

export const project = z
  .object({
    id,
    name: z.string().meta({ examples: ['Acme'] }),
    public: key('pk'),
    secret: key('sk').meta({ description: 'Whole from creation and regenerate-keys only, elsewhere its first 8 digits' }),
    disabled: z.boolean(),
    disabledReason: z.enum(['PAYMENT_FAILED', 'EMAIL_REPUTATION', 'PHISHING_DETECTED', 'CARD_VERIFICATION_FAILED', 'MANUAL']).nullable(),
    customer: z.string().nullable(),
    subscription: z.string().nullable(),
    billingLimitWorkflows: cap,
    billingLimitCampaigns: cap,
    billingLimitTransactional: cap,
    billingLimitInbound: cap,
    tracking: z.enum(TRACKING),
    language: z.string().meta({ examples: ['en'] }),
    logo: z
      .string()
      .nullable()
      .meta({ description: 'The address of an image that recipient pages show', examples: [null] }),
    createdAt: at,
    updatedAt: at,
  })
  .meta({ id: 'Project' });

export const projectKeys = project
  .pick({
    id: true,
    name: true,
    public: true,
    secret: true,
    createdAt: true,
    updatedAt: true,
    disabled: true,
    customer: true,
    subscription: true,
  })
  .meta({ id: 'ProjectKeys' });

export const user = z.object({ id, email }).meta({ id: 'User' });
export const member = z.object({ userId: id, email, role: z.enum(ROLES), createdAt: at }).meta({ id: 'Member' });
export const memberRole = member.omit({ createdAt: true }).meta({ id: 'MemberChange' });

const windowRecord = z.object({
  total: z.int().meta({ examples: [1200] }),
  bounces: z.int(),
  complaints: z.int(),
  bounceRate: z.number().meta({ description: 'Percent', examples: [0.5] }),
  complaintRate: z.number(),
});
const level = z.enum(['healthy', 'warning', 'critical']);

export const security = z
  .object({
    status: z.object({
      projectId: id,
      isHealthy: z.boolean(),
      shouldDisable: z.boolean(),
      twentyFourHour: windowRecord.meta({ description: 'Always zeros' }),
      sevenDay: windowRecord,
      allTime: windowRecord,
      isNewProject: z.boolean().meta({ description: 'Always false' }),
      violations: z.array(z.string()),
      warnings: z.array(z.string()),
    }),
    levels: z.object({ bounce7Day: level, bounceAllTime: level, complaint7Day: level, complaintAllTime: level }),
    isDisabled: z.boolean(),
  })
  .meta({ id: 'Security' });

export const sessionRecord = z
  .object({
    id,
    current: z.boolean().meta({ description: 'It is the one that asks' }),
    ip: z.string().meta({ description: 'As it was last used', examples: ['203.0.113.7'] }),
    agent: z.string().meta({ description: 'What the client calls itself', examples: ['Mozilla/5.0'] }),
    createdAt: at,
    lastUsedAt: at.meta({ description: 'A minute behind at most' }),
    expiresAt: at,
  })
  .meta({ id: 'Session' });

export const namedKey = z
  .object({
    id,
    name: z.string().meta({ examples: ['Shop'] }),
    scope: z.enum(SCOPES),
    key: key('sk').meta({ description: 'Whole from creation only, elsewhere its first 8 digits' }),
    createdAt: at,
    lastUsedAt: at.nullable().meta({ description: 'A minute behind at most' }),
    expiresAt: at.nullable(),
  })
  .meta({ id: 'ProjectKey' });

export const webhookSecret = z
  .object({
    secret: z
      .string()
      .meta({ description: '`whsec_` and the key in base64', examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='] }),
    createdAt: at,
    previousUntil: at
      .nullable()
      .meta({ description: 'Until then requests have a second signature, by the secret before; null: there was none, or its day is over' }),
  })
  .meta({ id: 'WebhookSecret' });

export const projectReset = z
  .object({
    state: z.enum(['active', 'completed']),
    progress: z.int().meta({ description: 'Percent', examples: [100] }),
    requestedAt: at.meta({ description: 'What was made until then goes' }),
    endedAt: at.nullable(),
  })
  .meta({ id: 'ProjectReset' });

export const auditEntry = z
  .object({
    id,
    at,
    actor: z.object({
      type: z.enum(['user', 'key', 'operator', 'system']),
      id: z.string(),
      name: z
        .string()
        .nullable()
        .meta({ description: "A user's address at the time", examples: ['ada@example.org'] }),
    }),
    action: z.string().meta({ examples: ['member.added'] }),
    target: z
      .string()
      .nullable()
      .meta({ examples: ['ada@example.org MEMBER'] }),
    ip: z
      .string()
      .nullable()
      .meta({ examples: ['203.0.113.7'] }),
  })
  .meta({ id: 'AuditEntry' });
export const auditPage = pageOf(auditEntry);

export const setupState = z
  .object({
    hasSubscription: z.boolean(),
    hasVerifiedDomain: z.boolean(),
    contactCount: z.int(),
    lastCampaignSentAt: at.nullable(),
    hasEnabledWorkflow: z.boolean(),
  })
  .meta({ id: 'SetupState' });

export const serializeProject = serializer(project);
export const serializeUser = serializer(user);
export const serializeMember = serializer(member);
export const serializeSession = serializer(sessionRecord);
export const serializeNamedKey = serializer(namedKey);
export const serializeAuditEntry = serializer(auditEntry);
