/** Limits, and patterns of names, that the contract shares with other packages. */

/** Largest integer in the API: clients store integers in 32 bits. */
export const MAX_INT32 = 2147483647;
/** Maximum number of dimensions of an embedding. */
export const MAX_DIMENSIONS = 4096;
/** Maximum number of documents of one deletion. */
export const MAX_DELETED_DOCUMENTS = 1000;

/** Maximum number of results of one search request, and of one page in a configuration. */
export const MAX_PAGE_SIZE = 100;
/** Number of characters of a search input that are read; the rest is ignored. The query parser has the same limit. */
export const MAX_SEARCHED_CHARACTERS = 4000;
/** Maximum number of characters of a search that is typed into the box, or of a feed search. */
export const MAX_TYPED_CHARACTERS = 1000;
/** Maximum number of characters of a text for which concepts are suggested. */
export const MAX_FRAGMENT_CHARACTERS = 200;

/** Explanations give no rank for results after this position. */
export const MAX_EXPLAINED_RANK = 1000;
/** Pages fail without a warning when their token expires, so owners are warned this long before. */
export const TOKEN_WARNING_DAYS = 30;

/** Default lifetime of a publishable token, in seconds. */
export const DEFAULT_TOKEN_LIFETIME_SECONDS = 365 * 24 * 3600;
/** Maximum lifetime of any token, in seconds. */
export const MAX_TOKEN_LIFETIME_SECONDS = 10 * DEFAULT_TOKEN_LIFETIME_SECONDS;

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

const MIB = 1024 * 1024;

/** Limits of requests that the server enforces. */
export const requestLimits = {
  /** Request line and headers; a document ID of 2000 characters takes up to 24 KB in a URL. */
  headerBytes: 32 * 1024,
  tokenLength: 8192,
  /** Body of a request that creates or changes a configuration or a token. */
  configurationBodyBytes: 256 * 1024,
  /** Body of a search, an extraction, a deletion, or one document in JSON. */
  searchBodyBytes: MIB,
  /** Body of an extraction with a publishable token, which every visitor of a page has. */
  publishableExtractionBytes: 128 * 1024,
  /** One line of an upload of documents; a longer one ends the upload. Four times the longest document line. */
  lineBytes: 32 * MIB,
  jsonDepth: 32,
  /** Members and elements of a JSON body; no valid configuration or document has more. */
  jsonValues: 10_000,
  /** Concurrent uploads: documents need up to 32 MiB each for a line and a batch; each thesaurus needs a thread. */
  documentUploads: 16,
  thesaurusUploads: 2,
  /** Entries of `errors` in a response. */
  errors: 1000,
};
