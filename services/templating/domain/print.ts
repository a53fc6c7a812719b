/** How a value becomes text in a mail (contract "Template language: Arrays, objects"). Never calls a method of the value. */

function item(value: unknown): string {
  return Array.isArray(value) ? value.map(item).join(',') : plain(value);
}

function plain(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return '';
  if (typeof value === 'object') return value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString() : '[object Object]';
  return typeof value === 'function' || typeof value === 'symbol' ? '' : String(value);
}

/** Text of a value: a bare array as `<li>` lines, an object as `[object Object]`, nothing for null and undefined. */
export function print(value: unknown): string {
  return Array.isArray(value) ? value.map((each) => `<li>${item(each)}</li>`).join('\n') : plain(value);
}

/** The `??` rule: missing, null and the empty text give way to the fallback; 0 and false stand. */
export function or(value: unknown, fallback: unknown): unknown {
  return value === undefined || value === null || value === '' ? fallback : value;
}
