import { expect, test } from 'vitest';
import { indexTemplate } from './index-template.ts';

test('new indices have the parameters of BM25 that the space is configured with', () => {
  const template = indexTemplate('library-v-*', { shards: 2, replicas: '1', k1: 1.2, b: 0.4 });
  expect(template).toMatchObject({
    template: {
      settings: { number_of_shards: 2, similarity: { default: { type: 'BM25', k1: 1.2, b: 0.4 } } },
    },
  });
});
