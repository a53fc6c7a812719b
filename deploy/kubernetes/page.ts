/** The page of a chart: every value, its default and what it does. */
import { table } from '../markdown.ts';
import { EFFECTS } from './values.ts';

interface Page {
  name: string;
  about: string;
  values: object;
  /** Value → what it does. */
  effects?: Readonly<Record<string, string>>;
}

/** Values as lines of the table, down to where a line says what they do; one that nothing is said of is an error. */
function lines(values: object, effects: Readonly<Record<string, string>>, above = ''): [path: string, value: unknown, effect: string][] {
  return Object.entries(values).flatMap(([key, value]) => {
    const path = `${above}${key}`;
    const effect = effects[path];
    if (effect !== undefined) return [[path, value, effect] as [string, unknown, string]];
    if (typeof value === 'object' && value !== null && Object.keys(value).length > 0) return lines(value as object, effects, `${path}.`);
    throw new Error(`nothing is said of the value ${path}`);
  });
}

const code = (value: unknown): string => `\`${JSON.stringify(value)}\``;

export function chartPage({ name, about, values, effects = EFFECTS }: Page): { text: string } {
  const shown = table(
    ['Value', 'Default', 'Effect'],
    lines(values, effects).map(([path, value, effect]) => [`\`${path}\``, code(value), effect]),
  );
  return {
    text: [
      '<!-- Made by npm run generate from deploy/kubernetes. -->',
      `# ${name}`,
      about,
      'How to install: charts/README.md.',
      '## Values',
      `${shown}\n`,
    ].join('\n\n'),
  };
}
