/** `semantic-search token`: issues access tokens, and publishable tokens of a running server. */
import { issueToken } from '@semantic-search/client';
import { type DocumentScope, isSpaceScope, type Scope, scopes, spaceScopes } from '@semantic-search/contract';
import { openAccessIssuer } from '@semantic-search/server/auth';
import { loadSettings } from '@semantic-search/server/settings';
import { Command, InvalidArgumentError } from 'commander';
import { connect } from '../connections/connect.ts';
import {
  lifetimeOption,
  positiveInteger,
  repeated,
  repeatedText,
  scopeRule,
  spaceName,
} from '../options/parsers.ts';
import { requireSigningKeys } from './keys.ts';

interface TokenOptions {
  scope?: Scope[];
  configuration: number[];
  origin: string[];
  space: string[];
  filter?: DocumentScope;
  expires: number;
  name: string;
  createKeys?: true;
}

export function tokenCommand(): Command {
  return new Command('token')
    .description(
      'Issue an access token, or with --configuration a publishable token for a public page, which takes a running server',
    )
    .option('--scope <scopes>', `scopes, separated by spaces: ${scopes.join(', ')}`, parseScopes)
    .option(
      '--configuration <id>',
      'ID of a configuration that the token may use; repeatable',
      repeated(positiveInteger),
      [],
    )
    .option('--origin <url>', 'allowed origin, such as https://example.org; repeatable', repeatedText, [])
    .option(
      '--space <name>',
      'the only search space that the access token may use; repeatable',
      repeated(spaceName),
      [],
    )
    .option(
      '--filter <rule>',
      'only documents with a value, such as site=docs,blog, or without one, such as site!=drafts; repeatable',
      scopeRule,
    )
    .addOption(lifetimeOption('lifetime, such as 30d, 12h or 15m', '30d'))
    .option('--name <name>', 'name of the owner, shown in logs and lists', 'command line')
    .option(
      '--create-keys',
      'create the data directory and its signing keys, before the first start of a server',
    )
    .action(async (options: TokenOptions) => {
      if (!options.scope) throw new Error("required option '--scope <scopes>' not specified");
      const { token, jti, expires } = await (options.configuration.length > 0
        ? issuePublishable(options)
        : issueAccess(options));
      console.error(`ID ${jti}, valid until ${expires}`);
      console.log(token);
    });
}

function publishableToken({ scope = [], configuration, origin, space, filter, expires, name }: TokenOptions) {
  if (space.length > 0)
    throw new Error('--space limits access tokens; a publishable token has the spaces of its configurations');
  const forbidden = scope.filter((each) => each !== 'search' && each !== 'configurations:read');
  if (forbidden.length > 0) {
    throw new Error(
      `A publishable token cannot have the scope ${forbidden.join(' or ')}; allowed: search, configurations:read`,
    );
  }
  const origins = origin.length > 0 ? { origins: origin } : {};
  return { name, configurations: configuration, ...origins, ...(filter && { filter }), lifetime: expires };
}

function accessToken({ scope = [], origin, space, filter, expires, name }: TokenOptions) {
  if (origin.length > 0)
    throw new Error('--origin requires --configuration: only publishable tokens are bound to origins');
  const unlimited = scope.filter((each) => !isSpaceScope(each));
  if (space.length > 0 && unlimited.length > 0)
    throw new Error(
      `A token with --space cannot have the scope ${unlimited.join(' or ')}; allowed: ${spaceScopes.join(', ')}`,
    );
  const spaces = space.length > 0 ? { spaces: space } : {};
  return { subject: name, scopes: scope, ...spaces, filter, lifetime: expires };
}

function parseScopes(text: string): Scope[] {
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  const unknown = words.find((word) => !scopes.includes(word as Scope));
  if (unknown !== undefined || words.length === 0) {
    throw new InvalidArgumentError(`Allowed scopes are ${scopes.join(', ')}.`);
  }
  return words as Scope[];
}

/** Signed here, because a server cannot issue a token with more rights than its client has. */
async function issueAccess(options: TokenOptions) {
  const token = accessToken(options);
  const settings = loadSettings();
  await requireSigningKeys(settings, options);
  return (await openAccessIssuer(settings)).access(token);
}

async function issuePublishable(options: TokenOptions) {
  const token = publishableToken(options);
  if (options.origin.length === 0)
    console.error('Warning: pages of any origin can use this token; --origin restricts it');
  return issueToken(await connect(['tokens:write']), token);
}
