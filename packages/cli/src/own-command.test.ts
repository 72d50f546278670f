import { expect, it, vi } from 'vitest';
import { ownCommand } from './own-command.ts';

it.each([
  ['npm/11.19.1 node/v24.1.0 linux x64 workspaces/false', 'npx --no-install semantic-search token'],
  ['pnpm/12.21.0 npm/? node/? linux x64', 'npx pnpm@12 exec semantic-search token'],
  ['yarn/4.9.0 npm/? node/v24.1.0 linux x64', 'yarn run semantic-search token'],
  ['something else', 'semantic-search token'],
  [undefined, 'semantic-search token'],
])('a hint for a program that runs under %j is the command %j', (agent, expected) => {
  vi.stubEnv('npm_config_user_agent', agent);
  expect(ownCommand('token')).toBe(expected);
  vi.unstubAllEnvs();
});
