/** Concept definitions from a local copy of the thesaurus; the remote API has none. */
import { createReadStream } from 'node:fs';
import { RDF_FILE_ENDINGS, rdfMediaType } from '@semantic-search/query/media-types';
import { readStatements, SkosCollector } from '@semantic-search/query/thesaurus';

/** Definition in the requested language or a fallback; null without a definition. */
export type DefinitionOf = (uri: string, language: string | undefined) => string | null;

/** Reads a SKOS file; the extension determines the format. Rejects if it cannot be read. */
export async function readDefinitions(file: string): Promise<DefinitionOf> {
  const mediaType = rdfMediaType(file);
  if (!mediaType) throw new Error(`${file}: a thesaurus must have one of the endings ${RDF_FILE_ENDINGS}`);
  const builder = new SkosCollector();
  await readStatements(createReadStream(file), mediaType, builder.add);
  const { thesaurus } = builder.build();
  return (uri, language) => {
    const concept = thesaurus.resolve(uri);
    return concept === undefined ? null : thesaurus.definition(concept, language);
  };
}
