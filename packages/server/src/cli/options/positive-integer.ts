/** Parser of a command line argument: a configuration ID or a version. */
import { InvalidArgumentError } from 'commander';
import { parsePositiveInt32 } from '../../configurations/configuration-id.ts';

export function positiveInteger(text: string): number {
  const number = parsePositiveInt32(text);
  if (number !== null) return number;
  throw new InvalidArgumentError('Expected a positive integer.');
}
