/** README's tables that say what the code says: made here, checked by test/contract/readme.test.ts, written by `npm run generate`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { CONCERNS } from '#kit/config/config.ts';
import { CATALOGUE } from '#kit/errors.ts';

const row = (...cells: (string | number)[]): string => `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;

function errors(): string {
  const rows = Object.entries(CATALOGUE).map(([name, { code, status, message, suggestion }]) => row(`\`${name}\``, status, `\`${code}\``, message, suggestion ?? '–'));
  return [row('Fault', 'Status', 'Code', 'Message', 'Suggestion'), row('---', '---', '---', '---', '---'), ...rows].join('\n');
}

function configuration(): string {
  const rows = Object.values(CONCERNS).flatMap(({ settings }) =>
    Object.entries(settings).map(([name, { shown, effect, aliases }]) => row([name, ...(aliases ?? [])].map((text) => `\`${text}\``).join(', '), shown, effect)));
  return [row('Name', 'Default', 'Effect'), row('---', '---', '---'), ...rows].join('\n');
}

/** Marker in README (`<!-- errors -->` … `<!-- /errors -->`) → what stands between. */
export const TABLES: Readonly<Record<string, () => string>> = { errors, configuration };

/** README with every marked table made anew. */
export function withTables(readme: string): string {
  return Object.entries(TABLES).reduce((text, [name, table]) => {
    const marked = new RegExp(`(<!-- ${name} -->\n)[^]*?(\n<!-- /${name} -->)`);
    if (!marked.test(text)) throw new Error(`README has no place for the table of ${name}`);
    return text.replace(marked, (_all, open: string, close: string) => `${open}${table()}${close}`);
  }, readme);
}

if (import.meta.main) writeFileSync('README.md', withTables(readFileSync('README.md', 'utf8')));
