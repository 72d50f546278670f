/** Command of this program as its user calls it, for hints that can be copied. */

/** A package manager names itself in the environment of the program; an installed program has only its own name. */
export function ownCommand(commandArguments: string): string {
  const [, manager, major] = /^(\w+)\/(\d+)/.exec(process.env.npm_config_user_agent ?? '') ?? [];
  const programs: Record<string, string> = {
    npm: 'npx --no-install semantic-search',
    pnpm: `npx pnpm@${major} exec semantic-search`,
    yarn: 'yarn run semantic-search',
    bun: 'bunx --no-install semantic-search',
  };
  return `${programs[manager ?? ''] ?? 'semantic-search'} ${commandArguments}`;
}
