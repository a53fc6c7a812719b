/**
 * Measured runs of benches and drills, kept as docs/results/<kind>-<name>.json. docs/benchmarks.md, docs/drills.md and the sizing of
 * docs/operations.md are made from these files by `npm run generate`; nothing reads figures out of prose.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './local/binaries.mjs';

export type Kind = 'bench' | 'drill';
export type Cell = string | number | null;
/** Column → value. All rows of a table have the same columns, in the order they are shown. Units stand in the column's name: `p50 ms`. */
export type Row = Readonly<Record<string, Cell>>;

export interface Table {
  /** What the rows are of: what is throttled, cached, batched, cut or joined in them. */
  title: string;
  rows: readonly Row[];
}

/** What a bench or a drill found. */
export interface Findings {
  kind: Kind;
  /** Name of the file, and of the section that sorts by it: `edge`, `campaigns`, `campaigns-million`. */
  name: string;
  /** Heading of the section. */
  title: string;
  /** What was done: sizes, servers, what the figures are beside. */
  about: string;
  tables: readonly Table[];
  /** Single findings that no table holds, a sentence each. */
  notes: readonly string[];
}

/** Findings with where they come from. */
export interface Result extends Findings {
  /** Day of the run, `2026-11-21`. */
  date: string;
  /** Commit the run was of; `-dirty` when files differed from it, other kept results aside. */
  commit: string;
  machine: string;
  /** What a reader types to repeat it. */
  command: string;
}

const KEPT = join(ROOT, 'docs/results');
const LATEST = join(ROOT, '.local/results');

const machine = (): string =>
  `${cpus().length} × ${cpus()[0]?.model ?? 'unknown CPU'}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`;

const git = (...args: string[]): string => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();

function commit(): string {
  const changed = git('status', '--porcelain', '--untracked-files=no', '--', '.', ':!docs/results');
  return git('rev-parse', '--short', 'HEAD') + (changed === '' ? '' : '-dirty');
}

/** Settings of the run (`BENCH_MAILS=6000`) and the npm command. */
function command(kind: Kind, script: string): string {
  const settings = Object.entries(process.env).filter(([name]) => name.startsWith(`${kind.toUpperCase()}_`));
  return [...settings.map(([name, value]) => `${name}=${value}`), `npm run ${kind} -- ${script}`].join(' ');
}

/**
 * Writes a run's findings to .local/results, or with KEEP_RESULTS=true to docs/results, from where `npm run generate` takes them into
 * the documents. `script` is what selects the program (`npm run bench -- <script>`). Answers the path of the file.
 */
export function keepResult(findings: Findings, script: string = findings.name): string {
  const dir = process.env['KEEP_RESULTS'] === 'true' ? KEPT : LATEST;
  const path = join(dir, `${findings.kind}-${findings.name}.json`);
  const origin = {
    date: new Date().toISOString().slice(0, 10),
    commit: commit(),
    machine: machine(),
    command: command(findings.kind, script),
  };
  mkdirSync(dir, { recursive: true });
  const { kind, name, title, ...found } = findings;
  writeFileSync(path, `${JSON.stringify({ kind, name, title, ...origin, ...found } satisfies Result, null, 2)}\n`);
  return path;
}

/** All kept results of a kind, by name. */
export function keptResults(kind: Kind): Result[] {
  return readdirSync(KEPT)
    .filter((file) => file.startsWith(`${kind}-`) && file.endsWith('.json'))
    .map((file) => JSON.parse(readFileSync(join(KEPT, file), 'utf8')) as Result)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

const LIKE = 4;

/**
 * Rows of checks as a reader wants them: where four or more that hold and found a number differ only in what stands before the first
 * `: ` (`round 1: at most the cap`), one row with how many they are and the least and the greatest number. All others as they are.
 */
export function joinedChecks(rows: readonly Row[]): Row[] {
  const textOf = ({ check, found, holds }: Row): string | undefined => {
    const text = typeof check === 'string' ? /^[^:]+: (.+)$/.exec(check)?.[1] : undefined;
    return holds === 'yes' && found !== null && Number.isFinite(Number(found)) ? text : undefined;
  };
  const groups = Map.groupBy(rows, textOf);
  return rows.flatMap((row) => {
    const text = textOf(row);
    const like = text === undefined ? [] : groups.get(text)!;
    if (like.length < LIKE) return [row];
    if (like[0] !== row) return [];
    const found = like.map((one) => Number(one['found']));
    const [least, most] = [Math.min(...found), Math.max(...found)];
    return [{ check: `${like.length} times: ${text}`, found: least === most ? least : `${least} to ${most}`, holds: 'yes' }];
  });
}

/** The number in a column of the one row that has it and all these cells; an Error when there is no such row or number. */
export function figure({ name, tables }: Result, where: Row, column: string): number {
  const sought = Object.entries(where);
  const rows = tables
    .flatMap((table) => table.rows)
    .filter((row) => Object.hasOwn(row, column) && sought.every(([key, cell]) => row[key] === cell));
  const value = rows[0]?.[column];
  if (rows.length !== 1 || typeof value !== 'number') {
    throw new Error(`results of ${name}: no number "${column}" in one row with ${JSON.stringify(where)}`);
  }
  return value;
}
