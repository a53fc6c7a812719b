/** A benchmark's figures: each beside the limit measured in the same run. */
import type { Pair } from './rate.ts';

export interface Figure extends Pair {
  name: string;
  /** What the limit is. */
  beside: string;
  /** Least share of the limit. */
  goal?: number;
}

const n = (value: number): string => (value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(2));

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

  /** Prints the whole as a Markdown table; answers how many goals were missed. */
  print(): number {
    const [head, ...rows] = this.#rows;
    const line = (cells: string[]): string => `| ${cells.join(' | ')} |`;
    console.log(`\n${[line(head!), line(head!.map(() => '---')), ...rows.map(line)].join('\n')}\n${this.#notes.map((note) => `- ${note}`).join('\n')}`);
    return this.#missed;
  }
}
