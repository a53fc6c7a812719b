/**
 * What a bench or a drill finds: shown as it comes, as Markdown at the end, and kept as JSON. A goal that was missed and a check that does
 * not hold end the program as failed.
 */
import { keepResult } from '../../deploy/results.ts';
import type { Cell, Kind, Row } from '../../deploy/results.ts';
import type { Rate } from './rate.ts';

export interface FindingsOptions {
  kind: Kind;
  /** Of the file. */
  name: string;
  /** What selects the program; the name without it. */
  script?: string;
  title: string;
  /** What was done: sizes, servers, what the figures are beside. */
  about: string;
}

export interface Findings {
  /** A row of a table. The title says what is throttled, cached, batched, cut or joined in it; a table's rows have the same columns. */
  row(title: string, row: Row): void;
  /** A rate beside its limit, measured in the same run, as a row. */
  compare(title: string, comparison: Comparison): void;
  /** A sentence that no table holds. */
  note(text: string): void;
  /** A figure and what it is to be. */
  goal(text: string, goal: string, met: boolean): void;
  /** A check: what was found, and what should be. */
  expect(what: string, found: unknown, expected: unknown): void;
  /** A check that is a condition; `found` is what it is about. */
  holds(what: string, found: Cell, held: boolean): void;
  /** Prints all, keeps it, and sets the exit code. */
  close(): void;
}

/** Where only how many a second was measured, no times. */
export type Throughput = Pick<Rate, 'perSecond'> & Partial<Rate>;

export interface Comparison {
  what: string;
  inFlight: number;
  ours: Throughput;
  /** The bare thing that ours rests on, by what it is called. */
  limits: readonly { beside: string; limit: Throughput; ratio: number }[];
  /** Least share of the first limit. */
  goal?: number | undefined;
}

const CHECKS = 'Checks';

const rounded = (value: Cell): Cell =>
  typeof value !== 'number' || !Number.isFinite(value) ? value : Number(Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3));
const shown = (value: Cell | undefined): string =>
  value === null || value === undefined ? '–' : typeof value === 'number' && value >= 1_000 ? value.toLocaleString('en') : String(value);

function markdown(rows: readonly Row[]): string {
  const columns = Object.keys(rows[0]!);
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(columns), line(columns.map(() => '---')), ...rows.map((row) => line(columns.map((name) => shown(row[name]))))].join('\n');
}

export function createFindings({ kind, name, script = name, title, about }: FindingsOptions): Findings {
  const tables = new Map<string, Row[]>();
  const notes: string[] = [];
  let failed = 0;

  function row(heading: string, cells: Row): void {
    const rows = tables.get(heading) ?? [];
    tables.set(heading, rows);
    const clean = Object.fromEntries(Object.entries(cells).map(([column, value]) => [column, rounded(value)]));
    if (rows[0] && Object.keys(rows[0]).join() !== Object.keys(clean).join()) throw new Error(`${heading}: a row with other columns`);
    rows.push(clean);
    console.log(
      `  ${Object.entries(clean)
        .map(([column, value]) => `${column}: ${shown(value)}`)
        .join(', ')}`,
    );
  }

  function compare(heading: string, { what, inFlight, ours, limits, goal: least }: Comparison): void {
    const met = least === undefined || limits[0]!.ratio >= least;
    if (!met) failed += 1;
    const beside = limits.map((one, index): [string, Cell][] => {
      const nth = index === 0 ? '' : ` ${index + 1}`;
      return [
        [`beside${nth}`, one.beside],
        [`beside${nth} /s`, one.limit.perSecond],
        [`ratio${nth}`, one.ratio],
      ];
    });
    row(heading, {
      what,
      'in flight': inFlight,
      '/s': ours.perSecond,
      'p50 ms': ours.p50 ?? null,
      'p99 ms': ours.p99 ?? null,
      ...Object.fromEntries(beside.flat()),
      goal: least === undefined ? null : `≥ ${least}, ${met ? 'met' : 'MISSED'}`,
    });
  }

  function note(text: string): void {
    notes.push(text);
    console.log(`  ${text}`);
  }

  function goal(text: string, wanted: string, met: boolean): void {
    if (!met) failed += 1;
    note(`${text}; goal ${wanted}: ${met ? 'met' : 'MISSED'}`);
  }

  function holds(what: string, found: Cell, held: boolean): void {
    if (!held) failed += 1;
    row(CHECKS, { check: what, found, holds: held ? 'yes' : 'NO' });
  }

  function expect(what: string, found: unknown, expected: unknown): void {
    const [text, wanted] = [JSON.stringify(found), JSON.stringify(expected)];
    holds(what, text === wanted ? text : `${text}, expected ${wanted}`, text === wanted);
  }

  function close(): void {
    for (const [heading, rows] of tables) console.log(`\n${heading}\n\n${markdown(rows)}`);
    if (notes.length > 0) console.log(`\n${notes.map((text) => `- ${text}`).join('\n')}`);
    const all = [...tables].map(([heading, rows]) => ({ title: heading, rows }));
    console.log(
      `\nkept in ${keepResult({ kind, name, title, about, tables: all, notes }, script)}${failed > 0 ? `; ${failed} FAILED` : ''}`,
    );
    if (failed > 0) process.exitCode = 1;
  }

  return { row, compare, note, goal, expect, holds, close };
}
