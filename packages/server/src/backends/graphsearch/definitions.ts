/** What concepts mean, from a copy of the thesaurus: the search API of the remote service does not tell it. */
import { createReadStream } from 'node:fs';
import { rdfMediaType, readStatements, thesaurusBuilder } from '@semantic-search/engine';

/** The definition in the language asked for or the nearest there is; null where there is none. */
export type DefinitionOf = (uri: string, language: string | undefined) => string | null;

/** Reads a SKOS file, of the format that its name says. Rejects when it cannot be read. */
export async function readDefinitions(file: string): Promise<DefinitionOf> {
  const mediaType = rdfMediaType(file);
  if (!mediaType) throw new Error(`${file}: a thesaurus is .ttl, .rdf, .nt or .jsonld`);
  const builder = thesaurusBuilder();
  await readStatements(createReadStream(file), mediaType, builder.add);
  const { thesaurus } = builder.build();
  return (uri, language) => {
    const concept = thesaurus.resolve(uri);
    return concept === undefined ? null : thesaurus.definition(concept, language);
  };
}
