/** Describes a JSON schema in English, such as "an integer from 1 to 100". */

/** The supported JSON Schema keywords. */
export interface SchemaDescription {
  type?: string;
  description?: string;
  default?: unknown;
  const?: unknown;
  enum?: unknown[];
  anyOf?: SchemaDescription[];
  oneOf?: SchemaDescription[];
  minimum?: number;
  maximum?: number;
  multipleOf?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  items?: SchemaDescription;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  maxProperties?: number;
  properties?: Record<string, SchemaDescription>;
  required?: string[];
  patternProperties?: Record<string, SchemaDescription>;
  additionalProperties?: boolean;
}

export function describeSchema(schema: SchemaDescription): string {
  if (schema.anyOf) return schema.anyOf.map(describeSchema).join(' or ');
  if (schema.enum) return `one of ${schema.enum.map((value) => JSON.stringify(value)).join(', ')}`;
  switch (schema.type) {
    case 'boolean':
      return 'true or false';
    case 'null':
      return 'null';
    case 'integer':
    case 'number':
      return `${schema.type === 'integer' ? 'an integer' : 'a number'}${range(schema.minimum, schema.maximum)}${steps(schema)}`;
    case 'string':
      return text(schema);
    case 'array':
      return `a list${elements(schema)}${schema.uniqueItems ? ' without duplicates' : ''}`;
    default:
      return object(schema);
  }
}

function elements({ minItems, maxItems }: SchemaDescription): string {
  const isBounded = minItems !== undefined && maxItems !== undefined;
  return isBounded ? ` of ${minItems} to ${maxItems} elements` : range(minItems, maxItems);
}

function steps({ multipleOf }: SchemaDescription): string {
  return multipleOf === undefined ? '' : ` in steps of ${multipleOf}`;
}

function range(minimum: number | undefined, maximum: number | undefined): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return ` of at least ${minimum}`;
  return maximum === undefined ? '' : ` of at most ${maximum}`;
}

/** Appends the description if the members can have any name, because only it explains them. */
function object({ maxProperties, patternProperties, description }: SchemaDescription): string {
  const count = maxProperties === undefined ? '' : ` with at most ${maxProperties} members`;
  return `an object${count}${patternProperties && description ? `: ${description}` : ''}`;
}

function text({ minLength, maxLength, pattern, description }: SchemaDescription): string {
  const isLimited = minLength !== undefined || maxLength !== undefined;
  const length = isLimited ? ` of ${minLength ?? 0} to ${maxLength ?? 'any number of'} characters` : '';
  return pattern === undefined ? `text${length}` : `text${length}: ${description ?? `like ${pattern}`}`;
}
