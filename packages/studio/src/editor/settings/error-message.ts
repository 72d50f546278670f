/** Error messages of settings by dotted key, which quote the value and name the limit. */
import type { FieldError } from '@semantic-search/contract';
import { serviceMessage } from '../../text/service-message.ts';
import { formatBytes, text } from '../../text/text.ts';
import { keyOf, type Path, valueAt } from './draft.ts';
import { pathOf, schemaAt, shortened } from './labels.ts';
import { isValid, kindOf, type Schema } from './schema.ts';

/** Message that follows the label of the setting; `message` of the server if no other one fits. */
export function errorMessage(schema: Schema | undefined, value: unknown, message: string): string {
  if (!schema || typeof value !== 'string' || schema.enum) return serviceMessage(message);
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern } = schema;
  if (pattern?.startsWith('^#')) return notAColor(value);
  if (kindOf(schema) === 'image') return imageError(value, maxLength);
  if (value.length < minLength) return text('mustNotBeEmpty');
  if (value.length > maxLength) return text('tooLong', { count: value.length, limit: maxLength });
  if (pattern && !isValid(schema, value))
    return text('wrongCharacters', { value: shortened(value, MAX_QUOTED_LENGTH) });
  return serviceMessage(message);
}

export const notAColor = (value: string): string =>
  text('notAColor', { value: shortened(value, MAX_QUOTED_LENGTH) });

const imageError = (value: string, maxLength: number): string =>
  value.startsWith('data:') && value.length > maxLength
    ? text('imageTooLarge', { size: sizeOf(value.length), limit: sizeOf(maxLength) })
    : text('mustBeImage');

/** Size of a file in words, from the length of its base64 text: four characters for three bytes. */
const sizeOf = (length: number): string => formatBytes((length * 3) / 4);

/** A message in one line quotes a part of a longer value. */
const MAX_QUOTED_LENGTH = 40;

const imageTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml'];

/** Media types of a logo, for file pickers. */
export const acceptedImages = imageTypes.join(',');

export const imageSizeLimit = ({ maxLength = 0 }: Schema): string => sizeOf(maxLength);

/** Reason why a file cannot be a logo; empty if it can. `url` is its `data:` URL. */
export function fileError(schema: Schema, file: Pick<File, 'name' | 'type' | 'size'>, url: string): string {
  if (!imageTypes.includes(file.type)) return text('notAnImage', { file: file.name });
  if (url.length <= (schema.maxLength ?? Number.POSITIVE_INFINITY)) return '';
  const [size, limit] = [formatBytes(file.size), imageSizeLimit(schema)];
  return text('fileTooLarge', { file: file.name, size, limit });
}

export type FieldErrors = ReadonlyMap<string, string>;

/** Messages by dotted key. `settings` were sent to the server: messages quote them. */
export const errorsByKey = (
  { errors }: { errors: readonly FieldError[] },
  schema?: Schema,
  settings?: unknown,
): FieldErrors =>
  new Map(
    errors.map(({ key, message }) => {
      const path = pathOf(key);
      const described = schema && errorMessage(schemaAt(schema, path), valueAt(settings, path), message);
      return [keyOf(path), described ?? serviceMessage(message)];
    }),
  );

/** Removes the errors of a setting once it, its parent or its list has changed. */
export function withoutErrorsAt(errors: FieldErrors, path: Path): FieldErrors {
  const key = keyOf(path);
  const isAt = (name: string) => name === key || name.startsWith(`${key}.`) || name.startsWith(`${key}[`);
  return new Map([...errors].filter(([name]) => !isAt(name)));
}
