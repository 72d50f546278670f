/** Command line option: a lifetime such as 30d. */
import { MAX_TOKEN_LIFETIME_SECONDS } from '@semantic-search/contract';
import { InvalidArgumentError, Option } from 'commander';

const seconds = { s: 1, m: 60, h: 3600, d: 86_400, y: 31_536_000 };

/** `--expires` in seconds; help shows the default with its unit. */
export function lifetimeOption(description: string, standard: string): Option {
  return new Option('--expires <time>', description)
    .argParser(lifetime)
    .default(lifetime(standard), standard);
}

/** Returns seconds. */
export function lifetime(text: string): number {
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
