/** Conditions read word by word from the contract's text, sharing no code with the service: the third opinion of the differential test. */

export interface Person {
  email: string;
  subscribed: boolean;
  data: Record<string, unknown>;
  createdAt: string;
  updatedAt: string;
  /** Every occurrence: name, and for mail the template and whether a person did it. */
  events: { name: string; at: string; templateId?: string; human?: boolean }[];
  /** Ids of the segments it is a member of. */
  segments: string[];
}

const MONTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const UNIT: any = { days: 86_400_000, hours: 3_600_000, minutes: 60_000 };
const ACTIVITY: any = {
  sent: 'email.sent',
  delivered: 'email.delivery',
  opened: 'email.open',
  clicked: 'email.click',
  bounced: 'email.bounce',
  complained: 'email.complaint',
};

/** `YYYY-MM-DD` (midnight UTC) and `YYYY-MM-DDTHH:mm:ss[.mmm]Z` that name a real day → [day, milliseconds]. */
function date(text: unknown): [string, number] | null {
  if (typeof text !== 'string') return null;
  const digits = (from: number, to: number): number =>
    /^[0-9]+$/.test(text.slice(from, to)) && text.slice(from, to).length === to - from ? Number(text.slice(from, to)) : NaN;
  const [year, month, day] = [digits(0, 4), digits(5, 7), digits(8, 10)];
  if (text[4] !== '-' || text[7] !== '-' || !(month >= 1 && month <= 12) || Number.isNaN(year)) return null;
  const leap = month === 2 && (year % 400 === 0 || (year % 4 === 0 && year % 100 !== 0)) ? 1 : 0;
  if (!(day >= 1 && day <= MONTHS[month - 1]! + leap)) return null;
  const midnight = new Date(0);
  midnight.setUTCFullYear(year, month - 1, day);
  if (text.length === 10) return [text, midnight.getTime()];
  const [hour, minute, second, milli] = [digits(11, 13), digits(14, 16), digits(17, 19), text.length === 24 ? digits(20, 23) : 0];
  const shape =
    text[10] === 'T' &&
    text[13] === ':' &&
    text[16] === ':' &&
    text.at(-1) === 'Z' &&
    (text.length === 20 || (text.length === 24 && text[19] === '.'));
  if (!shape || !(hour < 24 && minute < 60 && second < 60 && milli >= 0)) return null;
  return [text.slice(0, 10), midnight.getTime() + ((hour * 60 + minute) * 60 + second) * 1_000 + milli];
}

function field(data: any, key: string): unknown {
  if (Object.prototype.hasOwnProperty.call(data, key)) return data[key];
  let at = data;
  for (const step of key.split('.')) {
    if (at === null || typeof at !== 'object' || Array.isArray(at) || !Object.prototype.hasOwnProperty.call(at, step)) return undefined;
    at = at[step];
  }
  return at;
}

function deep(a: any, b: any): boolean {
  if (typeof a !== typeof b || a === null || b === null || typeof a !== 'object') return a === b;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [x, y] = [Object.keys(a).sort(), Object.keys(b).sort()];
  return x.join('\0') === y.join('\0') && x.every((key) => deep(a[key], b[key]));
}

function filter(sent: any, person: Person, now: number): boolean {
  const { value } = sent;
  const operator =
    ({ gt: 'greaterThan', lt: 'lessThan', gte: 'greaterThanOrEqual', lte: 'lessThanOrEqual' } as any)[sent.operator] ?? sent.operator;
  const not = operator.startsWith('not');
  const since = now - value * UNIT[sent.unit];
  if (/riggered/.test(operator)) {
    const activity = /^email\.(.*)/.exec(sent.field)?.[1];
    const name = activity ? ACTIVITY[activity] : sent.field.replace(/^event\./, '');
    const times = person.events
      .filter((event) => event.name === name && (!activity || !sent.templateId || event.templateId === sent.templateId))
      .filter((event) => !sent.by || event.human)
      .map(({ at }) => Date.parse(at));
    if (operator === 'triggered' || operator === 'notTriggered') return not !== times.length > 0;
    if (operator === 'triggeredOlderThan') return times.length > 0 && !times.some((time) => time >= since);
    return not !== times.some((time) => time >= since);
  }
  if (operator.endsWith('OfSegment')) {
    const id = sent.field.slice('segment.'.length);
    return id !== 'unknown' && not !== person.segments.includes(id);
  }
  const isEmail = sent.field === 'email';
  const stored: any = sent.field.startsWith('data.') ? field(person.data, sent.field.slice(5)) : (person as any)[sent.field];
  if (operator === 'exists') return stored !== undefined && stored !== null;
  if (operator === 'notExists') return stored === undefined || stored === null;
  if (stored === undefined || stored === null) return false;
  if (operator === 'equals' || operator === 'notEquals') {
    const [mine, theirs] = isEmail ? [null, null] : [date(stored), date(value)];
    const same = isEmail
      ? typeof value === 'string' && stored.toLowerCase() === value.toLowerCase()
      : mine && theirs
        ? mine[0] === theirs[0]
        : deep(stored, value);
    return same !== not;
  }
  if (operator === 'contains' || operator === 'notContains') {
    if (typeof stored !== 'string' || typeof value !== 'string') return false;
    return (isEmail ? stored.toLowerCase().indexOf(value.toLowerCase()) : stored.indexOf(value)) >= 0 !== not;
  }
  const [left, right] =
    operator === 'within' || operator === 'olderThan'
      ? [date(stored)?.[1], since]
      : typeof value === 'number'
        ? [typeof stored === 'number' ? stored : undefined, value]
        : [date(stored)?.[1], date(value)![1]];
  if (left === undefined) return false;
  switch (operator) {
    case 'greaterThan':
      return left > right;
    case 'lessThan':
    case 'olderThan':
      return left < right;
    case 'lessThanOrEqual':
      return left <= right;
    default:
      return left >= right;
  }
}

/** Whether the person matches the condition as it was sent. */
export function reading(condition: any, person: Person, now: number): boolean {
  const groups = condition.groups.map(
    (group: any) =>
      (group.filters ?? []).every((one: any) => filter(one, person, now)) && (!group.conditions || reading(group.conditions, person, now)),
  );
  return condition.logic === 'AND' ? groups.every((holds: boolean) => holds) : groups.some((holds: boolean) => holds);
}
