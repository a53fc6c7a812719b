/** Completion scripts of `posthorn` for shells, made from the table of its commands. */
import { COMMON, UsageError } from './command.ts';
import type { Command } from './command.ts';

const optionsOf = ({ options }: Command): string[] => Object.keys({ ...options, ...COMMON }).map((name) => `--${name}`);
/** First words, each once. */
const firstOf = (commands: readonly Command[]): string[] => [...new Set(commands.map(({ name }) => name.split(' ')[0]!))];
/** First word → the second ones. */
const secondOf = (commands: readonly Command[]): [string, string[]][] =>
  firstOf(commands)
    .map((first): [string, string[]] => [
      first,
      commands.flatMap(({ name }) => (name.startsWith(`${first} `) ? [name.slice(first.length + 1)] : [])),
    ])
    .filter(([, seconds]) => seconds.length > 0);

/** A function of bash; zsh takes it by bashcompinit. */
const bash = (commands: readonly Command[]): string => `_posthorn() {
  local word="\${COMP_WORDS[COMP_CWORD]}" first="\${COMP_WORDS[1]}" both="\${COMP_WORDS[1]} \${COMP_WORDS[2]}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then words="${firstOf(commands).join(' ')}"
  elif [ "\${word:0:2}" = "--" ]; then
    case "$both" in
${commands.map((command) => `      "${command.name}"*) words="${optionsOf(command).join(' ')}" ;;`).join('\n')}
    esac
  elif [ "$COMP_CWORD" -eq 2 ]; then
    case "$first" in
${secondOf(commands)
  .map(([first, seconds]) => `      ${first}) words="${seconds.join(' ')}" ;;`)
  .join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _posthorn posthorn
`;

/** By the function of bash; without compinit, as in a shell that nobody set up, there is nothing to complete by. */
const zsh = (commands: readonly Command[]): string =>
  `(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }\nautoload -Uz bashcompinit && bashcompinit\n${bash(commands)}`;

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
/** True where the words before the cursor are these, and any behind them where `more`. */
const behind = (words: string, more = false): string =>
  quoted(`string match -qr '^\\S+${words && ` ${words}`}${more ? '( |$)' : '$'}' -- (commandline -opc | string join ' ')`);

const fish = (commands: readonly Command[]): string =>
  [
    `complete -c posthorn -n ${behind('')} -f -a ${quoted(firstOf(commands).join(' '))}`,
    ...secondOf(commands).map(([first, seconds]) => `complete -c posthorn -n ${behind(first)} -f -a ${quoted(seconds.join(' '))}`),
    ...commands.flatMap((command) =>
      Object.entries({ ...command.options, ...COMMON }).map(([name, { type, summary }]) => {
        const value = type === 'string' ? '-r ' : '';
        return `complete -c posthorn -n ${behind(command.name, true)} -l ${name} ${value}-d ${quoted(summary)}`;
      }),
    ),
    '',
  ].join('\n');

const SHELLS: Readonly<Record<string, (commands: readonly Command[]) => string>> = { bash, zsh, fish };

/** @param commands all there are, this one among them */
export const createCompletion = (commands: () => readonly Command[]): Command => ({
  name: 'completion',
  operands: ['<bash | zsh | fish>'],
  summary: 'prints the completion script for your shell: source <(posthorn completion bash)',
  options: {},
  async run({ operands, print }) {
    const shell = Object.hasOwn(SHELLS, operands[0]!) ? SHELLS[operands[0]!] : undefined;
    if (!shell) throw new UsageError(`One of ${Object.keys(SHELLS).join(', ')}`);
    const script = shell(commands());
    print({ script }, [script]);
  },
});
