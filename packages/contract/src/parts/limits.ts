/** Limits that the contract shares with other packages. Those of a document are `documentLimits`. */

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

const MIB = 1024 * 1024;

/** Limits of requests that the server enforces. */
export const requestLimits = {
  /** Request line and headers; a document ID of 2000 characters takes up to 24 KB in a URL. */
  headerBytes: 32 * 1024,
  tokenCharacters: 8192,
  /** Body of a request that creates or changes a configuration or a token. */
  configurationBodyBytes: 256 * 1024,
  /** Body of a search, an extraction, a deletion, or one document in JSON. */
  searchBodyBytes: MIB,
  /** Body of an extraction with a publishable token, which every visitor of a page has. */
  publishableExtractionBytes: 128 * 1024,
  /** A longer line ends an upload of documents. A document line has up to 8 Mi characters, each of up to 4 bytes. */
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
