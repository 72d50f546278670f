/** `semantic-search token`: prints a token, alone on the last line, also beside a running server. */
import { type Scope, scopes } from '@semantic-search/contract';
import { Command, InvalidArgumentError } from 'commander';
import { openAuthority } from '../auth/authority.ts';
import { loadSettings } from '../main.ts';

interface TokenWish {
  scope?: Scope[];
  configuration: number[];
  origin: string[];
  expires: number;
  name: string;
}

export function tokenCommand(): Command {
  return new Command('token')
    .description('Print an access token; with --configuration a publishable one, for a public page')
    .option('--scope <scopes>', `what it permits, separated by spaces: ${scopes.join(', ')}`, parseScopes)
    .option('--configuration <id>', 'a configuration it may use; repeat for several', collectIds, [])
    .option(
      '--origin <url>',
      'an origin it may come from, such as https://example.org; repeat for several',
      collect,
      [],
    )
    .option(
      '--expires <time>',
      'how long it is good for, such as 30d, 12h or 15m',
      parseTime,
      parseTime('30d'),
    )
    .option('--name <name>', 'whose token it is, for logs and lists', 'command line')
    .addCommand(listCommand())
    .addCommand(revokeCommand())
    .action(async (wish: TokenWish) => {
      if (!wish.scope) throw new Error('--scope is needed: what the token permits');
      const { issuer } = await openAuthority(loadSettings());
      const { token, expires } = await (wish.configuration.length > 0
        ? issuer.publishable(publishableWish(wish))
        : issuer.access(accessWish(wish)));
      console.error(`Good until ${expires}`);
      console.log(token);
    });
}

function listCommand(): Command {
  return new Command('list')
    .description(
      'List the publishable tokens that have not ended: id, end, state, configurations, name, origins',
    )
    .action(async () => {
      const { tokens } = await openAuthority(loadSettings());
      for (const { jti, expires, configurations, name, origins = ['any origin'] } of tokens.list()) {
        const state = tokens.isRevoked(jti) ? 'revoked' : 'in force';
        const row = [jti, expires, state, configurations.join(','), name, origins.join(' ')];
        // Names that were recorded before they were checked may hold anything.
        console.log(row.map((cell) => cell.replace(/[\p{Cc}\u2028\u2029]/gu, ' ')).join('\t'));
      }
    });
}

function revokeCommand(): Command {
  return new Command('revoke')
    .description('Revoke a token of any kind by its id (jti); a running server heeds it within a second')
    .argument('<jti>')
    .action(async (jti: string) => {
      const { tokens, known } = await openAuthority(loadSettings());
      const token = known(jti);
      if (token === null) throw new Error(`No token has the id ${jti}; "token list" shows those for pages`);
      await tokens.revoke(jti, token.expires);
      console.log(`${jti} is revoked`);
    });
}

function publishableWish({ scope = [], configuration, origin, expires, name }: TokenWish) {
  const tooMuch = scope.filter((each) => each !== 'search' && each !== 'configurations:read');
  if (tooMuch.length > 0) {
    throw new Error(
      `A token for a public page permits search and reading its configuration, not ${tooMuch.join(' or ')}`,
    );
  }
  const origins = origin.length > 0 ? { origins: origin } : {};
  return { name, configurations: configuration, ...origins, lifetime: expires };
}

function accessWish({ scope = [], origin, expires, name }: TokenWish) {
  if (origin.length > 0)
    throw new Error('--origin needs --configuration: only tokens for public pages are bound to origins');
  return { subject: name, scopes: scope, lifetime: expires };
}

function parseScopes(text: string): Scope[] {
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  const unknown = words.find((word) => !scopes.includes(word as Scope));
  if (unknown !== undefined || words.length === 0) {
    throw new InvalidArgumentError(`Allowed are ${scopes.join(', ')}.`);
  }
  return words as Scope[];
}

function collectIds(text: string, before: number[]): number[] {
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new InvalidArgumentError('An id is an integer from 1 up.');
  return [...before, Number(text)];
}

function collect(text: string, before: string[]): string[] {
  return [...before, text];
}

const seconds = { s: 1, m: 60, h: 3600, d: 86_400, y: 31_536_000 };

/** In seconds. */
function parseTime(text: string): number {
  const [, amount, unit] = /^(\d{1,6})([smhdy])$/.exec(text) ?? [];
  if (!amount || Number(amount) === 0)
    throw new InvalidArgumentError('A time is a number with s, m, h, d or y, such as 30d.');
  const time = Number(amount) * seconds[unit as keyof typeof seconds];
  if (time > 100 * seconds.y) throw new InvalidArgumentError('A token lasts a hundred years at most.');
  return time;
}
