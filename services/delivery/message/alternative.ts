/** The text alternative of an HTML document (decisions "Send pipeline": HTML). */
import { compile } from 'html-to-text';

/** More than a template may make (decisions "Template language": Limits); reading more would hold up other mail. */
export const TEXT_FROM_MAX = 2_000_000;

const convert = compile({
  // The transfer encoding breaks lines without the reader seeing it; a break of ours would depend on each value's length.
  wordwrap: false,
  // Layout tables are read as text, pictures are left out.
  selectors: [{ selector: 'img', format: 'skip' }],
} as never);

/** @param document with links as the sender wrote them */
export function textOf(document: string): string {
  return convert(document.slice(0, TEXT_FROM_MAX));
}
