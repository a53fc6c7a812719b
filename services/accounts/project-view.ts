/** Project rows as the contract shows them (contract 2.8 "Project"). */
import type { Member, Project } from '#proto/accounts/v1/accounts.ts';
import { PROJECT_DEFAULTS } from './domain/project.ts';
import { shownSecret } from './domain/key.ts';
import type { Membership } from './domain/role.ts';
import { storedKeys } from './keys.ts';
import type { KeyPair } from './keys.ts';
import type { ProjectRow, UserRow } from './model.ts';

/** @param secret the whole secret key, which only creation and regenerate-keys know */
export function projectView(row: ProjectRow, secret = shownSecret(row.secretPrefix)): Project {
  return {
    id: row._id,
    name: row.name,
    public: row.publicKey,
    secret,
    disabled: row.disabled,
    disabledReason: row.disabledReason,
    paused: Boolean(row.pausedAt),
    customer: row.customer,
    subscription: row.subscription,
    billingLimitWorkflows: row.billingLimitWorkflows,
    billingLimitCampaigns: row.billingLimitCampaigns,
    billingLimitTransactional: row.billingLimitTransactional,
    billingLimitInbound: row.billingLimitInbound,
    tracking: row.tracking,
    language: row.language,
    logo: row.logo,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

export interface NewProject {
  id: string;
  name: string;
  ownerId: string;
  pair: KeyPair;
  now: Date;
}

/** A new project, owned by `ownerId`. */
export function newProject({ id, name, ownerId, pair, now }: NewProject): ProjectRow {
  return {
    _id: id,
    name,
    ...storedKeys(pair),
    disabled: false,
    disabledReason: null,
    disabledAt: null,
    suspensionDueAt: null,
    customer: null,
    subscription: null,
    billingLimitWorkflows: null,
    billingLimitCampaigns: null,
    billingLimitTransactional: null,
    billingLimitInbound: null,
    ...PROJECT_DEFAULTS,
    members: [{ userId: ownerId, role: 'OWNER', createdAt: now }],
    deletedAt: null,
    purgeDueAt: null,
    createdAt: now,
    updatedAt: now,
  };
}

export function memberView({ userId, role, createdAt }: Membership, user: UserRow | undefined): Member {
  return { userId, email: user?.email ?? '', role, createdAt: createdAt.toISOString() };
}
