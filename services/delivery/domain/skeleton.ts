/**
 * A template of plain placeholders, taken apart: the text between them, the same for all recipients, and each one's values.
 * Rows keep the values; the pieces are kept once.
 */

/** One more piece than there are values. */
export function joined(pieces: readonly string[], values: readonly string[]): string {
  let text = pieces[0] ?? '';
  for (let index = 0; index < values.length; index += 1) text += values[index]! + pieces[index + 1]!;
  return text;
}
