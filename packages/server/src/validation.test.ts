import * as contract from '@semantic-search/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { TSchema } from 'typebox';
import { describe, expect, it } from 'vitest';
import { BackendsFile } from './settings/backends-schema.ts';
import { VARIABLES } from './settings/environment.ts';

const isSchema = (value: unknown): value is TSchema =>
  typeof value === 'object' && value !== null && ('type' in value || 'anyOf' in value) && '~kind' in value;

const schemas = [
  ...Object.entries<unknown>({ ...contract, BackendsFile }).filter(([, value]) => isSchema(value)),
  ...Object.entries(VARIABLES),
] as [string, object][];

/** The server skips this check, see `validateSchema`. */
describe('A schema is valid against the meta-schema', () => {
  const ajv = new Ajv2020();

  it('which rejects a wrong keyword value', () => {
    expect(ajv.validateSchema({ type: 'string', minLength: 'one' })).toBe(false);
    expect(schemas.length).toBeGreaterThan(30);
  });

  it.each(schemas)('%s', (_, schema) => {
    ajv.validateSchema(JSON.parse(JSON.stringify(schema)));
    expect(ajv.errors ?? []).toEqual([]);
  });
});
