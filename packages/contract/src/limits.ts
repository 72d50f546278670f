/** Limits and patterns that several schemas and the server share. */

/** Largest value of the integers in the API (int32). */
export const MAX_INT32 = 2147483647;

/** Numbers of an embedding. */
export const MAX_DIMENSIONS = 4096;

/** Name of a search space, also a folder name: 1 to 100 letters, digits, dots, dashes or underscores. */
const spaceName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

export const SPACE_NAME_PATTERN = spaceName.source;

export function isSpaceName(text: string): boolean {
  return spaceName.test(text);
}

/** BCP 47 language tags. */
export const LANGUAGE_TAG_PATTERN = '^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$';
