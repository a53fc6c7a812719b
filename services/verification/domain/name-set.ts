/** Many names in few bytes: a Set of strings takes four times as much, for as long as the process lives. */

export interface NameSet {
  has(name: string): boolean;
}

const END = 0x0a;

/** Reads the names, none of which has a line end, once; a look-up takes some microseconds. */
export function createNameSet(names: readonly string[]): NameSet {
  const sorted = names.toSorted();
  const bytes = new TextEncoder().encode(`${sorted.join('\n')}\n`);
  const decoder = new TextDecoder();
  const starts = new Uint32Array(names.length + 1);
  for (let [index, at] = [1, 0]; index <= names.length; index += 1) starts[index] = at = bytes.indexOf(END, at) + 1;
  const nameAt = (index: number): string => decoder.decode(bytes.subarray(starts[index], starts[index + 1]! - 1));

  function has(name: string): boolean {
    let [from, to] = [0, starts.length - 1];
    while (from < to) {
      const middle = (from + to) >>> 1;
      // As they were sorted: by UTF-16.
      const found = nameAt(middle);
      if (found === name) return true;
      if (found < name) from = middle + 1;
      else to = middle;
    }
    return false;
  }

  return { has };
}
