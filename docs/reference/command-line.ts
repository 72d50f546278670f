/** Reference page of the command line, from the commands and options of the program. */
import { openProgram } from '../../packages/cli/src/program.ts';
import { code, type Page, paragraph, shownValue, table, unquoted } from './page.ts';

const program = await openProgram();

type Command = typeof program;
type Argument = Command['registeredArguments'][number];
type Option = Command['options'][number];

export function commandLinePage(): Page {
  return {
    name: 'command-line',
    title: 'Command line',
    description: 'All commands of semantic-search with their arguments, options and defaults.',
    blocks: [
      paragraph(
        'The program `semantic-search` runs the server and manages configurations, tokens and search spaces. It reads the same [environment variables](environment.md) as the server. `DATA_DIR` is relative to the current folder: run the commands where you run the server, or set an absolute path.',
      ),
      paragraph(
        'If your shell does not find `semantic-search`, [give this name to the command](../tutorials/first-search.md#the-command-line). With `--help`, every command prints its arguments and options. A command that fails prints the reason on stderr and exits with 1. The status 2 says that a part failed: `ingest` rejected documents, `crawl` or `harvest` could not read an address or reached a limit, `crawl --try` shows a page that is not indexed, or `ingest` could not use an entry of a synonym file.',
      ),
      table(
        ['Command', 'Purpose'],
        visible(program).map((command) => [
          `[\`${command.name()}\`](#${command.name()})`,
          sentence(command.description()),
        ]),
      ),
      ...visible(program).flatMap((command) => commandBlocks(command, 2)),
    ],
  };
}

/** Options, variables, paths and URLs in descriptions. */
const LITERAL = /(?<=^|[\s(])(?:--[a-z-]+|[A-Z]+_[A-Z_]+|https?:\/\/[\w.-]+\w|\/[a-z][\w<>/*-]*)/g;

const visible = (command: Command): readonly Command[] =>
  command
    .createHelp()
    .visibleCommands(command)
    .filter((each) => each.name() !== 'help');

function commandBlocks(command: Command, level: number): string[] {
  const help = command.createHelp();
  const args = command.registeredArguments;
  const options = help.visibleOptions(command).filter(({ long }) => long !== '--help');
  const usage = help.commandUsage(command).replace('[options]', options.length > 0 ? '[options]' : '');
  return [
    `${'#'.repeat(level)} ${level === 2 ? command.name() : code(nameOf(command))}`,
    paragraph(sentence(command.description())),
    `\`\`\`sh\n${usage.replaceAll(/ +/g, ' ').trim()}\n\`\`\``,
    args.length === 0 ? '' : table(['Argument', 'Description'], args.map(argumentRow)),
    options.length === 0 ? '' : table(['Option', 'Description', 'Default'], options.map(optionRow)),
    ...visible(command).flatMap((each) => commandBlocks(each, level + 1)),
  ];
}

const nameOf = (command: Command): string =>
  command.parent && command.parent !== program
    ? `${nameOf(command.parent)} ${command.name()}`
    : command.name();

function argumentRow(argument: Argument): string[] {
  const { argChoices } = argument;
  const choices = argChoices ? `: ${argChoices.map(code).join(' or ')}` : '';
  const presence = argument.required ? '' : ' (optional)';
  return [code(argument.name()), sentence(`${argument.description}${choices}${presence}`)];
}

function optionRow(option: Option): string[] {
  const { flags, description, mandatory, defaultValue, defaultValueDescription } = option;
  const hasDefault = defaultValue !== undefined && !Array.isArray(defaultValue) && !option.negate;
  const standard = defaultValueDescription ? code(defaultValueDescription) : shownValue(defaultValue);
  return [
    code(flags),
    sentence(`${description}${mandatory ? ' (required)' : ''}`),
    hasDefault ? standard : '',
  ];
}

function sentence(text: string): string {
  const described = unquoted(text).replaceAll(LITERAL, '`$&`');
  return `${described.charAt(0).toUpperCase()}${described.slice(1)}${described.endsWith('.') ? '' : '.'}`;
}
