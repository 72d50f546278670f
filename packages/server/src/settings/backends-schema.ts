/** JSON Schema of BACKENDS_FILE, for editors. */
import { SPACE_NAME_PATTERN } from '@semantic-search/contract';
import { credentialSchemas, entrySchemas } from './backend-entries.ts';
import { embeddingSchemas } from './embeddings-entry.ts';

type Schema = Record<string, unknown> & { properties?: Record<string, object> };

/** The server checks more: files, environment variables, and names of indices. */
export function backendsSchema(): object {
  const { embedded, graphsearch, opensearch } = entrySchemas as unknown as Record<string, Schema>;
  const entries = [
    withMember(embedded!, 'embeddings', Object.values(embeddingSchemas)),
    withMember(graphsearch!, 'credentials', Object.values(credentialSchemas)),
    withMember(withMember(opensearch!, 'credentials', [credentialSchemas.basic]), 'writingCredentials', [
      credentialSchemas.basic,
    ]),
  ];
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Backends of search spaces',
    type: 'object',
    required: ['spaces'],
    additionalProperties: false,
    properties: {
      $schema: { type: 'string' },
      spaces: {
        title: 'Search spaces by name',
        type: 'object',
        propertyNames: { pattern: SPACE_NAME_PATTERN },
        additionalProperties: { oneOf: entries },
      },
    },
  };
}

/** Replaces the schema of a member by alternatives, and keeps its title. */
function withMember(schema: Schema, member: string, alternatives: object[]): Schema {
  const { title } = schema.properties![member] as { title?: string };
  return { ...schema, properties: { ...schema.properties, [member]: { title, oneOf: alternatives } } };
}
