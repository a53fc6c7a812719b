/** CONDITION steps: operators, roots, branches (contract 4.8 "CONDITION roots"). */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { branchOf } from '../../../services/workflows/domain/condition.ts';
import type { Scope } from '../../../services/workflows/domain/condition.ts';

const test = suite('conditions of steps');

const SCOPE: Scope = {
  contact: {
    id: 'c',
    email: 'Ada@Example.org',
    subscribed: true,
    data: {
      n: 5,
      text: '3',
      empty: '',
      zero: 0,
      no: false,
      nothing: null,
      'a.b': 'literal',
      a: { b: 'path', c: [1, 'x'] },
      list: ['x', 1],
    },
  },
  workflow: { id: 'w', name: 'Welcome' },
  context: { later: 1 },
  event: { plan: 'pro' },
};
const ask = (field: string, operator: string, value?: unknown): string => branchOf({ field, operator, value }, SCOPE);

for (const [field, operator, value, branch] of [
  ['contact.email', 'equals', 'ada@example.ORG', 'yes'],
  ['contact.email', 'contains', 'EXAMPLE', 'yes'],
  ['contact.subscribed', 'equals', true, 'yes'],
  ['contact.subscribed', 'equals', 'true', 'no'],
  ['data.n', 'equals', 5, 'yes'],
  ['data.n', 'equals', '5', 'no'],
  ['contact.data.n', 'notEquals', '5', 'yes'],
  ['data.n', 'greaterThan', '3', 'yes'],
  ['data.text', 'lessThan', 5, 'yes'],
  ['data.text', 'greaterThanOrEqual', 3, 'yes'],
  ['data.text', 'lessThanOrEqual', 'x', 'no'],
  ['data.a.b', 'equals', 'literal', 'yes'],
  ['data.a.c', 'contains', 'x', 'yes'],
  ['data.list', 'notContains', 'y', 'yes'],
  ['data.list', 'contains', '1', 'no'],
  ['data.text', 'contains', '3', 'yes'],
  ['event.plan', 'equals', 'pro', 'yes'],
  ['event.later', 'exists', undefined, 'no'],
  ['workflow.id', 'equals', 'w', 'yes'],
  ['workflow.name', 'equals', 'Welcome', 'yes'],
  ['data.empty', 'exists', undefined, 'yes'],
  ['data.zero', 'exists', undefined, 'yes'],
  ['data.no', 'exists', undefined, 'yes'],
  ['data.nothing', 'exists', undefined, 'no'],
  ['data.nothing', 'notExists', undefined, 'yes'],
  ['data.missing', 'notExists', undefined, 'yes'],
  ['data.missing', 'notEquals', 1, 'no'],
  ['data.missing', 'notContains', 'x', 'no'],
  ['data.constructor', 'exists', undefined, 'no'],
  ['data.a.__proto__', 'exists', undefined, 'no'],
] as const)
  test(`${field} ${operator} ${JSON.stringify(value)}: ${branch}`, () => assert.is(ask(field, operator, value), branch));

test('multi: the first that matches, else default', () => {
  const branches = [
    { id: 'low', operator: 'lessThan', value: 3 },
    { id: 'five', operator: 'equals', value: 5 },
    { id: 'any', operator: 'exists' },
  ];
  assert.is(branchOf({ mode: 'multi', field: 'data.n', branches }, SCOPE), 'five');
  assert.is(branchOf({ mode: 'multi', field: 'data.text', branches }, SCOPE), 'any');
  assert.is(branchOf({ mode: 'multi', field: 'data.missing', branches }, SCOPE), 'default');
});

test('a config that asks nothing is an error', () => {
  for (const config of [{}, { field: 'data.n' }, { operator: 'equals', value: 1 }, { mode: 'multi', field: 'data.n', branches: [] }])
    assert.throws(() => branchOf(config, SCOPE), /CONDITION has no/);
});

test.run();
