/** Pending count deltas: whatever writes follow on each other, and whenever they are counted, it comes to what a count of all would. */
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { APPEARED, countedState, createCountDeltas, firstValuesOf } from '#services/contacts/domain/pending-count.ts';
import type { WithPendingCount, CountDeltas } from '#services/contacts/domain/pending-count.ts';
import { changeFacts, pendingChange } from '#services/contacts/domain/contact-facts.ts';
import { typeOf } from '#services/contacts/domain/field.ts';

const test = suite('contacts: pending counts');

const at = (second: number) => new Date(second * 1_000);
const listed = (deltas: CountDeltas) =>
  [...(deltas.projects.get('p')?.fields ?? [])].map(([key, { delta, type, values }]) => [
    key,
    delta,
    type,
    [...values.values()].map(({ value, delta: by }) => [value, by]),
  ]);

test('how a contact stood', () => {
  const data = { a: 1, b: 2 };
  const table: [WithPendingCount['tally'], ReturnType<typeof countedState>][] = [
    [undefined, { subscribed: true, data }],
    [{ at: at(1), isNew: true, was: { a: 5 } }, null],
    [
      { at: at(1), subscribed: false },
      { subscribed: false, data },
    ],
    [
      { at: at(1), was: { a: { [APPEARED]: 'number', at: at(1) }, c: 'x' } },
      { subscribed: true, data: { b: 2, c: 'x' } },
    ],
    [
      { at: at(1), was: { b: 7 } },
      { subscribed: true, data: { a: 1, b: 7 } },
    ],
  ];
  for (const [tally, expected] of table) assert.equal(countedState({ subscribed: true, data, ...(tally ? { tally } : {}) }), expected);
});

test('a new contact has its first values, those overwritten and those gone too', () => {
  const tally = { at: at(1), isNew: true, was: { a: 'x', gone: true, late: { [APPEARED]: 'date' as const, at: at(2) } } };
  assert.equal(firstValuesOf({ subscribed: true, data: { a: 1, late: 'y', b: false }, tally }), [
    { key: 'a', type: 'string', at: at(1) },
    { key: 'gone', type: 'boolean', at: at(1) },
    { key: 'late', type: 'date', at: at(2) },
    { key: 'b', type: 'boolean', at: at(1) },
  ]);
});

test('what comes and goes at once is still a field; the earliest sighting gives the type', () => {
  const deltas = createCountDeltas();
  const before = { subscribed: true, data: {} };
  const first = { projectId: 'p', before, at: at(9), seen: [{ key: 'a', type: 'boolean' as const, at: at(1) }] };
  deltas.add({ ...first, after: { subscribed: false, data: { b: 1 } } });
  deltas.add({ ...first, after: { subscribed: true, data: { b: 'x' } }, seen: [{ key: 'b', type: 'date', at: at(3) }] });
  assert.equal(listed(deltas), [
    ['a', 0, 'boolean', []],
    [
      'b',
      2,
      'date',
      [
        [1, 1],
        ['x', 1],
      ],
    ],
  ]);
  assert.equal([deltas.projects.get('p')!.contacts, deltas.projects.get('p')!.subscribed], [0, -1]);
});

const KEY = fc.constantFrom('a', 'b', 'c');
const VALUE = fc.constantFrom<unknown>(1, 2, 'x', true, { o: 1 });
const STEP = fc.record({
  who: fc.nat(3),
  what: fc.constantFrom('patch', 'patch', 'flip', 'delete', 'count'),
  set: fc.dictionary(KEY, VALUE),
  unset: fc.array(KEY),
});

interface Held extends WithPendingCount {
  data: Record<string, unknown>;
}

/** What `pendingCountOfPatch` and `pendingCountOfFlip` make the database do. */
function write(row: Held, set: Record<string, unknown>, unset: string[], flip: boolean, now: Date): Held {
  const was: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(set))
    was[key] = Object.hasOwn(row.data, key) ? row.data[key] : { [APPEARED]: typeOf(value), at: now };
  for (const key of unset) if (Object.hasOwn(row.data, key)) was[key] = row.data[key];
  const data = { ...row.data, ...set };
  for (const key of unset) delete data[key];
  const tally = { at: now, ...(flip ? { subscribed: row.subscribed } : {}), ...row.tally, was: { ...was, ...row.tally?.was } };
  return { subscribed: row.subscribed !== flip, data, tally };
}

test('a delta gives a fact for the creation and one for each change', () => {
  const contact = { _id: 'c', projectId: 'p', createdAt: at(1), updatedAt: at(9) };
  const [created, updated] = [
    ['contact.created', at(1).toISOString()],
    ['contact.updated', at(9).toISOString()],
  ];
  const table: [WithPendingCount['tally'], unknown[]][] = [
    [undefined, []],
    [{ at: at(1), subscribed: false }, []],
    [{ at: at(1), isNew: true }, [created]],
    [{ at: at(1), isNew: true, changes: 2 }, [created, updated, updated]],
    [{ at: at(5), was: { a: 1 }, changes: 1 }, [updated]],
  ];
  for (const [delta, expected] of table)
    assert.equal(
      changeFacts(contact, pendingChange(delta)).map((one) => [one.name, one.at]),
      expected,
    );
});

test('equals a count of all', () => {
  fc.assert(
    fc.property(fc.array(STEP, { maxLength: 40 }), (steps) => {
      const held = new Map<number, Held>();
      const deltas = createCountDeltas();
      const types = new Map<string, string>();
      const count = (who: number, row: Held) => {
        deltas.add({ projectId: 'p', before: countedState(row), after: row, seen: firstValuesOf(row), at: at(1_000) });
        const { tally: _, ...counted } = row;
        held.set(who, counted);
      };
      for (const [second, { who, what, set, unset: asked }] of steps.entries()) {
        const unset = asked.filter((key) => !Object.hasOwn(set, key));
        const row = held.get(who);
        if (what === 'delete' && row) {
          deltas.add({ projectId: 'p', before: countedState(row), after: null, seen: firstValuesOf(row), at: at(second) });
          held.delete(who);
        } else if (what === 'count') {
          for (const [one, uncounted] of held) if (uncounted.tally) count(one, uncounted);
        } else if (what !== 'delete') {
          for (const [key, value] of Object.entries(set)) if (!types.has(key)) types.set(key, typeOf(value));
          held.set(
            who,
            row
              ? write(row, set, unset, what === 'flip', at(second))
              : { subscribed: true, data: set, tally: { at: at(second), isNew: true } },
          );
        }
      }
      for (const [who, row] of held) if (row.tally) count(who, row);
      const moves = deltas.projects.get('p');
      const rows = [...held.values()];
      assert.equal([moves?.contacts ?? 0, moves?.subscribed ?? 0], [rows.length, rows.filter(({ subscribed }) => subscribed).length]);
      for (const key of ['a', 'b', 'c']) {
        const having = rows
          .filter(({ data }) => Object.hasOwn(data, key))
          .map(({ data }) => JSON.stringify(data[key]))
          .sort();
        const field = moves?.fields.get(key);
        assert.is(field?.delta ?? 0, having.length, key);
        assert.is(field?.type, types.get(key), key);
        assert.equal(
          [...(field?.values.values() ?? [])].flatMap(({ value, delta }) => Array<string>(delta).fill(JSON.stringify(value))).sort(),
          having,
        );
      }
    }),
    { numRuns: 300 },
  );
});

test.run();
