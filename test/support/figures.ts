/** A benchmark's figures: each beside the limit measured in the same run. */
import type { Rate } from './rate.ts';

/** Where only the pace was measured, no times. */
type Pace = Pick<Rate, 'perSecond'> & Partial<Rate>;

export interface Figure {
  name: string;
  ours: Pace;
  limit: Pace;
  ratio: number;
  /** What the limit is. */
  beside: string;
  /** Least share of the limit. */
  goal?: number;
}

const n = (value: number | undefined): string => (value === undefined ? '–' : value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(2));

export class Figures {
  readonly #rows: string[][] = [['what', 'in flight', '/s', 'p50 ms', 'p99 ms', 'limit /s', 'ratio', 'goal', '']];
  readonly #notes: string[] = [];
  #missed = 0;

  add(inFlight: number, { name, ours, limit, ratio, beside, goal }: Figure): void {
    const met = goal === undefined || ratio >= goal;
    if (!met) this.#missed += 1;
    this.#rows.push([name, String(inFlight), n(ours.perSecond), n(ours.p50), n(ours.p99), `${n(limit.perSecond)} (${beside})`, ratio.toFixed(2), goal === undefined ? '–' : `≥ ${goal}`, goal === undefined ? '' : met ? 'met' : 'MISSED']);
    console.log(`  ${this.#rows.at(-1)!.join('  ')}`);
  }

  note(text: string): void {
    this.#notes.push(text);
    console.log(`  ${text}`);
  }

  /** A figure that no ratio tells. */
  goal(text: string, goal: string, met: boolean): void {
    if (!met) this.#missed += 1;
    this.note(`${text}; goal ${goal}: ${met ? 'met' : 'MISSED'}`);
  }

  /** Prints the whole as a Markdown table; answers how many goals were missed. */
  print(): number {
    const [head, ...rows] = this.#rows;
    const line = (cells: string[]): string => `| ${cells.join(' | ')} |`;
    const table = rows.length > 0 ? `${[line(head!), line(head!.map(() => '---')), ...rows.map(line)].join('\n')}\n` : '';
    console.log(`\n${table}${this.#notes.map((note) => `- ${note}`).join('\n')}`);
    return this.#missed;
  }
}
