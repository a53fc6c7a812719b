/** The HTML body as a document (contract "Send pipeline: HTML"). */

const BEGINNING = /(?:<!doctype|<html)\b/iy;
const BLANKS = /\s*/y;

/** Behind the blanks that stand at `at`. */
function afterBlanks(text: string, at: number): number {
  BLANKS.lastIndex = at;
  BLANKS.test(text);
  return BLANKS.lastIndex;
}

/** Begins with a doctype or `<html>`, comments before it or not. */
function isDocument(body: string): boolean {
  let at = afterBlanks(body, 0);
  while (body.startsWith('<!--', at)) {
    const close = body.indexOf('-->', at + 4);
    if (close < 0) return false;
    at = afterBlanks(body, close + 3);
  }
  BEGINNING.lastIndex = at;
  return BEGINNING.test(body);
}

/** A fragment is wrapped in a plain styled document; a full document is left alone. */
export function htmlDocument(body: string): string {
  if (isDocument(body)) return body;
  return [
    '<!DOCTYPE html>',
    '<html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"></head>',
    '<body style="margin:0;padding:24px;font-family:-apple-system,BlinkMacSystemFont,\'Segoe ' +
      'UI\',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5;color:#1a1a1a">',
    body,
    '</body></html>',
  ].join('\n');
}
