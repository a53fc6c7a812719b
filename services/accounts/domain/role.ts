/** Roles in a project and what each may do (contract 4.10, 5 "Roles"). */
import { fault, invalid, notFound } from '#kit/errors.ts';

export const ROLES = ['OWNER', 'ADMIN', 'MEMBER'] as const;
export type Role = (typeof ROLES)[number];

export interface Membership {
  userId: string;
  role: Role;
  createdAt: Date;
}

/** A role that may be given: ADMIN or MEMBER, MEMBER when none is named; faults VALIDATION_ERROR for anything else. */
export function givenRole(text: string): Role {
  if (text === '') return 'MEMBER';
  if (text === 'ADMIN' || text === 'MEMBER') return text;
  throw invalid([{ field: 'role', message: 'Role must be ADMIN or MEMBER', code: 'invalid_enum_value' }]);
}

/** The membership of a user; faults RESOURCE_NOT_FOUND when there is none. */
export function memberOf(members: readonly Membership[], userId: string): Membership {
  const member = members.find((one) => one.userId === userId);
  if (!member) throw notFound('RESOURCE_NOT_FOUND', { resource: 'Member', id: userId }, 'Member not found');
  return member;
}

/** Faults unless the member's role may be changed: the owner's never. */
export function assertChangeable(member: Membership): void {
  if (member.role === 'OWNER') throw fault('FIXED_MEMBERSHIP', { message: "The owner's role cannot be changed" });
}

/** Faults unless `actorId` may remove the member: nobody removes himself, nobody removes the owner. */
export function assertRemovable(member: Membership, actorId: string): void {
  if (member.userId === actorId) throw fault('FIXED_MEMBERSHIP', { message: 'You cannot remove yourself from the project' });
  if (member.role === 'OWNER') throw fault('FIXED_MEMBERSHIP', { message: 'The owner cannot be removed' });
}
