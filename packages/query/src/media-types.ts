/** Media types and file endings of a thesaurus. */

/** Media types of RDF by file ending, in lower case. */
export const MEDIA_TYPE_BY_ENDING = new Map([
  ['ttl', 'text/turtle'],
  ['turtle', 'text/turtle'],
  ['nt', 'application/n-triples'],
  ['rdf', 'application/rdf+xml'],
  ['xml', 'application/rdf+xml'],
  ['owl', 'application/rdf+xml'],
]);

export const RDF_MEDIA_TYPES: readonly string[] = [...new Set(MEDIA_TYPE_BY_ENDING.values())];

/** Supported endings of file names, for messages. */
export const RDF_FILE_ENDINGS = [...MEDIA_TYPE_BY_ENDING.keys()].map((ending) => `.${ending}`).join(', ');

/** Media type for the ending of a file name; undefined if the ending is unknown. */
export function rdfMediaType(fileName: string): string | undefined {
  return MEDIA_TYPE_BY_ENDING.get(fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase());
}
