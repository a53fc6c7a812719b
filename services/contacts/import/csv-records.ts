/** Records of a CSV text, from any record's end on. */
import { parse } from 'csv-parse';
import type { CsvError, InfoRecord, Options } from 'csv-parse';
import { unreadable } from '../domain/import-header.ts';

export interface CsvRecord {
  cells: string[];
  /** Records so far, this one and blank lines included, from where the reading began. */
  number: number;
  /** Bytes up to its end, its line break included. */
  end: number;
}

/** Bytes of one record: a quote that is never closed must not gather the rest of the file. */
const LONGEST_RECORD = 1_048_576;

const OPTIONS = {
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  // A quote inside an unquoted cell is a quote.
  relax_quotes: true,
  skip_empty_lines: true,
  max_record_size: LONGEST_RECORD,
} as const;

function faultOf(error: CsvError): Error {
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return unreadable('CSV has a quote that is never closed');
  if (error.code === 'CSV_MAX_RECORD_SIZE') return unreadable('CSV has a row longer than 1 MB, or a quote that is never closed');
  return error;
}

/** In batches, as they come out of the text's chunks. Faults with the job's `failedReason`. */
export async function* readRecords(text: AsyncIterable<Buffer>): AsyncGenerator<CsvRecord[]> {
  let batch: CsvRecord[] = [];
  const take = (cells: string[], { bytes, records, empty_lines: blank }: InfoRecord): null => {
    // A line of blanks is a blank line.
    if (cells.length > 1 || cells[0]!.trim() !== '') batch.push({ cells, number: records + blank, end: bytes });
    return null;
  };
  const parser = parse({ ...OPTIONS, on_record: take } as unknown as Options);
  // The errors that matter are those of the calls below.
  parser.on('error', () => undefined);
  const feed = (chunk: Buffer): Promise<void> =>
    new Promise((resolve, reject) => {
      parser.write(chunk, (error) => (error ? reject(faultOf(error as CsvError)) : resolve()));
    });
  const finish = (): Promise<void> =>
    new Promise((resolve, reject) => {
      parser.once('error', (error) => reject(faultOf(error as CsvError)));
      parser.once('end', resolve);
      parser.resume();
      parser.end();
    });
  try {
    for await (const chunk of text) {
      await feed(chunk);
      if (batch.length > 0) yield batch;
      batch = [];
    }
    await finish();
    if (batch.length > 0) yield batch;
  } finally {
    parser.destroy();
  }
}
