/** Completeness of the OpenAPI description: texts, problem codes, scopes and headers. */
import { describe, expect, it } from 'vitest';
import { type Operation, openApi, operations, problemCodes, problems, scopes } from './index.ts';

interface Schema {
  [keyword: string]: unknown;
  description?: string;
  properties?: Record<string, Schema>;
}

interface Response {
  description: string;
  headers?: Record<string, { description?: string; required?: boolean }>;
  content?: Record<string, { schema: Schema; example: { type: string; status: number } }>;
}

interface Described {
  operationId: string;
  description?: string;
  summary?: string;
  security?: Record<string, string[]>[];
  parameters: { name: string; description?: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, Response>;
}

const document = openApi('http://localhost:8080', '1.2.3') as unknown as {
  tags: { name: string; description?: string }[];
  paths: Record<string, Record<string, Described>>;
  components: {
    schemas: Record<string, Schema>;
    securitySchemes: { bearer: { description: string; 'x-scopes': Record<string, string> } };
  };
};
const described = Object.values(document.paths).flatMap((methods) => Object.values(methods));
const inTable = (id: string): Operation => operations.find((operation) => operation.id === id)!;

/** Paths of the properties below `schema` that have no description. */
function undescribed(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  if (Array.isArray(schema)) return schema.flatMap((part, index) => undescribed(part, `${path}[${index}]`));
  const { properties = {}, ...others } = schema as Schema;
  const own = Object.entries(properties).flatMap(([name, property]) => [
    ...(hasText(property.description) ? [] : [`${path}.${name}`]),
    ...undescribed(property, `${path}.${name}`),
  ]);
  const inner = Object.entries(others).flatMap(([keyword, part]) => {
    const holdsValues = ['default', 'examples', 'enum', 'const'].includes(keyword);
    return holdsValues ? [] : undescribed(part, `${path}/${keyword}`);
  });
  return [...own, ...inner];
}

const hasText = (text: unknown) => typeof text === 'string' && text.trim().length > 3;

describe('the OpenAPI description', () => {
  it('describes every operation and tag', () => {
    expect(
      described.filter(({ summary, description }) => !hasText(summary) || !hasText(description)),
    ).toEqual([]);
    expect(document.tags.filter(({ description }) => !hasText(description))).toEqual([]);
    const used = new Set(operations.map(({ tag }) => tag));
    expect(document.tags.map(({ name }) => name).sort()).toEqual([...used].sort());
  });

  it('describes every parameter and header', () => {
    for (const { operationId, parameters, responses } of described) {
      const headers = Object.values(responses).flatMap((response) => Object.entries(response.headers ?? {}));
      const all = [...parameters.map((each) => [each.name, each] as const), ...headers];
      const missing = all.filter(([, { description }]) => !hasText(description)).map(([name]) => name);
      expect(missing, operationId).toEqual([]);
    }
  });

  it('describes every property of requests and responses', () => {
    const components = Object.entries(document.components.schemas);
    expect(components.flatMap(([name, schema]) => undescribed(schema, name))).toEqual([]);
    for (const { operationId, requestBody, responses } of described)
      expect(undescribed([requestBody, responses], operationId)).toEqual([]);
  });

  it('finds a property without a description', () => {
    const properties = { a: { description: 'Text.', anyOf: [{ properties: { b: {} } }] } };
    expect(undescribed({ properties }, 'x')).toEqual(['x.a/anyOf[0].b']);
  });

  it('lists the problem code of every error response', () => {
    expect(document.components.schemas.Problem?.properties?.type?.enum).toEqual(
      problemCodes.map((code) => `/problems/${code}`),
    );
    for (const { operationId, responses } of described) {
      const listed = Object.values(responses).flatMap(({ description, content }) => {
        const problem = content?.['application/problem+json'];
        const code = problem?.example.type.replace('/problems/', '');
        if (!problem || !code) return [];
        expect(description, operationId).toContain(`\`${code}\``);
        expect(problem.schema.properties?.type?.const).toBe(`/problems/${code}`);
        return [code];
      });
      const failures = Object.entries(responses).filter(([status]) => Number(status) >= 400);
      const withBody = failures.filter(([, { content }]) => !content?.['application/json']);
      expect(listed.length, operationId).toBe(withBody.length);
      const { problems: own, response } = inTable(operationId);
      const expected = own.filter((code) => !(response.notReady && problems[code].status === 503));
      expect(listed, operationId).toEqual(expect.arrayContaining(expected));
    }
  });

  it('requires the scope of the operations table and describes all scopes', () => {
    const { bearer } = document.components.securitySchemes;
    expect(Object.keys(bearer['x-scopes'])).toEqual([...scopes]);
    for (const scope of scopes) expect(bearer.description).toContain(`\`${scope}\`: `);
    for (const { operationId, security } of described) {
      const { scope, isTokenOptional } = inTable(operationId);
      const required = [{ bearer: scope === 'any' ? [] : [scope] }, { session: [] }];
      const expected = isTokenOptional ? [...required, {}] : required;
      expect(security, operationId).toEqual(scope === null ? [] : expected);
    }
  });

  it('describes when to retry for every 429 and 503, and the rate limit', () => {
    for (const { operationId, responses } of described) {
      if (inTable(operationId).scope === null) continue;
      const headersOf = (status: number) => responses[status]?.headers ?? {};
      expect(headersOf(429), operationId).toMatchObject({
        'Retry-After': { required: true },
        RateLimit: { required: true },
        'RateLimit-Policy': { required: true },
      });
      expect(Object.keys(headersOf(503)), operationId).toContain('Retry-After');
      expect(Object.keys(headersOf(200)), operationId).toContain('RateLimit');
    }
  });
});
