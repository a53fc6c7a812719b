/** How deep free-form data may be nested. MongoDB keeps 100 levels; some are taken by the documents around it. */
export const MAX_DEPTH = 64;

/** True when `value` has more than `levels` levels of objects and arrays. Walks without recursion: hostile input decides the depth. */
export function deeperThan(value: unknown, levels: number): boolean {
  let level: object[] = typeof value === 'object' && value !== null ? [value] : [];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= levels) return true;
    const next: object[] = [];
    for (const node of level) {
      for (const child of Object.values(node)) if (typeof child === 'object' && child !== null) next.push(child);
    }
    level = next;
  }
  return false;
}
