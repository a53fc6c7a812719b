/**
 * Bounds what postal-mime holds of a message. Of a part that is not encoded it keeps objects for each line, 2.5 KB, and it takes any number
 * of parts: here lines lie one behind the other in one buffer, and parts are counted. Both are inside the package, whose version is exact.
 */
import PostalMime from 'postal-mime';

interface Decoder {
  /** A line without its end. */
  update(line: Uint8Array): void;
  finalize(): Promise<ArrayBuffer>;
}

/** A part, as far as it is touched here. */
interface Node {
  contentDecoder: Decoder | null;
  /** Called once, when the headers are read. */
  setupContentDecoder(this: Node, encoding: string): void;
}

export interface PartLimits {
  /** Begins with a message; the ones before it are done. */
  reset(): void;
}

const ENCODED = /base64|quoted-printable/i;
const FIRST_BYTES = 1_024;
const LF = 10;

class Lines implements Decoder {
  #bytes = new Uint8Array(FIRST_BYTES);
  #length = 0;

  update(line: Uint8Array): void {
    const end = this.#length + line.length + 1;
    if (end > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(end, this.#bytes.length * 2));
      larger.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = larger;
    }
    this.#bytes.set(line, this.#length);
    this.#bytes[end - 1] = LF;
    this.#length = end;
  }

  async finalize(): Promise<ArrayBuffer> {
    return this.#bytes.buffer.slice(0, this.#length);
  }
}

/** From now on all messages of this thread, one at a time, are read within the limit. */
export function createPartLimits(most: number): PartLimits {
  const { root } = new PostalMime() as unknown as { root: Node };
  const prototype = Object.getPrototypeOf(root) as Node;
  const original = prototype.setupContentDecoder;
  let parts = 0;
  prototype.setupContentDecoder = function setup(encoding) {
    parts += 1;
    if (parts > most) throw new Error(`it has more than ${most} parts`);
    if (ENCODED.test(encoding)) original.call(this, encoding);
    else this.contentDecoder = new Lines();
  };
  return {
    reset: () => {
      parts = 0;
    },
  };
}
