/** The members of a project (contract 4.10, 5 "Roles"). Who may call is the gateway's to decide; owner and self are decided here. */
import type { Call } from '#kit/contract/call.ts';
import { fault, notFound } from '#kit/errors.ts';
import type { AddMemberRequest, Member, UpdateMemberRequest } from '#proto/accounts/v1/accounts.ts';
import type { AuditTrail } from './audit/audit-trail.ts';
import { normalEmail } from './domain/credentials.ts';
import { assertChangeable, assertRemovable, givenRole, memberOf } from './domain/role.ts';
import type { Membership } from './domain/role.ts';
import { memberView } from './project-view.ts';
import { found } from './projects.ts';
import type { ProjectsStore } from './projects-store.ts';
import { revoking } from './revocation.ts';
import type { UsersStore } from './users-store.ts';

export interface Members {
  /** Oldest first. */
  list(call: Call): Promise<Member[]>;
  /** The account must exist: nobody is invited by mail. Faults RESOURCE_NOT_FOUND, CONFLICT. */
  add(request: AddMemberRequest, call: Call): Promise<Member>;
  update(request: UpdateMemberRequest, call: Call): Promise<Member>;
  remove(userId: string, call: Call): Promise<void>;
}

export interface MembersParts {
  projects: ProjectsStore;
  users: UsersStore;
  audit: Pick<AuditTrail, 'act'>;
}

export function createMembers({ projects, users, audit }: MembersParts): Members {
  const nameOf = async (userId: string): Promise<string> => (await users.byId(userId))?.email ?? userId;
  const membersOf = async (call: Call): Promise<Membership[]> => found(await projects.byId(call.projectId), call).members;

  return {
    async list(call: Call): Promise<Member[]> {
      const members = await membersOf(call);
      const byId = new Map((await users.byIds(members.map(({ userId }) => userId))).map((user) => [user._id, user]));
      return members
        .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
        .map((member) => memberView(member, byId.get(member.userId)));
    },

    async add({ email, role }: AddMemberRequest, call: Call): Promise<Member> {
      const given = givenRole(role);
      const user = await users.byEmail(normalEmail(email));
      await membersOf(call);
      if (!user) throw notFound('RESOURCE_NOT_FOUND', { resource: 'User', id: normalEmail(email) }, 'No account with that email exists');
      const member: Membership = { userId: user._id, role: given, createdAt: call.now };
      const entry = { action: 'member.added', target: `${user.email} ${given}` } as const;
      if (!(await audit.act(call, entry, (session) => projects.addMember(call.projectId, member, session))))
        throw fault('CONFLICT', { message: 'This user is already a member of the project' });
      return memberView(member, user);
    },

    async update({ userId, role }: UpdateMemberRequest, call: Call): Promise<Member> {
      const given = givenRole(role);
      const member = memberOf(await membersOf(call), userId);
      assertChangeable(member);
      const entry = { action: 'member.changed', target: `${await nameOf(userId)} ${given}` } as const;
      const row = await revoking(audit.act(call, entry, (session) => projects.setRole(call.projectId, { userId, role: given }, session)));
      const changed = memberOf(found(row, call).members, userId);
      const [user] = await users.byIds([userId]);
      return memberView(changed, user);
    },

    async remove(userId: string, call: Call): Promise<void> {
      assertRemovable(memberOf(await membersOf(call), userId), call.actor.id);
      const entry = { action: 'member.removed', target: await nameOf(userId) } as const;
      found(await revoking(audit.act(call, entry, (session) => projects.removeMember(call.projectId, userId, session))), call);
    },
  };
}
