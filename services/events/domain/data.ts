/** Data of a tracked event (contract 4.3 "Event row"). */

export type Data = Record<string, unknown>;

/** `{ value, persistent }` with a boolean `persistent`, whatever else it holds (contract 2.1 "Values"). */
function isWrapper(value: unknown): value is { value: unknown; persistent: boolean } {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.hasOwn(value, 'value') &&
    Object.hasOwn(value, 'persistent') &&
    typeof (value as { persistent: unknown }).persistent === 'boolean'
  );
}

/** Data as the event keeps it: wrappers of both kinds reduced to their value, everything else as sent. */
export function trackedData(data: Data): Data {
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, isWrapper(value) ? value.value : value]));
}
