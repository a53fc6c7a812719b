import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { sendScope } from '#services/delivery/domain/render-scope.ts';
import type { Data, ScopeParts } from '#services/delivery/domain/render-scope.ts';

const scope = suite('scope');

const of = (data: Data | null, request: Data | null, link: ScopeParts['link'] = null) =>
  sendScope({ contact: { id: 'c1', email: 'a@b.test', data }, request, dashboard: 'https://d', link });

scope('the reserved values stand, whatever the data says', () => {
  const made = of(
    { id: 'x', plan: 'free' },
    { email: 'evil@b.test', unsubscribeUrl: 'http://evil', posthorn_id: 1, manageUrl: { value: 'x', persistent: false } },
  );
  assert.equal(
    [
      made['id'],
      made['email'],
      made['posthorn_id'],
      made['posthorn_email'],
      made['unsubscribeUrl'],
      made['subscribeUrl'],
      made['manageUrl'],
    ],
    ['c1', 'a@b.test', 'c1', 'a@b.test', 'https://d/unsubscribe/c1', 'https://d/subscribe/c1', 'https://d/manage/c1'],
  );
});

scope('where links must be signed, they name the mail and carry its signature', () => {
  const made = of(null, null, { emailId: 'm1', token: 'abc' });
  for (const [name, page] of [
    ['unsubscribeUrl', 'unsubscribe'],
    ['subscribeUrl', 'subscribe'],
    ['manageUrl', 'manage'],
  ] as const) {
    assert.is(made[name], `https://d/${page}/c1?e=m1&t=abc`);
  }
});

scope('the request beats what is stored, at the top and in data', () => {
  const made = of({ plan: 'free', city: 'Ulm' }, { plan: 'pro' });
  assert.equal([made['plan'], made['city'], made['data']], ['pro', 'Ulm', { plan: 'pro', city: 'Ulm' }]);
});

scope('wrappers count by their value, of both kinds', () => {
  const made = of({}, { once: { value: 7, persistent: false }, kept: { value: 0, persistent: true }, object: { value: 1 } });
  assert.equal([made['once'], made['kept'], made['object']], [7, 0, { value: 1 }]);
});

scope('empty text overrides nothing, null and false do', () => {
  const made = of({ a: 1, b: 2, c: 3, d: 4 }, { a: '', b: null, c: false, d: { value: '', persistent: false } });
  assert.equal([made['a'], made['b'], made['c'], made['d']], [1, null, false, 4]);
});

scope('a key named __proto__ reaches no prototype', () => {
  const made = of(JSON.parse('{"__proto__":{"admin":true}}') as Data, null);
  assert.is(made['admin'], undefined);
  assert.ok(Object.hasOwn(made, '__proto__'));
});

scope.run();
