/** Addresses as lines of one text: a line break, then each with a line break behind it. No address holds one. */

export const addLine = (text: string, line: string): string => `${text}${line}\n`;

/** Without the line, if it is there. */
export function removeLine(text: string, line: string): string {
  const at = text.indexOf(`\n${line}\n`);
  return at < 0 ? text : text.slice(0, at) + text.slice(at + line.length + 1);
}

/** The lines that hold the fragment, which has no line break and is not empty. */
export function linesWith(text: string, fragment: string): string[] {
  const found: string[] = [];
  for (let at = text.indexOf(fragment); at >= 0;) {
    const end = text.indexOf('\n', at);
    found.push(text.slice(text.lastIndexOf('\n', at) + 1, end));
    at = text.indexOf(fragment, end);
  }
  return found;
}
