/** The blocks of documents that say what the code or kept results say: made here, held by test/contract/documents.test.ts. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONCERNS } from '#kit/config/config.ts';
import { CATALOGUE } from '#kit/errors.ts';
import { BURST, RULES } from '#services/delivery/domain/machines.ts';
import { ROOT } from './local/binaries.mjs';
import { limits, ratesOf, servers, sizing, storage } from './capacity.ts';
import { sectionIndex } from './contract.ts';
import { forWork, shipped } from './dependencies.ts';
import { table, withBlock } from './markdown.ts';
import { joinedChecks, keptResults } from './results.ts';
import type { Kind, Result } from './results.ts';

const errors = (): string =>
  table(
    ['Fault', 'Status', 'Code', 'Message', 'Suggestion'],
    Object.entries(CATALOGUE).map(([name, { code, status, message, suggestion }]) => [
      `\`${name}\``,
      status,
      `\`${code}\``,
      message,
      suggestion ?? null,
    ]),
  );

const configuration = (): string =>
  table(
    ['Name', 'Default', 'Effect'],
    Object.values(CONCERNS).flatMap(({ settings }) =>
      Object.entries(settings).map(([name, { shown, effect, aliases }]) => [
        [name, ...(aliases ?? [])].map((text) => `\`${text}\``).join(', '),
        shown,
        effect,
      ]),
    ),
  );

const machines = (): string =>
  table(
    ['Rule', 'Holds for'],
    [...RULES, BURST].map(({ id, says }) => [`\`${id}\``, says]),
  );

function section({ kind, title, command, commit, date, machine, about, tables, notes }: Result): string {
  const shown = tables.map(({ title: heading, rows: all }) => {
    // A bench's are of its routes, which a reader looks for.
    const rows = kind === 'drill' ? joinedChecks(all) : all;
    const columns = Object.keys(rows[0] ?? {});
    return `**${heading}**\n\n${table(
      columns,
      rows.map((row) => columns.map((column) => row[column] ?? null)),
    )}`;
  });
  const origin = `\`${command}\`  \n${date}, commit ${commit}, ${machine}`;
  return [`## ${title}`, origin, about, ...shown, notes.map((note) => `- ${note}`).join('\n')].filter(Boolean).join('\n\n');
}

const results = (kind: Kind) => (): string => keptResults(kind).map(section).join('\n\n');

/** Document → name of a block in it → what stands there. */
export const DOCUMENTS: Readonly<Record<string, Readonly<Record<string, () => string>>>> = {
  'docs/api.md': { errors },
  'docs/machines.md': { rules: machines },
  'docs/operations.md': { configuration },
  'docs/capacity.md': {
    sizing: () => sizing(ratesOf(keptResults('bench'))),
    limits: () => limits(ratesOf(keptResults('bench'))),
    servers: () => servers(ratesOf(keptResults('bench'))),
    storage: () => storage(ratesOf(keptResults('bench'))),
  },
  'docs/contract/README.md': { sections: sectionIndex },
  'docs/dependencies.md': { shipped, 'for work': forWork },
  'docs/benchmarks.md': { benches: results('bench') },
  'docs/drills.md': { drills: results('drill') },
};

/** The document with each of its blocks made anew. */
export const freshDocument = (path: string): string =>
  Object.entries(DOCUMENTS[path]!).reduce(
    (text, [name, content]) => withBlock(text, name, content()),
    readFileSync(join(ROOT, path), 'utf8'),
  );

export function writeDocuments(): void {
  for (const path of Object.keys(DOCUMENTS)) writeFileSync(join(ROOT, path), freshDocument(path));
}
