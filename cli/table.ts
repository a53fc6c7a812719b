/** Plain tables for people: columns as wide as they need, nothing around them. */

const cellOf = (value: unknown): string => (value === null || value === undefined ? '–' : String(value));

/** @param rows each with a value for every heading, in their order; numbers stand to the right */
export function table(headings: readonly string[], rows: readonly (readonly unknown[])[]): string[] {
  const cells = [headings, ...rows.map((row) => row.map(cellOf))];
  const widths = headings.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)));
  const isNumber = headings.map((_, column) =>
    rows.every((row) => typeof row[column] === 'number' || row[column] === null || row[column] === undefined),
  );
  return cells.map((row) =>
    row
      .map((cell, column) => (isNumber[column] && rows.length > 0 ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!)))
      .join('  ')
      .trimEnd(),
  );
}

/** A table, or the sentence that says that it has no rows. */
export const listing = (headings: readonly string[], rows: readonly (readonly unknown[])[], none: string): string[] =>
  rows.length > 0 ? table(headings, rows) : [none];

/** `name  value`, a line each. */
export function facts(pairs: readonly (readonly [name: string, value: unknown])[]): string[] {
  const width = Math.max(...pairs.map(([name]) => name.length));
  return pairs.map(([name, value]) => `${name.padEnd(width)}  ${cellOf(value)}`);
}

/** `0.4 s`, `12 min`, `3.1 h` */
export function lasting(seconds: number): string {
  if (seconds < 120) return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
  return seconds < 7_200 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3_600).toFixed(1)} h`;
}
