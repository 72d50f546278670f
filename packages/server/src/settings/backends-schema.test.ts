import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { BackendsFile } from './backends-schema.ts';

const isValid = new Ajv2020({ strict: false, formats: { uri: true } }).compile(BackendsFile);

const credentials = { type: 'basic', userFrom: 'USER_NAME', passwordFrom: 'PASSWORD' };
const cluster = { backend: 'opensearch', nodes: ['https://search.example.org:9200'], index: 'library' };
const service = { source: 'service', url: 'http://localhost:9000', model: 'small', dimensions: 384 };

describe('the JSON Schema of the backends file', () => {
  it.each([
    ['an embedded space', { zoo: { backend: 'embedded' } }],
    ['a space with embeddings', { zoo: { backend: 'embedded', embeddings: service } }],
    ['a cluster with credentials', { library: { ...cluster, credentials, replicas: '0-all' } }],
    [
      'a service',
      { museum: { backend: 'graphsearch', url: 'https://g.example.org', searchSpaceId: 'm', credentials } },
    ],
  ])('accepts %s', (_what, spaces) => {
    expect(isValid({ $schema: './backends.schema.json', spaces }), JSON.stringify(isValid.errors)).toBe(true);
  });

  it.each([
    ['an unknown backend', { zoo: { backend: 'other' } }],
    ['an invalid name of a space', { '../zoo': { backend: 'embedded' } }],
    ['an unknown member', { zoo: { backend: 'embedded', index: 'zoo' } }],
    [
      'a secret in place of the name of its variable',
      {
        library: { ...cluster, credentials: { ...credentials, passwordFrom: 'not a variable' } },
      },
    ],
    [
      'embeddings without dimensions',
      {
        zoo: { backend: 'embedded', embeddings: { ...service, dimensions: undefined } },
      },
    ],
  ])('rejects %s', (_what, spaces) => {
    expect(isValid(JSON.parse(JSON.stringify({ spaces })))).toBe(false);
  });
});
