/** The bytes of an uploaded file as UTF-8, checked while they are read: nothing is decoded by guessing (contract 2.7). */
import { isUtf8 } from 'node:buffer';
import { unreadable } from '../domain/import-header.ts';

export type Opened = AsyncIterable<Buffer>;

/** Reads the file from an offset on. @param most bytes: no more are fetched */
export type OpenFile = (start: number, most?: number) => Opened;

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

const ZIP = Buffer.from('PK\x03\x04');
const NOT_TEXT = 'The file is not a text file';
const NOT_UTF8 = 'CSV must be encoded in UTF-8';
const SAMPLE = 4_096;

/** What the first bytes say: the encoding and the length of the byte order mark. Faults with the job's `failedReason`. */
export function readByteOrderMark(head: Buffer): { encoding: Encoding; length: number } {
  if (head.length === 0) throw unreadable('The file is empty');
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return { encoding: 'utf-8', length: 3 };
  if (head[0] === 0xff && head[1] === 0xfe) return { encoding: 'utf-16le', length: 2 };
  if (head[0] === 0xfe && head[1] === 0xff) return { encoding: 'utf-16be', length: 2 };
  if (head.subarray(0, ZIP.length).equals(ZIP) || head.includes(0)) throw unreadable(NOT_TEXT);
  return { encoding: 'utf-8', length: 0 };
}

/** Where the last whole character of the chunk ends. */
function wholeEnd(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back]!;
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > back ? bytes.length - back : bytes.length;
    if (byte < 0x80) break;
  }
  return bytes.length;
}

async function* checked(chunks: Opened): Opened {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    const end = wholeEnd(bytes);
    const whole = bytes.subarray(0, end);
    if (whole.includes(0)) throw unreadable(NOT_TEXT);
    if (!isUtf8(whole)) throw unreadable(NOT_UTF8);
    yield whole;
    rest = bytes.subarray(end);
  }
  if (rest.length > 0) throw unreadable(NOT_UTF8);
}

async function* decoded(chunks: Opened, encoding: Encoding): Opened {
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  const decode = (bytes?: Buffer): Buffer => {
    try {
      return Buffer.from(bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode());
    } catch {
      throw unreadable(NOT_TEXT);
    }
  };
  for await (const chunk of chunks) yield decode(chunk);
  yield decode();
}

async function* from(chunks: Opened, start: number): Opened {
  let left = start;
  for await (const chunk of chunks) {
    if (left < chunk.length) yield chunk.subarray(left);
    left = Math.max(0, left - chunk.length);
  }
}

async function headOf(open: OpenFile): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const chunk of open(0, SAMPLE)) parts.push(chunk);
  return Buffer.concat(parts);
}

/** The text's UTF-8 from an offset on, which counts bytes of that UTF-8, the mark left out. Faults with the job's `failedReason`. */
export async function* readText(open: OpenFile, start: number): Opened {
  const { encoding, length } = readByteOrderMark(await headOf(open));
  // What is not UTF-8 has other offsets, so it is read from its beginning again.
  yield* checked(encoding === 'utf-8' ? open(length + start) : from(decoded(open(length), encoding), start));
}
