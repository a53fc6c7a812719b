/** The type of a value as the field catalogue names it (contract 2.1). */
const DATE = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d{1,9})?Z)?$/;

export function typeOf(value: unknown): 'number' | 'boolean' | 'date' | 'string' {
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'boolean';
  return typeof value === 'string' && DATE.test(value) && !Number.isNaN(Date.parse(value)) ? 'date' : 'string';
}
