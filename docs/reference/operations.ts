/** Reference pages of the HTTP API, from the generated OpenAPI description. */
import { MAX_INT32, type Operation, openApi, operations } from '@semantic-search/contract';
import { describeSchema, type SchemaDescription } from '../../packages/server/src/describe-schema.ts';
import { code, codeBlock, list, type Page, paragraph, shownValue, table, unquoted } from './page.ts';

const SERVER = 'https://search.example.org';
const MAX_EXAMPLE_LENGTH = 1200;

interface Content {
  [mediaType: string]: { schema: Schema; example?: unknown };
}
interface Schema extends SchemaDescription {
  $ref?: string;
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
}
interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: Schema;
  example?: unknown;
}
interface Described {
  description?: string;
  parameters: Parameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, { description: string; content?: Content }>;
}
interface Description {
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema> };
}

const api = openApi(SERVER, '1.0.0') as unknown as Description;
const tags = [...new Set(operations.map(({ tag }) => tag))];
const pageOf = (tag: Operation['tag']) => `operations-${tag.toLowerCase()}`;

/** An overview, a page of operations for each tag, and the objects of all. */
export function operationPages(): Page[] {
  return [overview(), ...tags.map(tagPage), objectsPage()];
}

function overview(): Page {
  return {
    name: 'operations',
    title: 'All operations',
    description: 'The operations of the HTTP API at a glance, with the scope that each one requires.',
    blocks: [
      paragraph(
        'The server has this description in OpenAPI 3.1 at `/openapi.json`, and as a page at `/docs`. [HTTP API](http-api.md) says how requests are interpreted, [Objects](objects.md) lists the members of requests and responses.',
      ),
      ...tags.flatMap((tag) => [
        `## ${tag}`,
        table(
          ['Operation', 'Request', 'Scope', 'Purpose'],
          operations.filter((each) => each.tag === tag).map(overviewRow),
        ),
      ]),
    ],
  };
}

function overviewRow({ id, tag, method, path, scope, summary }: Operation): string[] {
  const name = `[${id}](${pageOf(tag)}.md#${id.toLowerCase()})`;
  const required = scope === null ? 'no token' : scope === 'any' ? 'any' : code(scope);
  return [name, code(`${method.toUpperCase()} ${path}`), required, summary];
}

function tagPage(tag: Operation['tag']): Page {
  return {
    name: pageOf(tag),
    title: `Operations: ${tag.toLowerCase()}`,
    description: api.tags.find(({ name }) => name === tag)!.description,
    blocks: [
      paragraph(
        `The examples use the server \`${SERVER}\` and a token in the variable \`TOKEN\`; issue one with [\`semantic-search token\`](command-line.md#token). Each operation lists the problems that are special to it: [Problems](problems.md) has their meaning, [Limits](limits.md) all sizes.`,
      ),
      ...operations.filter((each) => each.tag === tag).flatMap(operationBlocks),
    ],
  };
}

function objectsPage(): Page {
  return {
    name: 'objects',
    title: 'Objects of the HTTP API',
    description:
      'The named objects of requests and responses with all of their members, in alphabetical order.',
    blocks: Object.entries(api.components.schemas).flatMap(([name, schema]) => objectBlocks(name, schema)),
  };
}

function operationBlocks(operation: Operation): string[] {
  const { id, method, path, summary, scope } = operation;
  const described = api.paths[path]![method]!;
  const success = described.responses[200]!;
  return [
    `## ${id}`,
    paragraph(`${summary}: \`${method.toUpperCase()} ${path}\``),
    ...(operation.description ? operation.description.split('\n\n').map(paragraph) : []),
    paragraph(permission(scope)),
    parametersTable(described.parameters),
    ...bodyBlocks(described.requestBody),
    paragraph(`**Response 200:** ${success.description} ${typesOf(success.content)}`),
    problemsOf(operation, described),
    codeBlock('sh', curl(operation, described)),
    ...exampleBlocks(success.content),
  ];
}

function permission(scope: Operation['scope']): string {
  if (scope === null) return '**Token:** not needed.';
  return scope === 'any' ? '**Token:** any valid one.' : `**Token:** with the scope \`${scope}\`.`;
}

function parametersTable(parameters: Parameter[]): string {
  if (parameters.length === 0) return '';
  const rows = parameters.map(({ name, in: place, required, description = '', schema }) => [
    code(name),
    required ? `${place}, required` : place,
    description,
    allowed(schema),
    shownValue(schema.default),
  ]);
  return table(['Parameter', 'In', 'Description', 'Allowed values', 'Default'], rows);
}

/** Patterns of parameters are described by their description. */
function allowed({ pattern, description, ...schema }: Schema): string {
  if (schema.$ref) return link(schema.$ref);
  if (schema.maximum === MAX_INT32) return `an integer of at least ${schema.minimum}`;
  return unquoted(describeSchema(schema));
}

function bodyBlocks(body: Described['requestBody']): string[] {
  if (!body) return [];
  return [paragraph(`**Body:** ${body.required ? '' : 'optional; '}${typesOf(body.content)}`)];
}

function typesOf(content: Content | undefined): string {
  const entries = Object.entries(content ?? {});
  if (entries.length === 0) return '';
  return `${entries
    .map(([mediaType, { schema }]) => {
      const type = typeOf(schema);
      return type.startsWith('[') ? `${type} as \`${mediaType}\`` : `\`${mediaType}\``;
    })
    .join(', ')}.`;
}

const nameOf = (reference: string) => reference.split('/').pop()!;
const link = (reference: string) => `[${nameOf(reference)}](objects.md#${nameOf(reference).toLowerCase()})`;

function typeOf(schema: Schema): string {
  if (schema.$ref) return link(schema.$ref);
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ');
  if (schema.type === 'array' && schema.items) {
    const count = schema.maxItems === undefined ? '' : ` of at most ${schema.maxItems}`;
    const items = typeOf(schema.items);
    return items === '' ? 'a list' : `a list${count}: ${items}`;
  }
  if (schema.type === undefined && schema.enum === undefined) return '';
  const { pattern, description, ...plain } = schema;
  return unquoted(describeSchema(plain));
}

/** Those of every operation with a token are described once. */
function problemsOf(operation: Operation, { responses }: Described): string {
  const possible = Object.keys(responses).filter((status) => Number(status) >= 400);
  const special = operation.problems.map((type) => `[\`${type}\`](problems.md#${type})`);
  const all = `statuses ${possible.join(', ')}`;
  return paragraph(`**Problems:** ${special.length > 0 ? `${special.join(', ')}; ` : ''}all ${all}.`);
}

function curl({ method, path, scope }: Operation, { parameters, requestBody }: Described): string {
  const [query, inPath] = ['query', 'path'].map((place) =>
    parameters.filter((each) => each.in === place && (place === 'path' || each.required)),
  ) as [Parameter[], Parameter[]];
  const url = inPath.reduce((text, each) => text.replace(`{${each.name}}`, sample(each)), path);
  const search = query.map((each) => `${each.name}=${sample(each)}`).join('&');
  const lines = [
    `curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}'${SERVER}${url}${search && `?${search}`}'`,
  ];
  if (scope !== null) lines.push(`  -H "Authorization: Bearer $TOKEN"`);
  const [content] = Object.entries(requestBody?.content ?? {});
  if (content) {
    const [mediaType, { example }] = content;
    lines.push(`  -H 'Content-Type: ${mediaType}'`);
    const text = typeof example === 'string' ? example.trim() : JSON.stringify(example);
    const isFile = mediaType !== 'application/json';
    lines.push(
      isFile ? `  --data-binary @${FILES[mediaType] ?? 'file'}` : `  -d '${text.replaceAll("'", "'\\''")}'`,
    );
  }
  return lines.join(' \\\n');
}

const FILES: Record<string, string> = {
  'application/x-ndjson': 'documents.ndjson',
  'text/csv': 'documents.csv',
  'text/turtle': 'thesaurus.ttl',
  'text/html': 'page.html',
};

const SAMPLES: Record<string, string> = {
  configId: '1',
  version: '1',
  space: 'field-guide',
  uri: encodeURIComponent('https://field-guide.example/species/puma'),
  jti: 'TOKEN_ID',
  run: 'RUN_ID',
  searchString: 'pum',
  recommender: 'related-concepts',
};

function sample({ name, example }: Parameter): string {
  return SAMPLES[name] ?? encodeURIComponent(String(example ?? name.toUpperCase()));
}

function exampleBlocks(content: Content | undefined): string[] {
  const [first] = Object.values(content ?? {});
  if (first?.example === undefined) return [];
  const text = typeof first.example === 'string' ? first.example : JSON.stringify(first.example, null, 2);
  return text.length > MAX_EXAMPLE_LENGTH ? [] : [codeBlock('json', text)];
}

function objectBlocks(name: string, schema: Schema): string[] {
  const required = new Set(schema.required);
  const rows = Object.entries(schema.properties ?? {}).map(([member, property]) => [
    code(member),
    required.has(member) ? 'yes' : 'no',
    typeOf(property),
    property.description ?? '',
  ]);
  return [
    `## ${name}`,
    schema.description ? paragraph(schema.description) : '',
    rows.length > 0 ? table(['Member', 'Always', 'Type', 'Description'], rows) : list([typeOf(schema)]),
  ];
}
