/** Schemas of the API description: JSON Schema 2020-12 with references to components. */
import type { TSchema } from 'typebox';

export type Json = Record<string, unknown>;

/** References a schema with an `$id` as a component; inlines others. */
export function responseSchema(schema: TSchema, schemas: Map<string, Json>): Json {
  return convertSchema(schema, (name, definition) => schemas.set(name, definition));
}

/** Like `responseSchema`, for a request body, whose optional members may be null. Components of responses stay as they are. */
export function bodySchema(schema: TSchema, schemas: Map<string, Json>): Json {
  const addIfNew = (name: string, definition: Json) => {
    if (!schemas.has(name)) schemas.set(name, definition);
  };
  return convertSchema(schema, addIfNew, withNulls);
}

function withNulls(schema: Json): Json {
  const { properties, required = [] } = schema as { properties?: Record<string, Json>; required?: string[] };
  if (!properties) return schema;
  const members = Object.entries(properties).map(([name, member]) => [
    name,
    required.includes(name) ? member : orNull(member),
  ]);
  return { ...schema, properties: Object.fromEntries(members) };
}

/** A member that may be null; title, description and default stay next to the alternatives. */
function orNull(member: Json): Json {
  const alternatives = member.anyOf as Json[] | undefined;
  const isAny = !alternatives && !member.type && !member.enum && !member.$ref;
  if (isAny || alternatives?.some(({ type }) => type === 'null')) return member;
  const { title, description, default: preset, ...rules } = member;
  return { anyOf: [rules, { type: 'null' }], ...withoutUndefined({ title, description, default: preset }) };
}

const withoutUndefined = (members: Json): Json =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));

/** Converts a schema to JSON Schema 2020-12 with references to components. */
export function convertSchema(
  schema: unknown,
  addComponent: (name: string, definition: Json) => void = () => {},
  adaptPart: (part: Json) => Json = (part) => part,
): Json {
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== 'object' || value === null) return value;
    const { $id: name, $ref: target, ...rest } = value as Json;
    if (typeof target === 'string') return { $ref: `#/components/schemas/${target}` };
    const parts = Object.entries(rest).map(([key, part]) => [key, walk(part)]);
    const converted = adaptPart(withDescription(Object.fromEntries(parts)));
    if (typeof name !== 'string') return converted;
    // Titles depend on the context; JSON Schema 2020-12 allows them next to a reference.
    const { title, description, ...definition } = converted;
    addComponent(name, definition);
    return { $ref: `#/components/schemas/${name}`, ...withoutUndefined({ title, description }) };
  };
  return walk(schema) as Json;
}

/** The title of a setting describes it where a description would only repeat it. */
function withDescription(schema: Json): Json {
  const { title, description } = schema;
  return typeof title === 'string' && description === undefined
    ? { ...schema, description: `${title}.` }
    : schema;
}
