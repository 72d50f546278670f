import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { defaultSettings, openApi, operations } from './index.ts';

type Json = Record<string, unknown>;

const description = openApi('http://localhost:8080', '1.2.3') as {
  paths: Record<string, Record<string, { responses: Record<string, Json>; operationId: string }>>;
  components: { schemas: Record<string, Json> };
};
const ajv = new Ajv2020({
  strict: true,
  allErrors: true,
  allowUnionTypes: true,
  formats: { 'date-time': true },
});

const inDefinitions = (schema: Json) =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/schemas/', '"description#/$defs/')) as Json;
ajv.addSchema({ $id: 'description', $defs: inDefinitions(description.components.schemas as Json) });

/** By the JSON of their schemas, because most operations share the schemas of their problems. */
const validators = new Map<string, ReturnType<typeof ajv.compile>>();

/** Validates with the schemas as the description serves them. */
function faultsOf(schema: Json, value: unknown) {
  const key = JSON.stringify(schema);
  const validate = validators.get(key) ?? ajv.compile(inDefinitions(schema));
  validators.set(key, validate);
  return validate(value) ? [] : validate.errors;
}

const settingsSchema = { $ref: '#/components/schemas/Settings' };

/** Every request and answer example of the description, by where it stands. */
function examples(): [string, Json, unknown][] {
  return Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const { requestBody, responses } = operation as { requestBody?: Json; responses: Record<string, Json> };
      const parts = [['request', requestBody], ...Object.entries(responses)] as [string, Json | undefined][];
      return parts.flatMap(([name, part]) =>
        Object.values((part?.content ?? {}) as Record<string, { schema: Json; example: unknown }>).map(
          ({ schema, example }): [string, Json, unknown] => [`${method} ${path} ${name}`, schema, example],
        ),
      );
    }),
  );
}

describe('the contract', () => {
  it('accepts its own default settings', () => {
    expect(faultsOf(settingsSchema, defaultSettings)).toEqual([]);
  });

  it('has a valid example for every body', () => {
    expect(examples().length).toBeGreaterThan(100);
    for (const [where, schema, example] of examples()) {
      expect(example, where).toBeDefined();
      expect(faultsOf(schema, example), where).toEqual([]);
    }
  });

  it('names every operation once', () => {
    const ids = operations.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('lists 200, 401, 403 and, under a configuration, 404 for every operation with a scope', () => {
    for (const { method, path } of operations.filter(({ scope }) => scope !== null && scope !== 'any')) {
      const answers = Object.keys(description.paths[path]![method]!.responses);
      expect(answers, path).toEqual(expect.arrayContaining(['200', '401', '403']));
      if (path.includes('{configId}')) expect(answers, path).toContain('404');
    }
  });

  it('rejects invalid colors, logos and settings', () => {
    const logos = {
      'https://example.org/a.svg': true,
      'javascript:alert(1)': false,
      'http://example.org/a': false,
    };
    for (const [logo, good] of Object.entries(logos)) {
      const settings = { ...defaultSettings, layout: { ...defaultSettings.layout, logo } };
      expect(faultsOf(settingsSchema, settings)?.length === 0, logo).toBe(good);
    }
    expect(faultsOf(settingsSchema, { ...defaultSettings, surprise: 1 })).not.toEqual([]);
  });
});
