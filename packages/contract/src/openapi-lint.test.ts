/** Lint of the OpenAPI description with the strict rules of Redocly. */
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, it } from 'vitest';
import { openApi } from './index.ts';

/** `rule at pointer: message` of every violation. */
async function violations(description: object): Promise<string[]> {
  const config = await createConfig({
    extends: ['recommended-strict'],
    rules: {
      'operation-4xx-problem-details-rfc7807': 'error',
      'operation-description': 'error',
      'operation-singular-tag': 'error',
      'parameter-description': 'error',
      'tag-description': 'error',
      'no-invalid-media-type-examples': 'error',
      'no-invalid-parameter-examples': 'error',
      'no-invalid-schema-examples': 'error',
      'no-required-schema-properties-undefined': 'error',
      'no-schema-type-mismatch': 'error',
    },
  });
  const source = JSON.stringify(description);
  const problems = await lintFromString({ source, config, absoluteRef: 'openapi.json' });
  return problems.map(({ ruleId, message, location }) => `${ruleId} at ${location[0]?.pointer}: ${message}`);
}

const description = openApi('https://search.example.org', '1.2.3');

it('has no violation of a lint rule', async () => {
  expect(await violations(description)).toEqual([]);
});

it('reports a description with faults', async () => {
  const { paths } = structuredClone(description) as {
    paths: Record<string, { post: { description?: string; security: object[] } }>;
  };
  const operation = paths['/api/tokens']!.post;
  delete operation.description;
  operation.security = [{ cookie: [] }];
  const found = (await violations({ ...description, paths })).join('\n');
  expect(found).toContain('operation-description at #/paths/~1api~1tokens/post');
  expect(found).toContain('security-defined at #/paths/~1api~1tokens/post/security/0');
});
