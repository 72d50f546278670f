import { expect, test } from 'vitest';
import { describeSchema, type SchemaDescription } from './describe-schema.ts';

test.each<[SchemaDescription, string]>([
  [{ type: 'string', minLength: 1 }, 'text of at least 1 character'],
  [{ type: 'string', maxLength: 35 }, 'text of at most 35 characters'],
  [{ type: 'string', minLength: 1, maxLength: 35 }, 'text of 1 to 35 characters'],
  [{ type: 'array', maxItems: 1 }, 'a list of at most 1 element'],
  [{ type: 'integer', minimum: 1, maximum: 9 }, 'an integer from 1 to 9'],
])('%j is described with its limits', (schema, description) => {
  expect(describeSchema(schema)).toBe(description);
});
