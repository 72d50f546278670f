/** Parser of a command line argument: a lifetime such as 30d. */
import { InvalidArgumentError } from 'commander';

const seconds = { s: 1, m: 60, h: 3600, d: 86_400, y: 31_536_000 };

/** Returns seconds. */
export function lifetime(text: string): number {
  const [, amount, unit] = /^(\d{1,6})([smhdy])$/.exec(text) ?? [];
  if (!amount || Number(amount) === 0)
    throw new InvalidArgumentError('Expected a number followed by s, m, h, d or y, such as 30d.');
  const time = Number(amount) * seconds[unit as keyof typeof seconds];
  if (time > 100 * seconds.y) throw new InvalidArgumentError('The maximum lifetime is 100 years.');
  return time;
}
