/**
 * What no line of a message may hold (RFC 5321 §2.3.8, §4.1.1.4, §4.5.3.1.6). A carriage return or a line feed that stands alone ends a
 * line for some servers and none for others: between the two a second message can be hidden. One pass over the bytes.
 */

/** Octets of a line without its CRLF. */
const LINE_MAX = 998;
const [NUL, LF, CR] = [0, 10, 13];

export interface LineFault {
  text: string;
  /** Others would end the message elsewhere: what follows it on the connection may have been a part of it. */
  isEndUnclear: boolean;
}

export interface LineGuard {
  /** The next bytes of the message; answers what is wrong with it, once it is known. */
  check(bytes: Uint8Array): LineFault | undefined;
}

const unclear = (text: string): LineFault => ({ text, isEndUnclear: true });
const plain = (text: string): LineFault => ({ text, isEndUnclear: false });

export function createLineGuard(): LineGuard {
  let length = 0;
  let afterCr = false;

  /** A CR counts until it is known to end the line. */
  function faultOf(byte: number): LineFault | undefined {
    if (byte === LF) return afterCr ? undefined : unclear('a line feed stands without a carriage return');
    if (afterCr) return unclear('a carriage return stands without a line feed');
    if (byte === NUL) return plain('it holds a NUL');
    return length >= LINE_MAX && byte !== CR ? plain(`a line is longer than ${LINE_MAX} characters`) : undefined;
  }

  function check(bytes: Uint8Array): LineFault | undefined {
    for (const byte of bytes) {
      if (byte > CR && !afterCr && length < LINE_MAX) {
        length += 1;
        continue;
      }
      const fault = faultOf(byte);
      if (fault !== undefined) return fault;
      afterCr = byte === CR;
      if (byte === LF) length = 0;
      else if (byte !== CR) length += 1;
    }
    return undefined;
  }

  return { check };
}
