/** Validation of input against JSON schemas; errors name the allowed values of each member. */
import { type FieldError, MAX_INT32 } from '@semantic-search/contract';
import { readIsoDate } from '@semantic-search/query/dates';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Static, TObject, TSchema } from 'typebox';
import { describeSchema, type SchemaDescription } from './describe-schema.ts';
import { invalidMembers } from './errors/problem.ts';

const ajv = new Ajv2020({
  strict: true,
  allErrors: true,
  verbose: true,
  allowUnionTypes: true,
  // Compiling the meta-schema takes 100 ms of every start; `validation.test.ts` validates all schemas against it.
  validateSchema: false,
  // 2.3 is a multiple of 0.1, although the quotient is not whole in binary.
  multipleOfPrecision: 6,
  discriminator: true,
});
ajv.addFormat('date-time', (text) => readIsoDate(text) !== undefined);
ajv.addFormat('uri', (text) => URL.canParse(text));

const compiled = new WeakMap<object, ValidateFunction>();

/** Validation errors of `value`; empty if it is valid. Keys are dotted paths such as `facets[2].title`. */
export function validationErrors(schema: TSchema, value: unknown): FieldError[] {
  const validate = compiled.get(schema) ?? compile(schema);
  if (validate(value)) return [];
  const byKey = new Map<string, FieldError>();
  for (const error of validate.errors ?? []) {
    const fieldError = fieldErrorOf(error);
    // A union reports its branches first and itself last; the last error lists all allowed values.
    byKey.set(fieldError.key, fieldError);
  }
  return [...byKey.values()];
}

/** Returns `value` without optional members that are null. Throws bad-request with all errors. */
export function parse<Schema extends TSchema>(schema: Schema, value: unknown): Static<Schema> {
  const input = withoutNulls(schema, value);
  const errors = validationErrors(schema, input);
  if (errors.length === 0) return input as Static<Schema>;
  throw invalidMembers(errors);
}

/** Throws an error for the operator. `name` is the name of a file or record. */
export function requireValid(name: string, schema: TSchema, content: unknown): void {
  const [error] = validationErrors(schema, content);
  if (error) throw new Error(`${name} is damaged: ${error.key || 'its content'} ${error.message}`);
}

/** Removes optional members that are null: many clients send null for a member that they leave out. */
function withoutNulls(schema: SchemaDescription, value: unknown): unknown {
  const { items, properties, required = [] } = schema;
  if (Array.isArray(value)) return items?.properties ? value.map((item) => withoutNulls(items, item)) : value;
  if (!properties || !isMembers(value)) return value;
  const schemas = new Map(Object.entries(properties));
  const isLeftOut = ([name, member]: [string, unknown]) =>
    member === null && schemas.has(name) && !required.includes(name);
  const given = Object.entries(value).filter((entry) => !isLeftOut(entry));
  return Object.fromEntries(
    given.map(([name, member]) => [name, withoutNulls(schemas.get(name) ?? {}, member)]),
  );
}

/** Parses query parameters: converts numbers, applies defaults. Ignores unknown parameters: links carry tracking parameters. */
export function parseQuery<Schema extends TObject>(
  schema: Schema,
  query: Record<string, string | string[] | undefined>,
): Static<Schema> {
  const values: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(schema.properties as Record<string, SchemaDescription>)) {
    const value = query[name] ?? property.default;
    if (value !== undefined) values[name] = isNumeric(property, value) ? Number(value) : value;
  }
  return parse(schema, values);
}

/** At most 15 digits, which a number represents exactly. */
const isNumeric = ({ type }: SchemaDescription, value: unknown): boolean =>
  (type === 'integer' || type === 'number') && typeof value === 'string' && /^-?\d{1,15}$/.test(value);

function compile(schema: TSchema): ValidateFunction {
  const validate = ajv.compile(withoutIds(schema));
  compiled.set(schema, validate);
  return validate;
}

/** The schema without `$id`, which is for OpenAPI only; a schema in which an ID occurs twice is invalid. */
export function withoutIds(schema: object): Record<string, unknown> {
  return JSON.parse(JSON.stringify(schema, (key, value) => (key === '$id' ? undefined : value)));
}

function fieldErrorOf(error: ErrorObject): FieldError {
  const parent = error.parentSchema as SchemaDescription;
  const path = dotted(error.instancePath);
  if (error.keyword === 'required' || error.keyword === 'dependentRequired')
    return { key: joinedKey(path, String(error.params.missingProperty)), message: 'is required' };
  if (error.keyword === 'additionalProperties') {
    const name = String(error.params.additionalProperty);
    const message = parent.properties
      ? unknownPropertyMessage(Object.keys(parent.properties))
      : `must have a name of ${parent.description}`;
    return { key: joinedKey(path, name), message };
  }
  if (error.keyword === 'discriminator') {
    const { tag } = error.params as { tag: string };
    const kinds = parent.oneOf?.flatMap(({ properties }) => properties?.[tag]?.const ?? []);
    return { key: joinedKey(path, tag), message: `must be ${describeSchema({ enum: kinds ?? [] })}` };
  }
  return { key: path, message: `must be ${describeSchema(parent)}` };
}

export function unknownPropertyMessage(allowed: readonly string[]): string {
  return `unknown property; allowed: ${allowed.join(', ')}`;
}

/** The dotted key of a member; either part may be empty. */
export const joinedKey = (path: string, name: string): string => [path, name].filter(Boolean).join('.');

/** The number in canonical decimal form; null for any other text. */
export function parsePositiveInt32(text: string): number | null {
  const number = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : Number.NaN;
  return number <= MAX_INT32 ? number : null;
}

/** Members of a JSON object by name. */
export type Members = Record<string, unknown>;

export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `/facets/2/title` (JSON Pointer, RFC 6901) as `facets[2].title`. */
function dotted(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : joinedKey(path, part)), '');
}
