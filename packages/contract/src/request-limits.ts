/** Limits of requests that the server enforces. */

const MIB = 1024 * 1024;

export const requestLimits = {
  /** Request line and headers; a document id of 2000 characters takes up to 24 KB in a URL. */
  headerBytes: 32 * 1024,
  tokenLength: 8192,
  /** Body of a request that creates or changes a configuration or a token. */
  configurationBodyBytes: 256 * 1024,
  /** Body of a search, an extraction, a deletion, or one document in JSON. */
  searchBodyBytes: MIB,
  /** Body of an extraction with a publishable token, which every visitor of a page has. */
  publishableExtractionBytes: 128 * 1024,
  /** One document as a page in HTML; as much as the crawler reads of a page. */
  pageBytes: 16 * MIB,
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
