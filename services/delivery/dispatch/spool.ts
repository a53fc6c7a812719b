/**
 * A file that says which mails this process is handing over, and how far each is, for recovery on the same host. What is written survives
 * SIGKILL in the kernel's page cache but may not survive the host, which is why the file holds the boot id. Eight bytes an attempt: a hash
 * of its key, with its state in the last two bits. A socket beside the file answers as long as the process lives.
 */
import { hash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { mkdir, readFile, readdir, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';

/** kept: the provider does not have it. Their order is that of the two bits. */
const STATES = ['kept', 'handed over', 'accepted', 'delivered'] as const;
export type SpoolState = (typeof STATES)[number];

export interface Spool {
  /**
   * Right before the hand-over, again before another try of it. Throws when it cannot be written: then nothing may be handed over.
   * @param key names the attempt, and no other ever
   */
  enter(key: string): void;
  /** The provider has answered; of what it fell silent about nothing is said. */
  answered(key: string, state: Exclude<SpoolState, 'handed over'>): void;
  /** What became of the attempt is on disk elsewhere, or none was begun. */
  leave(key: string): void;
  /** What processes left behind that ended on this host since it was booted. */
  left(): Promise<LeftSpool[]>;
  /** Nothing is under way any more: nothing is left behind. */
  close(): Promise<void>;
}

export interface LeftSpool {
  /** Id of the process that ended. */
  owner: string;
  /** How far an attempt was; `kept` for one that never began. */
  stateOf(key: string): SpoolState;
  remove(): Promise<void>;
}

const BOOT_ID = '/proc/sys/kernel/random/boot_id';
const HEADER_BYTES = 256;
const ENTRY_BYTES = 8;
/** The file is made longer by so many entries, so that an entry is never what fills the disk. */
const GROWTH = 512;

/** Eight bytes, the last two bits free. */
function entryOf(key: string, state: SpoolState): Buffer {
  const entry = hash('sha256', key, 'buffer').subarray(0, ENTRY_BYTES);
  entry[7] = (entry[7]! & 0xfc) | STATES.indexOf(state);
  return entry;
}

/** Only a refused connection is evidence of an end. */
function isAlive(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(socket)
      .once('connect', () => {
        probe.destroy();
        resolve(true);
      })
      .once('error', ({ code }: NodeJS.ErrnoException) => resolve(code !== 'ECONNREFUSED' && code !== 'ENOENT'));
  });
}

function readSpool(bytes: Buffer): { owner: string; boot: string; states: Map<string, SpoolState> } {
  const [owner = '', boot = ''] = bytes.toString('utf8', 0, HEADER_BYTES).split('\n');
  const states = new Map<string, SpoolState>();
  for (let at = HEADER_BYTES; at + ENTRY_BYTES <= bytes.length; at += ENTRY_BYTES) {
    const entry = bytes.subarray(at, at + ENTRY_BYTES);
    const state = STATES[entry[7]! & 3]!;
    entry[7]! &= 0xfc;
    states.set(entry.toString('hex'), state);
  }
  return { owner, boot, states };
}

/** The file itself: entries in places that are used again. */
interface Entries extends Pick<Spool, 'enter' | 'answered' | 'leave'> {
  close(): void;
}

function createEntries(path: string, header: string): Entries {
  const file = openSync(path, 'wx', 0o600);
  const places = new Map<string, number>();
  const free: number[] = [];
  let size = 0;

  function write(bytes: Buffer, at: number): void {
    if (writeSync(file, bytes, 0, bytes.length, at) < bytes.length) throw new Error('the spool could not be written');
  }

  function grow(): void {
    write(Buffer.alloc(GROWTH * ENTRY_BYTES), HEADER_BYTES + size * ENTRY_BYTES);
    for (let place = size + GROWTH - 1; place >= size; place -= 1) free.push(place);
    size += GROWTH;
  }

  function enter(key: string): void {
    if (!places.has(key) && free.length === 0) grow();
    const place = places.get(key) ?? free.at(-1)!;
    write(entryOf(key, 'handed over'), HEADER_BYTES + place * ENTRY_BYTES);
    if (!places.has(key)) places.set(key, free.pop()!);
  }

  function answered(key: string, state: SpoolState): void {
    const place = places.get(key);
    try {
      if (place !== undefined) write(entryOf(key, state).subarray(-1), HEADER_BYTES + (place + 1) * ENTRY_BYTES - 1);
    } catch {
      // It reads "handed over" still: after a kill the outcome is unknown, and the answer itself is not in question.
    }
  }

  function leave(key: string): void {
    const place = places.get(key);
    if (place === undefined) return;
    places.delete(key);
    free.push(place);
  }

  write(Buffer.from(header.padEnd(HEADER_BYTES, '\n')), 0);
  grow();
  return { enter, answered, leave, close: () => closeSync(file) };
}

/**
 * @param dir a folder of this host, shared with those who come after. @param owner this process's id
 * @throws where there is no boot id (other systems than Linux), and when the folder cannot be written
 */
export async function openSpool(dir: string, owner: string): Promise<Spool> {
  const boot = (await readFile(BOOT_ID, 'utf8')).trim();
  await mkdir(dir, { recursive: true });
  // A socket's path is short.
  const nameOf = (id: string): string => hash('sha256', id, 'hex').slice(0, 16);
  const pathsOf = (name: string) => ({ file: join(dir, `${name}.spool`), socket: join(dir, `${name}.sock`) });
  const removeOf = async (name: string): Promise<void> => {
    const { file, socket } = pathsOf(name);
    await Promise.all([rm(file, { force: true }), rm(socket, { force: true })]);
  };
  const own = pathsOf(nameOf(owner));
  // Who has a file is alive: the socket comes first.
  const server = createServer((asking) => asking.destroy()).unref();
  await new Promise<void>((resolve, reject) => void server.once('error', reject).listen(own.socket, resolve));
  const entries = createEntries(own.file, `${owner}\n${boot}`);

  async function read(name: string): Promise<LeftSpool | null> {
    const { file, socket } = pathsOf(name);
    if (await isAlive(socket)) return null;
    // Another one may have removed it meanwhile.
    const bytes = await readFile(file).catch(() => null);
    const spool = bytes && readSpool(bytes);
    const remove = () => removeOf(name);
    if (spool?.boot === boot)
      return { owner: spool.owner, remove, stateOf: (key) => spool.states.get(entryOf(key, 'kept').toString('hex')) ?? 'kept' };
    await remove();
    return null;
  }

  return {
    enter: entries.enter,
    answered: entries.answered,
    leave: entries.leave,
    async left() {
      const files = (await readdir(dir)).filter((name) => name.endsWith('.spool') && join(dir, name) !== own.file);
      const found = await Promise.all(files.map((name) => read(name.slice(0, -'.spool'.length))));
      return found.filter((one) => one !== null);
    },
    async close() {
      entries.close();
      await removeOf(nameOf(owner));
      server.close();
    },
  };
}
