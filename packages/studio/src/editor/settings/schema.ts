/** Settings schema from the OpenAPI description: kinds of fields, and values that are valid. */

/** JSON Schema keywords that the server uses. */
export interface Schema {
  $ref?: string;
  title?: string;
  type?: string;
  description?: string;
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  enum?: string[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  default?: unknown;
  pattern?: string;
}

/**
 * Resolves all references of the settings schema; keywords next to a reference override its target.
 * `schemas` are the schemas of the API description by name; `translated` returns a text in the language of the person.
 */
export function settingsSchema(
  schemas: Record<string, Schema>,
  translated = (english: string): string => english,
): Schema {
  const resolve = (schema: Schema): Schema => {
    const { $ref, ...siblings } = schema;
    if ($ref) {
      const name = $ref.split('/').at(-1)!;
      const target = schemas[name];
      if (!target) throw new Error(`The service does not describe ${name}.`);
      return { ...resolve(target), ...resolve(siblings) };
    }
    const { title, description, properties, items, anyOf } = schema;
    return {
      ...schema,
      ...(title && { title: translated(title) }),
      // The API description repeats the title of a setting without a description.
      ...(description && { description: description === `${title}.` ? '' : translated(description) }),
      ...(properties && {
        properties: Object.fromEntries(Object.entries(properties).map(([key, part]) => [key, resolve(part)])),
      }),
      ...(items && { items: resolve(items) }),
      ...(anyOf && { anyOf: anyOf.map(resolve) }),
    };
  };
  return resolve({ $ref: 'Settings' });
}

/** Selects the field type of a setting. */
export function kindOf(schema: Schema) {
  if (schema.properties?.fontColor) return 'colors';
  if (schema.properties) return 'group';
  /** Schema of members with any name, such as a language. */
  const [anyMember] = Object.values(schema.patternProperties ?? {});
  if (anyMember?.patternProperties) return 'texts';
  if (anyMember) return anyMember.type === 'number' ? 'factors' : 'translations';
  if (schema.type === 'boolean') return 'switch';
  if (schema.enum) return 'choice';
  if (numberSchemaIn(schema)) return 'number';
  if (schema.type === 'array' && schema.items?.type === 'string' && !schema.items.enum) return 'lines';
  if (schema.type === 'array') return schema.items?.enum ? 'order' : 'entries';
  return schema.pattern?.includes('data:image') ? 'image' : 'text';
}

export type Kind = ReturnType<typeof kindOf>;

/** Returns the number schema of a setting, which may be one of several alternatives. */
export const numberSchemaIn = (schema: Schema): Schema | undefined =>
  [schema, ...(schema.anyOf ?? [])].find(({ type }) => type === 'integer' || type === 'number');

/** Whether the value is valid for the preview; the server validates again on saving. */
export function isValid(schema: Schema, value: unknown): boolean {
  if (schema.anyOf) return schema.anyOf.some((branch) => isValid(branch, value));
  if (schema.enum) return schema.enum.some((allowed) => allowed === value);
  if (schema.type === 'null') return value === null;
  if (schema.type === 'boolean') return typeof value === 'boolean';
  if (schema.type === 'string') return typeof value === 'string' && isValidText(schema, value);
  if (schema.type === 'integer') return Number.isInteger(value) && isInRange(schema, value as number);
  return true;
}

function isValidText({ minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern }: Schema, text: string) {
  if (text.length < minLength || text.length > maxLength) return false;
  return pattern === undefined || new RegExp(pattern, 'u').test(text);
}

const isInRange = ({ minimum = -Infinity, maximum = Infinity }: Schema, value: number): boolean =>
  value >= minimum && value <= maximum;

/** `draft` with values of `saved` in place of invalid ones, such as an incomplete color. Unknown members stay. */
export function withoutInvalidValues<Value>(schema: Schema | undefined, draft: Value, saved: Value): Value {
  if (schema?.properties && isObject(draft) && isObject(saved)) {
    const { properties } = schema;
    const members = Object.entries(draft).map(([key, value]) => [
      key,
      withoutInvalidValues(properties[key], value, saved[key]),
    ]);
    return Object.fromEntries(members) as Value;
  }
  if (schema?.items && Array.isArray(draft)) {
    const previous: unknown[] = Array.isArray(saved) ? saved : [];
    const items = schema.items;
    return draft.map((item, index) => withoutInvalidValues(items, item, previous[index] ?? item)) as Value;
  }
  return !schema || isValid(schema, draft) ? draft : saved;
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
