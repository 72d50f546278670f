/** Parsers of option values: numbers, lifetimes, names, and values that may be repeated. */
import type { DocumentScope } from '@semantic-search/contract';
import * as limits from '@semantic-search/contract/limits';
import { InvalidArgumentError, Option } from 'commander';

export const wholeNumber = integerFrom(0, 'Expected a whole number.');
export const positiveInteger = integerFrom(1, 'Expected a positive integer.');

function integerFrom(minimum: number, message: string) {
  return (text: string): number => {
    const value = Number(text);
    if (/^\d{1,10}$/.test(text) && value >= minimum && value <= limits.MAX_INT32) return value;
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
  if (limits.isSpaceName(text)) return text;
  throw new InvalidArgumentError(`Invalid name of a search space: use ${limits.SPACE_NAME_RULE}.`);
}

/** Parser of a repeatable option. */
export function repeated<Value>(parse: (text: string) => Value) {
  return (text: string, previous: Value[] = []): Value[] => [...previous, parse(text)];
}

/** Parser of a repeatable option whose values are texts. */
export const repeatedText = repeated(String);

/** Adds a rule such as `site=docs,blog`, or `site!=drafts`, to a scope. */
export function scopeRule(text: string, scope: DocumentScope = {}): DocumentScope {
  const [, uri, isExcluded, list = ''] = /^([^=]*?)(!?)=(.*)$/s.exec(text) ?? [];
  const values = list.split(',').map((value) => value.trim());
  if (!uri || values.includes(''))
    throw new InvalidArgumentError(
      'Expected an attribute and values, such as site=docs,blog or site!=drafts.',
    );
  const member = isExcluded ? 'exclude' : 'include';
  return { ...scope, [member]: [...(scope[member] ?? []), { uri, values }] };
}

const seconds = { s: 1, m: 60, h: 3600, d: 86_400, y: 31_536_000 };

/** `--expires` in seconds; help shows the default with its unit. */
export function lifetimeOption(description: string, standard: string): Option {
  return new Option('--expires <time>', description)
    .argParser(lifetime)
    .default(lifetime(standard), standard);
}

/** Parses a lifetime such as `90d`. Returns seconds. */
function lifetime(text: string): number {
  const [, amount, unit] = /^(\d{1,6})([smhdy])$/.exec(text) ?? [];
  if (!Number(amount))
    throw new InvalidArgumentError('Expected a number followed by s, m, h, d or y, such as 30d.');
  const time = Number(amount) * seconds[unit as keyof typeof seconds];
  if (time <= limits.MAX_TOKEN_LIFETIME_SECONDS) return time;
  throw new InvalidArgumentError(
    `The maximum lifetime is ${limits.MAX_TOKEN_LIFETIME_SECONDS / seconds.y} years.`,
  );
}
