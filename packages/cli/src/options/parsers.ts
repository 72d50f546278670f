/** Parsers of option values: numbers, JSON, names, scopes, lifetimes, and values that may be repeated. */
import type { DocumentScope } from '@semantic-search/contract';
import { MAX_INT32, MAX_TOKEN_LIFETIME_SECONDS } from '@semantic-search/contract/limits';
import { isSpaceName, SPACE_NAME_RULE } from '@semantic-search/contract/names';
import { InvalidArgumentError, Option } from 'commander';

export const wholeNumber = integerFrom(0, 'Expected a whole number.');
export const positiveInteger = integerFrom(1, 'Expected a positive integer.');

function integerFrom(minimum: number, message: string) {
  return (text: string): number => {
    const value = Number(text);
    if (/^\d{1,10}$/.test(text) && value >= minimum && value <= MAX_INT32) return value;
    throw new InvalidArgumentError(message);
  };
}

export function jsonOption(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new InvalidArgumentError(`Not valid JSON: ${(error as Error).message}`);
  }
}

export function spaceName(text: string): string {
  if (isSpaceName(text)) return text;
  throw new InvalidArgumentError(`Invalid name of a search space: use ${SPACE_NAME_RULE}.`);
}

/** Parser of a repeatable option. */
export function listOf<Value>(parse: (text: string) => Value) {
  return (text: string, previous: Value[] = []): Value[] => [...previous, parse(text)];
}

export const textList = listOf(String);

/** Adds a rule such as `site=docs,blog`, or `site!=drafts`, to a scope. */
export function scopeRule(text: string, scope: DocumentScope = {}): DocumentScope {
  const [, uri, negation, valueList = ''] = /^([^=]*?)(!?)=(.*)$/s.exec(text) ?? [];
  const values = valueList.split(',').map((value) => value.trim());
  if (!uri || values.includes(''))
    throw new InvalidArgumentError('Expected attribute and values, such as site=docs,blog or site!=drafts.');
  const member = negation === '!' ? 'exclude' : 'include';
  return { ...scope, [member]: [...(scope[member] ?? []), { uri, values }] };
}

const SECONDS_PER_UNIT = { s: 1, m: 60, h: 3600, d: 86_400, y: 31_536_000 };

/** The option `--expires`: a lifetime such as `30d`, read as seconds. Help shows the default with its unit. */
export function expiryOption(description: string, defaultLifetime: string): Option {
  return new Option('--expires <time>', description)
    .argParser(parseLifetime)
    .default(parseLifetime(defaultLifetime), defaultLifetime);
}

/** Parses a lifetime such as `90d`. Returns seconds. */
function parseLifetime(text: string): number {
  const [, amount, unit] = /^(\d{1,6})([smhdy])$/.exec(text) ?? [];
  if (!Number(amount)) throw new InvalidArgumentError('Expected a number with s, m, h, d or y, such as 30d.');
  const seconds = Number(amount) * SECONDS_PER_UNIT[unit as keyof typeof SECONDS_PER_UNIT];
  if (seconds <= MAX_TOKEN_LIFETIME_SECONDS) return seconds;
  const maximumYears = MAX_TOKEN_LIFETIME_SECONDS / SECONDS_PER_UNIT.y;
  throw new InvalidArgumentError(`The maximum lifetime is ${maximumYears} years.`);
}
