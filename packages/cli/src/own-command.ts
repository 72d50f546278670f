/** The command line as its user calls it, for hints; package managers name themselves in the environment. */
export function ownCommand(words: string): string {
  const [, manager, major] = /^(\w+)\/(\d+)/.exec(process.env.npm_config_user_agent ?? '') ?? [];
  const programs: Record<string, string> = {
    npm: 'npx --no-install semantic-search',
    pnpm: `npx pnpm@${major} exec semantic-search`,
    yarn: 'yarn run semantic-search',
    bun: 'bunx --no-install semantic-search',
  };
  return `${programs[manager ?? ''] ?? 'semantic-search'} ${words}`;
}
