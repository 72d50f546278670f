/** Parser of a command line argument: a configuration ID or a version. */
import { parsePositiveInt32 } from '@semantic-search/server/backup';
import { InvalidArgumentError } from 'commander';

export function positiveInteger(text: string): number {
  const number = parsePositiveInt32(text);
  if (number !== null) return number;
  throw new InvalidArgumentError('Expected a positive integer.');
}
