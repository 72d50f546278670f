/** Parsers of option values: numbers, lifetimes, names, and values that may be repeated. */
import {
  type DocumentScope,
  isSpaceName,
  MAX_INT32,
  MAX_TOKEN_LIFETIME_SECONDS,
  SPACE_NAME_RULE,
} from '@semantic-search/contract';
import { InvalidArgumentError, Option } from 'commander';

export function wholeNumber(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected a whole number.');
}

export function positiveInteger(text: string): number {
  if (/^[1-9]\d{0,9}$/.test(text) && Number(text) <= MAX_INT32) return Number(text);
  throw new InvalidArgumentError('Expected a positive integer.');
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
export function repeated<Value>(parse: (text: string) => Value) {
  return (text: string, previous: Value[] = []): Value[] => [...previous, parse(text)];
}

/** Parser of a repeatable option whose values are texts. */
export const repeatedText = repeated(String);

/** Adds a rule such as `site=docs,blog`, or `site!=drafts`, to a scope. */
export function scopeRule(text: string, scope: DocumentScope = {}): DocumentScope {
  const at = text.indexOf('=');
  const isExcluded = text[at - 1] === '!';
  const uri = text.slice(0, Math.max(0, isExcluded ? at - 1 : at));
  const values = text
    .slice(at + 1)
    .split(',')
    .map((value) => value.trim());
  if (uri === '' || values.includes(''))
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

/** Returns seconds. */
function lifetime(text: string): number {
  const [, amount, unit] = /^(\d{1,6})([smhdy])$/.exec(text) ?? [];
  if (!amount || Number(amount) === 0)
    throw new InvalidArgumentError('Expected a number followed by s, m, h, d or y, such as 30d.');
  const time = Number(amount) * seconds[unit as keyof typeof seconds];
  if (time > MAX_TOKEN_LIFETIME_SECONDS) {
    const years = MAX_TOKEN_LIFETIME_SECONDS / seconds.y;
    throw new InvalidArgumentError(`The maximum lifetime is ${years} years.`);
  }
  return time;
}
