/** `semantic-search token`: issues, lists and revokes tokens, with or without a running server. */
import { type Scope, scopes } from '@semantic-search/contract';
import { Command, InvalidArgumentError } from 'commander';
import { type Authority, openAuthority } from '../auth/authority.ts';
import { loadSettings } from '../main.ts';
import { openTokens } from '../open-stores.ts';
import { positiveInteger } from './positive-integer.ts';

interface TokenOptions {
  scope?: Scope[];
  configuration: number[];
  origin: string[];
  expires: number;
  name: string;
}

export function tokenCommand(): Command {
  return new Command('token')
    .description('Issue an access token, or with --configuration a publishable token for a public page')
    .option('--scope <scopes>', `scopes, separated by spaces: ${scopes.join(', ')}`, parseScopes)
    .option(
      '--configuration <id>',
      'ID of a configuration that the token may use; repeatable',
      collectIds,
      [],
    )
    .option('--origin <url>', 'allowed origin, such as https://example.org; repeatable', collect, [])
    .option('--expires <time>', 'lifetime, such as 30d, 12h or 15m', parseTime, parseTime('30d'))
    .option('--name <name>', 'name of the owner, shown in logs and lists', 'command line')
    .addCommand(listCommand())
    .addCommand(revokeCommand())
    .action(async (options: TokenOptions) => {
      if (!options.scope) throw new Error("required option '--scope <scopes>' not specified");
      const { issuer } = await openTokenAuthority();
      const { token, expires } = await (options.configuration.length > 0
        ? issuer.publishable(publishableToken(options))
        : issuer.access(accessToken(options)));
      console.error(`Valid until ${expires}`);
      console.log(token);
    });
}

function listCommand(): Command {
  return new Command('list')
    .description(
      'List publishable tokens that have not expired: ID, expiry, status, configurations, name, origins',
    )
    .action(async () => {
      const { tokens } = await openTokenAuthority();
      for (const { jti, expires, configurations, name, origins = ['any origin'] } of tokens.list()) {
        const state = tokens.isRevoked(jti) ? 'revoked' : 'valid';
        const row = [jti, expires, state, configurations.join(','), name, origins.join(' ')];
        // Names recorded before validation existed may contain control characters.
        console.log(row.map((cell) => cell.replace(/[\p{Cc}\u2028\u2029]/gu, ' ')).join('\t'));
      }
    });
}

function revokeCommand(): Command {
  return new Command('revoke')
    .description('Revoke a token of any kind by its ID (jti); a running server applies it within one second')
    .argument('<jti>', 'ID of the token')
    .action(async (jti: string) => {
      const { tokens, known } = await openTokenAuthority();
      const token = known(jti);
      if (token === null)
        throw new Error(`Token ${jti} not found; "semantic-search token list" lists publishable tokens`);
      await tokens.revoke(jti, token.expires);
      console.log(`Revoked ${jti}`);
    });
}

function publishableToken({ scope = [], configuration, origin, expires, name }: TokenOptions) {
  const forbidden = scope.filter((each) => each !== 'search' && each !== 'configurations:read');
  if (forbidden.length > 0) {
    throw new Error(
      `A publishable token cannot have the scope ${forbidden.join(' or ')}; allowed: search, configurations:read`,
    );
  }
  const origins = origin.length > 0 ? { origins: origin } : {};
  return { name, configurations: configuration, ...origins, lifetime: expires };
}

function accessToken({ scope = [], origin, expires, name }: TokenOptions) {
  if (origin.length > 0)
    throw new Error('--origin requires --configuration: only publishable tokens are bound to origins');
  return { subject: name, scopes: scope, lifetime: expires };
}

function parseScopes(text: string): Scope[] {
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  const unknown = words.find((word) => !scopes.includes(word as Scope));
  if (unknown !== undefined || words.length === 0) {
    throw new InvalidArgumentError(`Allowed scopes are ${scopes.join(', ')}.`);
  }
  return words as Scope[];
}

function collectIds(text: string, previous: number[]): number[] {
  return [...previous, positiveInteger(text)];
}

function collect(text: string, previous: string[]): string[] {
  return [...previous, text];
}

const seconds = { s: 1, m: 60, h: 3600, d: 86_400, y: 31_536_000 };

/** Returns seconds. */
function parseTime(text: string): number {
  const [, amount, unit] = /^(\d{1,6})([smhdy])$/.exec(text) ?? [];
  if (!amount || Number(amount) === 0)
    throw new InvalidArgumentError('Expected a number followed by s, m, h, d or y, such as 30d.');
  const time = Number(amount) * seconds[unit as keyof typeof seconds];
  if (time > 100 * seconds.y) throw new InvalidArgumentError('The maximum lifetime is 100 years.');
  return time;
}

async function openTokenAuthority(): Promise<Authority> {
  const settings = loadSettings();
  return openAuthority(settings, await openTokens(settings));
}
