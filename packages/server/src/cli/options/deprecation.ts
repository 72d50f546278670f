/** Deprecated names of commands and arguments: they work and print a warning on stderr. */
import type { Command } from 'commander';

/** Warns before `command`, which has a deprecated name, runs. Add it with `{ hidden: true }`. */
export function deprecatedAlias(command: Command, replacement: string): Command {
  return command.hook('preAction', () => warnDeprecated(command.name(), replacement));
}

/** Standard output stays as it is, because scripts parse it. */
export function warnDeprecated(name: string, replacement: string): void {
  console.error(`Warning: "${name}" is deprecated; use "${replacement}" instead.`);
}
