/** `semantic-search token`: issues access tokens, and publishable tokens of a running server. */
import { issueToken } from '@semantic-search/client';
import type { DocumentScope } from '@semantic-search/contract';
import { type Scope, scopes, spaceScopes } from '@semantic-search/contract/scopes';
import { Command, InvalidArgumentError } from 'commander';
import { connect } from '../connections/connect.ts';
import * as parsers from '../options/parsers.ts';

interface TokenOptions {
  scope: Scope[];
  configuration: number[];
  origin: string[];
  space: string[];
  filter?: DocumentScope;
  expires: number;
  name: string;
  createKeys?: true;
}

const { lifetimeOption, positiveInteger, repeated, repeatedText, scopeRule, spaceName } = parsers;

export function tokenCommand(): Command {
  return new Command('token')
    .description(
      'Issue an access token, or with --configuration a publishable token for a public page, which takes a running server',
    )
    .requiredOption('--scope <scopes>', `scopes, separated by spaces: ${scopes.join(', ')}`, parseScopes)
    .option('--configuration <id>', 'configuration to use; repeatable', repeated(positiveInteger), [])
    .option('--origin <url>', 'allowed origin, such as https://example.org; repeatable', repeatedText, [])
    .option('--space <name>', 'the only search space to use; repeatable', repeated(spaceName), [])
    .option(
      '--filter <rule>',
      'only documents with a value, such as site=docs,blog, or without one, such as site!=drafts; repeatable',
      scopeRule,
    )
    .addOption(lifetimeOption('lifetime, such as 30d, 12h or 15m', '30d'))
    .option('--name <name>', 'name of the owner, shown in logs and lists', 'command line')
    .option('--create-keys', 'create the data directory and its keys, before the first start of a server')
    .action(async (options: TokenOptions) => {
      const issue = options.configuration.length > 0 ? issuePublishable : issueAccess;
      const { token, jti, expires } = await issue(options);
      console.error(`ID ${jti}, valid until ${expires}`);
      console.log(token);
    });
}

function parseScopes(text: string): Scope[] {
  const words = text.split(/[\s,]+/).filter((word) => word !== '') as Scope[];
  if (words.length > 0 && words.every((word) => scopes.includes(word))) return words;
  throw new InvalidArgumentError(`Allowed scopes are ${scopes.join(', ')}.`);
}

/** Signs the token in this process, because a server issues no token with more rights than its client has. */
async function issueAccess({ scope, origin, space, createKeys, ...options }: TokenOptions) {
  if (origin.length > 0)
    throw new Error('--origin requires --configuration: only publishable tokens are bound to origins');
  if (space.length > 0) requireScopes(scope, spaceScopes, 'A token with --space');
  const { loadSettings } = await import('@semantic-search/server/settings');
  const { requireSigningKeys } = await import('./keys.ts');
  const settings = await loadSettings();
  await requireSigningKeys(settings, { createKeys });
  const { openAccessIssuer } = await import('@semantic-search/server/auth');
  const { name: subject, expires: lifetime, filter } = options;
  const limits = { filter, ...(space.length > 0 && { spaces: space }) };
  return (await openAccessIssuer(settings)).access({ subject, scopes: scope, lifetime, ...limits });
}

async function issuePublishable({ scope, origin, space, filter, ...options }: TokenOptions) {
  if (space.length > 0)
    throw new Error('--space limits access tokens; a publishable token has the spaces of its configurations');
  requireScopes(scope, ['search', 'configurations:read'], 'A publishable token');
  if (origin.length === 0)
    console.error('Warning: pages of any origin can use this token; --origin restricts it');
  const { name, configuration: configurations, expires: lifetime } = options;
  const limits = { ...(origin.length > 0 && { origins: origin }), ...(filter && { filter }) };
  return issueToken(await connect(['tokens:write']), { name, configurations, lifetime, ...limits });
}

function requireScopes(requested: Scope[], allowed: readonly Scope[], kind: string): void {
  const forbidden = requested.filter((scope) => !allowed.includes(scope));
  if (forbidden.length > 0)
    throw new Error(
      `${kind} cannot have the scope ${forbidden.join(' or ')}; allowed: ${allowed.join(', ')}`,
    );
}
