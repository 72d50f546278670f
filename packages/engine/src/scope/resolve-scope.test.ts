import { deserializeThesaurus, parseThesaurus } from '@semantic-search/query';
import { ALL_CONCEPTS_FIELD } from '@semantic-search/query/api';
import { expect, test } from 'vitest';
import { AttributeRegistry } from '../index/attributes.ts';
import { resolveScope } from './resolve-scope.ts';

async function* turtle() {
  yield `@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
    <urn:river> a skos:Concept ; skos:prefLabel "bank"@en .
    <urn:money> a skos:Concept ; skos:prefLabel "bank"@en .`;
}

test('a rule with a label applies to all concepts with this label', async () => {
  const { record } = await parseThesaurus(turtle(), 'text/turtle');
  const { thesaurus } = deserializeThesaurus(record);
  const scope = { include: [], exclude: [{ field: ALL_CONCEPTS_FIELD, values: [{ label: 'bank' }] }] };
  const { exclude, unresolved } = resolveScope(scope, { attributes: new AttributeRegistry(), thesaurus });
  const concepts = exclude[0]!.values.map((value) => 'concept' in value && value.concept);
  expect(concepts.sort()).toEqual(['urn:money', 'urn:river']);
  expect(unresolved).toEqual([]);
});
