/** The name of a segment inside event names: `segment.<slug>.entry` (decisions 2.4 "Slug"). */
export function slugOf(name: string): string {
  return name.trim().toLowerCase().replace(/[^\w\s-]/g, '').replace(/\s/g, '-').replace(/-{2,}/g, '-').replace(/^-+|-+$/g, '');
}
