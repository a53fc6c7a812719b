/** The sections of docs/contract and what cites them: `contract 4.3`, `contract 2.1 "Key names"`, `contract "Send pipeline: Footer"`. */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ROOT } from './local/binaries.mjs';
import { table } from './markdown.ts';

export interface Section {
  /** `4.3`, or the title of a section without a number: `Send pipeline`. */
  name: string;
  title: string;
  /** Link from beside the section's document: `4-endpoints.md#43-public-api`. */
  link: string;
  /** Headings below the section's own, and the first cells of its rows. */
  points: ReadonlySet<string>;
}

export interface Citation {
  file: string;
  section: string;
  point?: string;
}

/** Sections that no code cites, and why. */
export const WITHOUT_CODE: Readonly<Record<string, string>> = {
  '9': 'there is nothing to do',
  Later: 'not needed yet',
};

const DOCUMENTS = [
  '1-service',
  '2-resources',
  '3-states',
  '4-endpoints',
  '4-workflows',
  '4-account',
  '5-authentication',
  '6-events',
  '7-errors',
  '8-limits',
  'send-pipeline',
  'template-language',
  'recipient-pages',
  'smtp-relay',
  'provider-notifications',
  'security',
  'billing',
  'environment',
  'later',
].map((name) => join(ROOT, 'docs/contract', `${name}.md`));
const CITING = '{services,temporal,deploy,test,proto/posthorn,charts}/**/*.{ts,mjs,proto,md}';

const plain = (text: string): string => text.replaceAll('`', '').trim();
/** The anchor that GitHub gives a heading. */
export const anchorOf = (heading: string): string =>
  plain(heading)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/** `4.3 Public API` has a number to be cited by, `Send pipeline` its title. */
const nameOf = (title: string): string => /^\d+(?:\.\d+)?(?= )/.exec(title)?.[0] ?? title;

function sectionsOf(path: string): Section[] {
  const found: (Section & { points: Set<string> })[] = [];
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    const [, level, heading] = /^(##|###) (.+)$/.exec(line) ?? [];
    if (heading && (level === '##' || /^\d/.test(heading))) {
      const link = `${basename(path)}#${anchorOf(heading)}`;
      found.push({ name: nameOf(heading), title: heading, link, points: new Set() });
    } else if (heading) found.at(-1)!.points.add(plain(heading));
    else if (line.startsWith('| ')) found.at(-1)!.points.add(plain(line.slice(2).split(' | ')[0]!));
  }
  return found;
}

export const sections = (): Section[] => DOCUMENTS.flatMap(sectionsOf);

const REFERENCE = /\d+(?:\.\d+)?(?: "[^"]+")?|"[^"]+"/g;
const CITATION = /\b[Cc]ontract ((?:\d+(?:\.\d+)?(?: "[^"]+")?|"[^"]+")(?:, (?:\d+(?:\.\d+)?(?: "[^"]+")?|"[^"]+"))*)/g;

/** Points named together: `Pixel, Links`, unless it is the name of one. */
const pointsOf = (text: string, section: Section | undefined): string[] => (section?.points.has(text) ? [text] : text.split(', '));

/** The citations of a file. A quoted name that is no section's is a point of the section before it. */
export function citationsOf(file: string, text: string, known: readonly Section[]): Citation[] {
  const unwrapped = text.replaceAll(/\n[ \t]*(?:\*|\/\/|#)?[ \t]*/g, ' ');
  const of = (name: string): Section | undefined => known.find((section) => section.name === name);
  return [...unwrapped.matchAll(CITATION)].flatMap(([, references]) => {
    let section = '';
    return [...references!.matchAll(REFERENCE)].flatMap(([reference]): Citation[] => {
      const [, number, quoted] = /^(\d+(?:\.\d+)?)?(?: ?"([^"]+)")?$/.exec(reference)!;
      const [name, points] = number ? [number, quoted] : split(quoted!, section, of);
      section = name;
      return points ? pointsOf(points, of(name)).map((point) => ({ file, section: name, point })) : [{ file, section: name }];
    });
  });
}

/** `Send pipeline: Footer` → section and points; a name that no section has belongs to the one before. */
function split(quoted: string, before: string, of: (name: string) => Section | undefined): [string, string?] {
  const [name, points] = quoted.split(': ') as [string, string?];
  return of(name) || !before ? [name, points] : [before, quoted];
}

export const citations = (known: readonly Section[]): Citation[] =>
  globSync(CITING, { cwd: ROOT }).flatMap((file) => citationsOf(file, readFileSync(join(ROOT, file), 'utf8'), known));

/** The table of docs/contract/README.md. */
export const sectionIndex = (): string =>
  table(
    ['Section', 'Without code, because'],
    sections().map(({ name, title, link }) => [`[${title}](${link})`, WITHOUT_CODE[name] ?? null]),
  );
