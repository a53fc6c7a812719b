/** The HTML body as a document (decisions "Send pipeline": HTML). */

const FULL = /^\s*(?:<!--[\s\S]*?-->\s*)*(?:<!doctype\b|<html\b)/i;

/** A fragment is wrapped in a plain styled document; a full document is left alone. */
export function htmlDocument(body: string): string {
  if (FULL.test(body)) return body;
  return [
    '<!DOCTYPE html>',
    '<html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"></head>',
    '<body style="margin:0;padding:24px;font-family:-apple-system,BlinkMacSystemFont,\'Segoe UI\',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5;color:#1a1a1a">',
    body,
    '</body></html>',
  ].join('\n');
}
