/** Reference page of the backends file, from the schemas of its entries. */
import { describeSchema, type SchemaDescription } from '../../packages/server/src/describe-schema.ts';
import {
  credentialSchemas,
  embeddingSchemas,
  entrySchemas,
} from '../../packages/server/src/settings/backends-schema.ts';
import { code, codeBlock, type Page, paragraph, table, unquoted } from './page.ts';

type Schemas = Record<string, { properties: Record<string, object>; required?: string[] }>;
type Member = SchemaDescription & { title?: string; const?: unknown };

export function backendsFilePage(): Page {
  return {
    name: 'backends-file',
    title: 'Backends file',
    description: 'Members of the file that assigns search spaces to backends, with allowed values.',
    blocks: [
      paragraph(
        'The environment variable `BACKENDS_FILE` names a JSON file that assigns search spaces to backends. Spaces that are not in the file are embedded. At startup, the server lists all faults of the file. If the file has none, it lists all missing variables, files and directories. Secrets are never in the file, only the names of environment variables. Defaults are in parentheses.',
      ),
      paragraph(
        'With the JSON Schema at `/manual/backends.schema.json` of the server, text editors complete and check the file. `$schema` may refer to a copy.',
      ),
      codeBlock('json', EXAMPLE),
      ...sections('Backend', entrySchemas as unknown as Schemas, 'backend'),
      paragraph(
        'The guides for [OpenSearch](../how-to/opensearch.md), [GraphSearch-style services](../how-to/graphsearch.md) and [embeddings](../how-to/embeddings.md) explain them.',
      ),
      ...sections('Credentials', credentialSchemas as unknown as Schemas, 'type'),
      ...sections('Embeddings from', embeddingSchemas as unknown as Schemas, 'source'),
    ],
  };
}

const EXAMPLE = JSON.stringify(
  {
    spaces: {
      library: {
        backend: 'opensearch',
        nodes: ['https://opensearch.example.org:9200'],
        index: 'library',
        credentials: { type: 'basic', userFrom: 'OPENSEARCH_USER', passwordFrom: 'OPENSEARCH_PASSWORD' },
      },
    },
  },
  null,
  2,
);

/** One section per alternative; `kind` is the member that tells them apart. */
function sections(heading: string, schemas: Schemas, kind: string): string[] {
  return Object.entries(schemas).flatMap(([name, { properties, required = [] }]) => [
    `## ${heading} ${code(name)}`,
    table(
      ['Member', 'Meaning', 'Allowed values', 'Required'],
      Object.entries(properties).map(([member, schema]) => {
        const { title = kind === member ? 'The kind' : '' } = schema as Member;
        return [code(member), title, allowed(schema as Member), required.includes(member) ? 'yes' : 'no'];
      }),
    ),
  ]);
}

function allowed(schema: Member): string {
  return schema.const === undefined ? unquoted(describeSchema(schema)) : code(String(schema.const));
}
