/** Follows a log file as it grows: what services warn of is shown in the terminal, while the file stays whole. */
import { closeSync, openSync, readSync, statSync } from 'node:fs';

const LOOK_EVERY_MS = 250;

/** Calls `onLine` for every line after byte `from`. Returns what ends it. */
export function follow(file: string, from: number, onLine: (line: string) => void): () => void {
  let position = from;
  let rest = '';
  const look = (): void => {
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    if (size < position) position = 0;
    if (size === position) return;
    const bytes = Buffer.alloc(size - position);
    const descriptor = openSync(file, 'r');
    readSync(descriptor, bytes, 0, bytes.length, position);
    closeSync(descriptor);
    position = size;
    const lines = (rest + bytes.toString('utf8')).split('\n');
    rest = lines.pop()!;
    lines.forEach(onLine);
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  return () => {
    clearInterval(timer);
    look();
  };
}

/** A line of a service's log in short, when it is a warning or worse or no JSON at all; else null. */
export function shortened(line: string): string | null {
  if (line.trim() === '') return null;
  try {
    const { level, msg, service, err, error } = JSON.parse(line);
    if (!['warn', 'error', 'fatal'].includes(level)) return null;
    const reason = err?.message ?? error?.message ?? '';
    return `${level}: ${[service, msg, reason].filter(Boolean).join(': ')}`.slice(0, 300);
  } catch {
    return line.slice(0, 300);
  }
}
