/** The value below which a share (0 to 1) of the ascending values lies; `none` when there are no values. */
export function quantile(sorted: readonly number[], share: number, none = 0): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? none;
}
