/** `semantic-search token`: issues access tokens, and publishable tokens of a running server. */
import { issueToken } from '@semantic-search/client';
import type { DocumentScope } from '@semantic-search/contract';
import { type Scope, scopes, spaceScopes } from '@semantic-search/contract/scopes';
import { Command, InvalidArgumentError } from 'commander';
import { connect } from '../connections/connect.ts';
import { expiryOption, listOf, positiveInteger, scopeRule, spaceName, textList } from '../options/parsers.ts';

interface TokenOptions {
  scope: Scope[];
  configuration: number[];
  origin: string[];
  space: string[];
  filter?: DocumentScope;
  /** Lifetime in seconds; the option is `--expires`. */
  expires: number;
  name: string;
  createKeys?: true;
}

export function tokenCommand(): Command {
  return new Command('token')
    .description('Issue an access token, or with --configuration a publishable one (on a running server)')
    .requiredOption('--scope <scopes>', `scopes, separated by spaces: ${scopes.join(', ')}`, parseScopes)
    .option('--configuration <id>', 'configuration to use; repeatable', listOf(positiveInteger), [])
    .option('--origin <url>', 'allowed origin, such as https://example.org; repeatable', textList, [])
    .option('--space <name>', 'the only search space to use; repeatable', listOf(spaceName), [])
    .option(
      '--filter <rule>',
      'only documents with a value, such as site=docs,blog, or without one, such as site!=drafts; repeatable',
      scopeRule,
    )
    .addOption(expiryOption('lifetime, such as 30d, 12h or 15m', '30d'))
    .option('--name <name>', 'name of the owner, shown in logs and lists', 'command line')
    .option('--create-keys', 'create the data directory and its keys, before the first start of a server')
    .action(async (options: TokenOptions) => {
      const issue = options.configuration.length > 0 ? issuePublishable : issueAccess;
      const issued = await issue(options);
      console.error(`ID ${issued.jti}, valid until ${issued.expires}`);
      console.log(issued.token);
    });
}

function parseScopes(text: string): Scope[] {
  const requested = text.split(/[\s,]+/).filter((word) => word !== '') as Scope[];
  if (requested.length > 0 && requested.every((scope) => scopes.includes(scope))) return requested;
  throw new InvalidArgumentError(`Allowed scopes are ${scopes.join(', ')}.`);
}

/** Signs the token in this process, because a server issues no token with more rights than its client has. */
async function issueAccess(options: TokenOptions) {
  const { name, scope, origin: origins, space: spaces, filter, expires: lifetime, createKeys } = options;
  if (origins.length > 0) throw new Error('--origin requires --configuration: access tokens have no origins');
  if (spaces.length > 0) requireScopes(scope, spaceScopes, 'A token with --space');
  const { loadSettings } = await import('@semantic-search/server/settings');
  const { requireSigningKeys } = await import('./keys.ts');
  const settings = await loadSettings();
  await requireSigningKeys(settings, { createKeys });
  const { openAccessIssuer } = await import('@semantic-search/server/auth');
  const limits = { lifetime, filter, ...(spaces.length > 0 && { spaces }) };
  return (await openAccessIssuer(settings)).access({ subject: name, scopes: scope, ...limits });
}

async function issuePublishable(options: TokenOptions) {
  const { name, scope, configuration: configurations, origin: origins, filter, expires: lifetime } = options;
  if (options.space.length > 0)
    throw new Error('--space limits access tokens; a publishable token has the spaces of its configurations');
  if (options.createKeys)
    throw new Error('--create-keys is for access tokens: --configuration needs a running server');
  requireScopes(scope, ['search', 'configurations:read'], 'A publishable token');
  if (origins.length === 0) console.error('Warning: pages of any origin can use this token; see --origin');
  const limits = { ...(origins.length > 0 && { origins }), ...(filter && { filter }) };
  return issueToken(await connect(['tokens:write']), { name, configurations, lifetime, ...limits });
}

function requireScopes(requested: Scope[], allowed: readonly Scope[], kind: string): void {
  const denied = requested.filter((scope) => !allowed.includes(scope));
  if (denied.length > 0)
    throw new Error(`${kind} cannot have the scope ${denied.join(' or ')}; allowed: ${allowed.join(', ')}`);
}
