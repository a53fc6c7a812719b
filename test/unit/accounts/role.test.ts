/** Members' roles (contract 4.10, 5). */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Fault } from '#kit/errors.ts';
import { assertChangeable, assertRemovable, givenRole, memberOf } from '../../../services/accounts/domain/role.ts';
import type { Membership, Role } from '../../../services/accounts/domain/role.ts';

const test = suite('accounts: roles');

const member = (userId: string, role: Role): Membership => ({ userId, role, createdAt: new Date(0) });
const refusal = (act: () => unknown): string => {
  try {
    act();
    return 'allowed';
  } catch (error) {
    assert.instance(error, Fault);
    return (error as Fault).name;
  }
};

const given: [text: string, outcome: string][] = [
  ['', 'MEMBER'],
  ['MEMBER', 'MEMBER'],
  ['ADMIN', 'ADMIN'],
  ['OWNER', 'VALIDATION_ERROR'],
  ['admin', 'VALIDATION_ERROR'],
  ['king', 'VALIDATION_ERROR'],
];
for (const [text, outcome] of given) {
  test(`the role ${JSON.stringify(text)}: ${outcome}`, () => {
    let role = '';
    const refused = refusal(() => {
      role = givenRole(text);
    });
    assert.is(refused === 'allowed' ? role : refused, outcome);
  });
}

const removals: [actor: string, target: Membership, outcome: string][] = [
  ['owner', member('owner', 'OWNER'), 'FIXED_MEMBERSHIP'],
  ['admin', member('owner', 'OWNER'), 'FIXED_MEMBERSHIP'],
  ['admin', member('admin', 'ADMIN'), 'FIXED_MEMBERSHIP'],
  ['admin', member('other', 'ADMIN'), 'allowed'],
  ['admin', member('plain', 'MEMBER'), 'allowed'],
  ['owner', member('admin', 'ADMIN'), 'allowed'],
];
for (const [actor, target, outcome] of removals) {
  test(`${actor} removes ${target.userId}: ${outcome}`, () =>
    assert.is(
      refusal(() => assertRemovable(target, actor)),
      outcome,
    ));
}

for (const [role, outcome] of [
  ['OWNER', 'FIXED_MEMBERSHIP'],
  ['ADMIN', 'allowed'],
  ['MEMBER', 'allowed'],
] as const) {
  test(`the role of a ${role} changes: ${outcome}`, () =>
    assert.is(
      refusal(() => assertChangeable(member('x', role))),
      outcome,
    ));
}

test('a stranger is no member', () => {
  assert.is(
    refusal(() => memberOf([member('a', 'OWNER')], 'b')),
    'RESOURCE_NOT_FOUND',
  );
  assert.is(memberOf([member('a', 'OWNER')], 'a').role, 'OWNER');
});

test.run();
