/** Field errors of the server by dotted key. Pure. */
import type { FieldError } from '@semantic-search/contract';
import { keyOf, type Path } from './draft.ts';
import { pathOf } from './labels.ts';

export type FieldErrors = ReadonlyMap<string, string>;

export const errorsByKey = ({ errors }: { errors: readonly FieldError[] }): FieldErrors =>
  new Map(errors.map(({ key, message }) => [keyOf(pathOf(key)), message]));

/** Removes the errors of a setting once it, its parent or its list has changed. */
export function withoutErrorsAt(errors: FieldErrors, path: Path): FieldErrors {
  const key = keyOf(path);
  const isAt = (name: string) => name === key || name.startsWith(`${key}.`) || name.startsWith(`${key}[`);
  return new Map([...errors].filter(([name]) => !isAt(name)));
}
