/** Descriptions of JSON schemas in English, such as "an integer from 1 to 100". */

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
  format?: string;
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
      return describeNumber(schema);
    case 'string':
      return describeText(schema);
    case 'array':
      return `a list${counted('element', schema.minItems, schema.maxItems)}${schema.uniqueItems ? ' without duplicates' : ''}`;
    default:
      return describeObject(schema);
  }
}

function counted(noun: string, minimum: number | undefined, maximum: number | undefined): string {
  const count = range(minimum, maximum);
  return count && `${count} ${noun}${/\b1$/.test(count) ? '' : 's'}`;
}

function describeNumber({ type, minimum, maximum, multipleOf }: SchemaDescription): string {
  const kind = type === 'integer' ? 'an integer' : 'a number';
  const steps = multipleOf === undefined ? '' : ` in steps of ${multipleOf}`;
  return kind + range(minimum, maximum, 'from') + steps;
}

function range(minimum: number | undefined, maximum: number | undefined, preposition = 'of'): string {
  if (minimum !== undefined && maximum !== undefined) return ` ${preposition} ${minimum} to ${maximum}`;
  if (minimum !== undefined) return ` of at least ${minimum}`;
  return maximum === undefined ? '' : ` of at most ${maximum}`;
}

/** Appends the description if the members can have any name, because only the description explains them. */
function describeObject({ maxProperties, patternProperties, description }: SchemaDescription): string {
  const count = maxProperties === undefined ? '' : ` with at most ${maxProperties} members`;
  const explanation = patternProperties && description ? `: ${description}` : '';
  return `an object${count}${explanation}`;
}

function describeText({ minLength, maxLength, pattern, format, description }: SchemaDescription): string {
  if (format === 'date-time') return 'a date, perhaps with a time, in ISO 8601';
  const length = counted('character', minLength, maxLength);
  if (pattern === undefined) return `text${length}`;
  return `text${length}: ${description?.replace(/\.$/, '') ?? `like ${pattern}`}`;
}
