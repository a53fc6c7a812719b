/** What an upload really is, by its first bytes (contract 4.9 "Uploads"). */

export interface ImageKind {
  extension: string;
  contentType: string;
}

export const MAX_IMAGE_BYTES = 10 * 1_048_576;

/** Bytes needed to know. */
export const MAGIC_BYTES = 12;

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

const starts = (head: Uint8Array, bytes: readonly number[], at = 0): boolean => bytes.every((byte, i) => head[at + i] === byte);
const says = (head: Uint8Array, text: string, at = 0): boolean =>
  starts(
    head,
    [...text].map((c) => c.charCodeAt(0)),
    at,
  );

/** jpeg, png, gif or webp; undefined for everything else, svg included. */
export function imageKind(head: Uint8Array): ImageKind | undefined {
  if (starts(head, [0xff, 0xd8, 0xff])) return { extension: 'jpg', contentType: 'image/jpeg' };
  if (starts(head, PNG)) return { extension: 'png', contentType: 'image/png' };
  if (says(head, 'GIF87a') || says(head, 'GIF89a')) return { extension: 'gif', contentType: 'image/gif' };
  if (says(head, 'RIFF') && says(head, 'WEBP', 8)) return { extension: 'webp', contentType: 'image/webp' };
  return undefined;
}

const TYPES: Readonly<Record<string, string>> = { jpg: 'image/jpeg', png: 'image/png', gif: 'image/gif', webp: 'image/webp' };

/** The content type of a stored key, or undefined when it is none of ours. */
export function typeOfKey(key: string): string | undefined {
  const extension = /^(?:[0-9a-f]{16})?[0-9a-f]{32}\.(jpg|png|gif|webp)$/.exec(key)?.[1];
  return extension && TYPES[extension];
}
