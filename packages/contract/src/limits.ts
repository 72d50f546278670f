/** Limits and patterns that several schemas and the server share. */

/** Largest value of the integers in the API (int32). */
export const MAX_INT32 = 2147483647;

/** Numbers of an embedding. */
export const MAX_DIMENSIONS = 4096;

/** Characters of a search input that are read; the rest is ignored. */
export const MAX_INPUT_LENGTH = 4000;

/** Name of a search space, also a folder name. */
const spaceName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

export const SPACE_NAME_PATTERN = spaceName.source;

export const SPACE_NAME_RULE =
  '1 to 100 letters, digits, dots, dashes or underscores; the first is a letter or digit';

export function isSpaceName(text: string): boolean {
  return spaceName.test(text);
}

/** Names that could reach into prototypes; a JSON body with one of them returns 400. */
export const FORBIDDEN_NAMES = ['__proto__', 'constructor', 'prototype'];

/** JSON Schema of the names of members. */
export const safeNames = { not: { enum: FORBIDDEN_NAMES } };

/** List of entity tags (RFC 9110, section 8.8.3). */
export const ENTITY_TAGS_PATTERN = '^(?:W/)?"[^"]*"(?:[ \\t]*,[ \\t]*(?:W/)?"[^"]*")*$';

/** BCP 47 language tags. */
export const LANGUAGE_TAG_PATTERN = '^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$';
