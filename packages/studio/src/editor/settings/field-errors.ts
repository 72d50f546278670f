/** Field errors of the server by dotted key. Pure. */
import type { FieldError } from '@semantic-search/contract';
import { keyOf, type Path, valueAt } from './draft.ts';
import { errorMessage } from './error-message.ts';
import { pathOf, schemaAt } from './labels.ts';
import type { Schema } from './schema.ts';

export type FieldErrors = ReadonlyMap<string, string>;

/** `settings` are those that were sent, for messages that quote them. */
export const errorsByKey = (
  { errors }: { errors: readonly FieldError[] },
  schema?: Schema,
  settings?: unknown,
): FieldErrors =>
  new Map(
    errors.map(({ key, message }) => {
      const path = pathOf(key);
      const described = schema && errorMessage(schemaAt(schema, path), valueAt(settings, path), message);
      return [keyOf(path), described ?? message];
    }),
  );

/** Removes the errors of a setting once it, its parent or its list has changed. */
export function withoutErrorsAt(errors: FieldErrors, path: Path): FieldErrors {
  const key = keyOf(path);
  const isAt = (name: string) => name === key || name.startsWith(`${key}.`) || name.startsWith(`${key}[`);
  return new Map([...errors].filter(([name]) => !isAt(name)));
}
