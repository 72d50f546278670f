/** Operations and objects of the OpenAPI description as blocks of Markdown. */
import { MAX_INT32, type Operation, operations } from '@semantic-search/contract';
import { describeSchema, type SchemaDescription } from '../../packages/server/src/describe-schema.ts';
import { curl } from './curl.ts';
import { code, codeBlock, shownValue, table, unquoted } from './markdown.ts';

const MAX_EXAMPLE_LENGTH = 1200;

export interface Content {
  [mediaType: string]: { schema: Schema; example?: unknown };
}
interface Schema extends SchemaDescription {
  $ref?: string;
  required?: string[];
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
}
export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: Schema;
  example?: unknown;
}
export interface OperationDescription {
  description?: string;
  parameters: Parameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, { description: string; content?: Content }>;
}
/** The OpenAPI description. */
export interface ApiDescription {
  info: { version: string; description: string };
  tags: { name: Operation['tag']; description: string }[];
  paths: Record<string, Record<string, OperationDescription>>;
  components: {
    schemas: Record<string, Schema>;
    securitySchemes: { bearer: { description: string } };
  };
}

/** Addresses of what an operation refers to. */
export interface Links {
  object(name: string): string;
  problem(code: string): string;
}

export class OperationBlocks {
  readonly #api: ApiDescription;
  readonly #links: Links;
  readonly #server: string;

  constructor(api: ApiDescription, links: Links, server: string) {
    this.#api = api;
    this.#links = links;
    this.#server = server;
  }

  /** Without a heading. */
  operation(operation: Operation): string[] {
    const { method, path, summary, scope, description } = operation;
    const described = this.#api.paths[path]![method]!;
    const success = described.responses[200]!;
    return [
      `${summary}: \`${method.toUpperCase()} ${path}\``,
      description ?? '',
      permission(scope),
      this.#parameters(described.parameters),
      ...this.#body(described.requestBody),
      ...this.#content('Response 200', `${success.description} `, success.content ?? {}),
      this.#problems(operation, described),
      codeBlock('sh', curl(this.#server, operation, described)),
      ...exampleBlocks(success.content),
    ].filter((block) => block !== '');
  }

  /** Objects inside other objects; the description of an operation includes the objects of whole bodies. */
  innerObjects(): string[] {
    const inner = new Set(
      Object.values(this.#api.components.schemas).flatMap((schema) =>
        [...JSON.stringify(schema).matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name!),
      ),
    );
    return Object.keys(this.#api.components.schemas).filter((name) => inner.has(name));
  }

  /** Without a heading. */
  object(name: string, required = 'Always'): string[] {
    const schema = this.#api.components.schemas[name]!;
    return [schema.description ?? '', this.#members(schema, required)].filter((block) => block !== '');
  }

  #parameters(parameters: Parameter[]): string {
    if (parameters.length === 0) return '';
    const rows = parameters.map(({ name, in: place, required, description = '', schema }) => [
      code(name),
      required ? `${place}, required` : place,
      description,
      this.#allowed(schema),
      shownValue(schema.default),
    ]);
    return table(['Parameter', 'In', 'Description', 'Allowed values', 'Default'], rows);
  }

  /** Patterns of parameters are described by their description. */
  #allowed({ pattern, description, ...schema }: Schema): string {
    if (schema.$ref) return this.#link(schema.$ref);
    if (schema.maximum === MAX_INT32) return `an integer of at least ${schema.minimum}`;
    return unquoted(describeSchema(schema));
  }

  #body(body: OperationDescription['requestBody']): string[] {
    return body ? this.#content('Body', body.required ? '' : 'optional; ', body.content) : [];
  }

  /** The media types, and the members of each object that is a whole body. */
  #content(title: string, text: string, content: Content): string[] {
    const objects = Object.values(content).flatMap(({ schema }) =>
      (schema.anyOf ?? [schema]).map(({ $ref }) => $ref),
    );
    const names = [...new Set(objects)].filter((reference) => reference !== undefined).map(nameOf);
    const types = Object.keys(content).map(code).join(' or ');
    const first = `**${title}:** ${text}${types}${types && '.'}`;
    if (names.length === 0) return [first];
    return [
      first,
      ...names.flatMap((name) => [
        ...(names.length > 1 ? [`Either ${code(name)}:`] : []),
        ...this.object(name, title === 'Body' ? 'Required' : 'Always'),
      ]),
    ];
  }

  /** A table of the members of an object and of the objects in it that have no name. */
  #members(schema: Schema, required: string): string {
    const rows = this.#memberRows(schema, '');
    return rows.length > 0 ? table(['Member', required, 'Type', 'Description'], rows) : this.#typeOf(schema);
  }

  #memberRows({ properties = {}, required = [] }: Schema, prefix: string): string[][] {
    return Object.entries(properties).flatMap(([name, schema]) => [
      [
        code(prefix + name),
        required.includes(name) ? 'yes' : 'no',
        this.#typeOf(schema),
        schema.description ?? '',
      ],
      ...this.#inner(schema, prefix + name),
    ]);
  }

  #inner(schema: Schema, path: string): string[][] {
    if (schema.anyOf) return schema.anyOf.flatMap((each) => this.#inner(each, path));
    if (schema.items) return this.#inner(schema.items, `${path}[]`);
    const [byName] = Object.values(schema.patternProperties ?? {});
    if (byName && !schema.properties) return this.#inner(byName, `${path}.*`);
    return this.#memberRows(schema, `${path}.`);
  }

  #link(reference: string): string {
    const name = nameOf(reference);
    return `[${name}](${this.#links.object(name)})`;
  }

  #typeOf(schema: Schema): string {
    if (schema.$ref) return this.#link(schema.$ref);
    if (schema.anyOf) return schema.anyOf.map((each) => this.#typeOf(each)).join(' or ');
    if (schema.type === 'array' && schema.items) {
      const count = schema.maxItems === undefined ? '' : ` of at most ${schema.maxItems}`;
      const items = this.#typeOf(schema.items);
      return items === '' ? 'a list' : `a list${count}: ${items}`;
    }
    if (schema.type === undefined && schema.enum === undefined) return '';
    const { pattern, description, ...plain } = schema;
    return unquoted(describeSchema(plain));
  }

  /** Problems of every operation with a token are described once. */
  #problems(operation: Operation, { responses }: OperationDescription): string {
    const possible = Object.keys(responses).filter((status) => Number(status) >= 400);
    const special = operation.problems.map((each) => `[${code(each)}](${this.#links.problem(each)})`);
    const all = `statuses ${possible.join(', ')}`;
    return `**Problems:** ${special.length > 0 ? `${special.join(', ')}; ` : ''}all ${all}.`;
  }
}

const nameOf = (reference: string) => reference.split('/').pop()!;

/** The operations of each tag, in the order of the table. */
export function operationsByTag(): Map<Operation['tag'], Operation[]> {
  return Map.groupBy(operations, ({ tag }) => tag);
}

export function permission(scope: Operation['scope']): string {
  if (scope === null) return '**Token:** not needed.';
  return scope === 'any' ? '**Token:** any valid one.' : `**Token:** with the scope \`${scope}\`.`;
}

function exampleBlocks(content: Content | undefined): string[] {
  const [first] = Object.values(content ?? {});
  if (first?.example === undefined) return [];
  const text = typeof first.example === 'string' ? first.example : JSON.stringify(first.example, null, 2);
  return text.length > MAX_EXAMPLE_LENGTH ? [] : [codeBlock('json', text)];
}
