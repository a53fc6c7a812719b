/** Tables and marked blocks of Markdown documents. */

export type Text = string | number | null;

const cell = (value: Text): string => {
  if (value === null || value === '') return '–';
  const text = typeof value === 'number' ? value.toLocaleString('en', { maximumFractionDigits: 4 }) : value;
  return text.replaceAll('|', '\\|');
};
const line = (cells: readonly Text[]): string => `| ${cells.map(cell).join(' | ')} |`;

export const table = (columns: readonly string[], rows: readonly (readonly Text[])[]): string =>
  [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n');

/** The text with what stands between `<!-- name -->` and `<!-- /name -->` replaced; an Error when it has no such marks. */
export function withBlock(text: string, name: string, content: string): string {
  const [open, close] = [`<!-- ${name} -->\n`, `\n<!-- /${name} -->`];
  const [start, end] = [text.indexOf(open), text.indexOf(close)];
  if (start < 0 || end < start) throw new Error(`no block ${open.trim()} … ${close.trim()}`);
  return text.slice(0, start + open.length) + content + text.slice(end);
}
