/** Import of the package in Node, as frameworks do that render pages on a server. */
import { expect, test } from 'vitest';

test('the package defines its elements in Node without a browser', async () => {
  const { FacetPanel, SemanticSearch, SimilarDocs } = await import('./index.ts');
  expect(customElements.get('semantic-search')).toBe(SemanticSearch);
  expect(customElements.get('facet-panel')).toBe(FacetPanel);
  expect(customElements.get('similar-docs')).toBe(SimilarDocs);
});
