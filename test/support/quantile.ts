/** The value below which a share (0 to 1) of the ascending values lies; `none` when there are no values. */
export function quantile(sorted: readonly number[], share: number, none = 0): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? none;
}

/** The middle one of values in any order; 0 when there are none. */
export const median = (values: readonly number[]): number =>
  quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  );
