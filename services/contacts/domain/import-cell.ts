/** Cells of a CSV import (contract 2.7 "Cells"). */

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
/** More digits than a double keeps: as a number the cell would come back as another one. */
const MOST_DIGITS = 15;
const BOOLEANS: Readonly<Record<string, boolean>> = Object.freeze({ true: true, yes: true, false: false, no: false });

/**
 * The value a cell stands for; undefined when it is empty. Plain integers and decimals are numbers, with a leading minus too; leading
 * zeros, a plus sign, an exponent or more digits than a number holds exactly make a text. Dates are texts, as everywhere.
 */
export function readCell(cell: string): string | number | boolean | undefined {
  if (cell === '') return undefined;
  const first = cell.charCodeAt(0);
  if ((first === 45 || (first >= 48 && first <= 57)) && cell !== '-0' && NUMBER.test(cell) && digits(cell) <= MOST_DIGITS)
    return Number(cell);
  if (cell.length <= 5) {
    const word = cell.toLowerCase();
    if (Object.hasOwn(BOOLEANS, word)) return BOOLEANS[word];
  }
  return cell;
}

function digits(cell: string): number {
  return cell.length - (cell.startsWith('-') ? 1 : 0) - (cell.includes('.') ? 1 : 0);
}

/**
 * A stored value as a cell: `readCell` of it is the value again, for whatever an import can have stored. ContactLists and objects are JSON.
 */
export function writeCell(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'object') return JSON.stringify(value);
  return typeof value === 'number' ? plainNumber(value) : String(value);
}

/** Never with an exponent, which an import would take for a text. */
function plainNumber(value: number): string {
  const text = String(value);
  if (!text.includes('e')) return text;
  return Math.abs(value) >= 1 ? BigInt(value).toString() : value.toFixed(20).replace(/(?<!0)0+$/, '');
}

const QUOTE = "'";
/** Tab, carriage return, `=` and `@` at its start make a spreadsheet run a cell; `+` and `-` do before anything but a number. */
const ALWAYS_RUN = new Set(['\t', '\r', '=', '@']);
const PLAIN_NUMBER = /^[+-]\d+(?:\.\d+)?$/;
/** As people write them: `+49 (30) 123-45`. */
const PHONE = /^\+[\d ().-]+$/;
const LEAST_PHONE_DIGITS = 5;

function isRun(cell: string): boolean {
  const first = cell.charAt(0);
  if (ALWAYS_RUN.has(first)) return true;
  if (first !== '+' && first !== '-') return false;
  if (PLAIN_NUMBER.test(cell)) return false;
  return !(PHONE.test(cell) && cell.replace(/\D/g, '').length >= LEAST_PHONE_DIGITS);
}

/** Whether a spreadsheet would run the cell, quotes before it aside: those were put there, or look as if they had been. */
function isFormula(cell: string): boolean {
  let start = 0;
  while (cell.charAt(start) === QUOTE) start += 1;
  return isRun(start === 0 ? cell : cell.slice(start));
}

/** The cell as an export shows it: what a spreadsheet would run gets a leading `'`. */
export function escapeFormula(cell: string): string {
  return isFormula(cell) ? QUOTE + cell : cell;
}

/** The cell that `escapeFormula` was given. */
export function unescapeFormula(cell: string): string {
  return cell.startsWith(QUOTE) && isFormula(cell) ? cell.slice(1) : cell;
}
