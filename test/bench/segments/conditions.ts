/** Conditions as people write them, each beside a query written by hand for the same question. */

export interface Measured {
  name: string;
  /** As POST /segments takes it. */
  condition: object;
  byHand: object;
}

const DAY_MS = 86_400_000;

const filter = (field: string, operator: string, value?: unknown, unit?: string) => ({ field, operator, value, unit });
const all = (...filters: object[]) => ({ logic: 'AND', groups: [{ filters }] });
const fifty = Array.from({ length: 50 }, (_, n) => filter(n % 2 ? 'data.score' : 'data.age', 'gte', n % 2 ? n : n / 10));
/** @param other id of a segment that a fiftieth of the contacts is in. @param now what `within` counts from */
export function conditions(other: string, now: Date): Measured[] {
  const ago = (days: number): Date => new Date(now.getTime() - days * DAY_MS);
  const list: [string, object, object][] = [
    ['data equals, 1 of 1,000', all(filter('data.city', 'equals', 'city-7')), { 'data.city': 'city-7' }],
    ['data equals, 1 of 4', all(filter('data.plan', 'equals', 'pro')), { 'data.plan': 'pro' }],
    [
      'number range',
      all(filter('data.score', 'gte', 9_900), filter('data.age', 'lt', 30)),
      { 'data.score': { $gte: 9_900 }, 'data.age': { $lt: 30 } },
    ],
    [
      'two groups with OR',
      {
        logic: 'OR',
        groups: [
          { filters: [filter('data.plan', 'equals', 'team'), filter('subscribed', 'equals', true)] },
          { filters: [filter('data.age', 'lt', 5)] },
        ],
      },
      { $or: [{ 'data.plan': 'team', subscribed: true }, { 'data.age': { $lt: 5 } }] },
    ],
    ['event in the last 30 days', all(filter('event.event7', 'triggeredWithin', 30, 'days')), { 'seen.event7': { $gte: ago(30) } }],
    [
      'opened, not clicked',
      all(filter('email.opened', 'triggered'), filter('email.clicked', 'notTriggered')),
      { 'mail.any.opened': { $exists: true }, 'mail.any.clicked': { $exists: false } },
    ],
    ['notExists', all(filter('data.phone', 'notExists')), { 'data.phone': null }],
    ['contains', all(filter('data.city', 'contains', 'y-99')), { 'data.city': { $regex: 'y-99' } }],
    ['e-mail contains', all(filter('email', 'contains', 'example7.')), { email: { $regex: 'example7\\.' } }],
    ['date within 30 days', all(filter('data.signup', 'within', 30, 'days')), { 'data.signup': { $gte: ago(30).toISOString() } }],
    ['member of another segment', all(filter(`segment.${other}`, 'memberOfSegment')), { segments: other }],
    ['50 filters', all(...fifty), { $and: fifty.map(({ field, value }) => ({ [field]: { $gte: value } })) }],
  ];
  return list.map(([name, condition, byHand]) => ({ name, condition, byHand }));
}
