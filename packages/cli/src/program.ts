/** The command line: the program `semantic-search` and its commands. */
import { createRequire } from 'node:module';
import { Command } from 'commander';
import { ownCommand } from './own-command.ts';

/** All commands in the order of the help. A call of the program loads only the code of its command. */
const commands: Record<string, () => Promise<Command>> = {
  start: async () => (await import('./server/start.ts')).startCommand(),
  'sign-in': async () => (await import('./access/sign-in.ts')).signInCommand(),
  token: async () => (await import('./access/token.ts')).tokenCommand(),
  embed: async () => (await import('./access/embed.ts')).embedCommand(),
  ingest: async () => (await import('./content/ingest.ts')).ingestCommand(),
  crawl: async () => (await import('./sources/source-commands.ts')).crawlCommand(),
  harvest: async () => (await import('./sources/source-commands.ts')).harvestCommand(),
  sources: async () => (await import('./sources/schedule-commands.ts')).sourcesCommand(),
  evaluate: async () => (await import('./evaluation/evaluate.ts')).evaluateCommand(),
  api: async () => (await import('./api.ts')).apiCommand(),
  keys: async () => (await import('./access/keys.ts')).keysCommand(),
  dump: async () => (await import('./state/state-commands.ts')).dumpCommand(),
  restore: async () => (await import('./state/state-commands.ts')).restoreCommand(),
  doctor: async () => (await import('./state/state-commands.ts')).doctorCommand(),
};

/** Loads only the command `name`, no command for the version, or all commands for another name. */
export async function openProgram(name = ''): Promise<Command> {
  const program = new Command('semantic-search')
    .description('Embeddable semantic search: run the server, manage searches, tokens and search spaces')
    .version(createRequire(import.meta.url)('../package.json').version)
    .showHelpAfterError(`Run ${ownCommand('--help')} for a list of commands.`);
  if (['-V', '--version'].includes(name)) return program;
  // `serve` is an alias.
  const key = name === 'serve' ? 'start' : name;
  const loaders = Object.hasOwn(commands, key) ? [commands[key]!] : Object.values(commands);
  for (const command of await Promise.all(loaders.map((load) => load()))) program.addCommand(command);
  return program;
}
