/**
 * Contacts as CSV, page by page as it is read: the address and every custom field, which is what an import takes. The columns are the
 * fields that exist when it begins; rows come in the order of their creation, so that a file that was imported comes back as it was.
 */
import { stringify } from 'csv-stringify/sync';
import type { Call } from '#kit/contract/call.ts';
import type { ExportChunk, ExportContactsRequest } from '#proto/contacts/v1/contacts.ts';
import type { AudienceScan } from './audience-scan.ts';
import type { Catalogue, PendingCounts } from '../fields/fields.ts';
import { escapeFormula, writeCell } from '../domain/import-cell.ts';
import { readFields } from '../contact-update.ts';

interface Parts {
  audience: AudienceScan;
  catalogue: Catalogue;
  pendingCounts: PendingCounts;
}

const PAGE = 1_000;

export type ExportContacts = (request: ExportContactsRequest, call: Call) => AsyncGenerator<ExportChunk>;

export function createExport({ audience, catalogue, pendingCounts }: Parts): ExportContacts {
  return async function* exportContacts({ search, subscribed, raw }, call) {
    await pendingCounts.settle(call.projectId);
    const fields = (await catalogue.fields(call.projectId)).filter(({ count }) => count > 0);
    const keys = fields.map(({ key }) => key).toSorted();
    // A lone CR is a line break to many readers.
    const shown = raw ? (cell: string) => cell : escapeFormula;
    const write = (rows: string[][]): string =>
      stringify(
        rows.map((cells) => cells.map(shown)),
        { quoted_match: /[\r\n]/ },
      );
    yield { text: write([['email', ...keys]]) };
    for await (const { rows } of audience.scan({ search, subscribed, pageSize: PAGE, refsOnly: false }, call)) {
      yield {
        text: write(
          rows.map(({ email, data }) => {
            const own = readFields(data) ?? {};
            return [email, ...keys.map((key) => (Object.hasOwn(own, key) ? writeCell(own[key]) : ''))];
          }),
        ),
      };
    }
  };
}
