/**
 * Places at which a drill lets this process die by SIGKILL, between "request received" and "row terminal". Armed only by the file that
 * `FAILPOINT_FILE` names, which production refuses; unarmed, a place costs one comparison.
 */
import { readFileSync } from 'node:fs';

const LOOK_EVERY_MS = 20;

let armed: string | undefined;
let left = 0;
let seen = '';

function look(file: string): void {
  let text = '';
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch {
    // No file: nothing is armed.
  }
  if (text === seen) return;
  seen = text;
  const [, point, count] = /^(.+) (\d+)$/.exec(text) ?? [];
  armed = point;
  left = Number(count ?? 0);
}

/** Obeys a file that holds `<point> <n>`: the process dies when it comes to the point for the nth time from then on. */
export function armFailpoints(file: string): void {
  look(file);
  setInterval(() => look(file), LOOK_EVERY_MS).unref();
}

/** The process is at a point. */
export function failpoint(point: string): void {
  if (armed !== point) return;
  left -= 1;
  if (left <= 0) process.kill(process.pid, 'SIGKILL');
}
