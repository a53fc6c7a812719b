/** Texts in regular expressions. Pure: domains may import it. */

/** A pattern that finds the text literally, whatever is in it; at most four bytes a character of ASCII. */
export function literalPattern(text: string): string {
  // Letters and digits stand for themselves, as does everything beyond ASCII; MongoDB's patterns cannot hold the character zero itself.
  return text.replace(/[\0-\x7f]/g, (character) =>
    /[A-Za-z0-9]/.test(character) ? character : `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
}
