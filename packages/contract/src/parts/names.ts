/** Rules of names that other packages share: spaces, members, language tags, entity tags. */

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
/** JSON Schema of language tags; RFC 5646, section 4.4.1, recommends to support 35 characters. */
export const languageTags = { pattern: LANGUAGE_TAG_PATTERN, maxLength: 35 };
