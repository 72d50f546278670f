import { AttributeRegistry } from '@semantic-search/engine/building-blocks';
import { ALL_CONCEPTS_FIELD, DEFAULT_QUERY_SETTINGS, parseThesaurus } from '@semantic-search/query';
import { TermDictionaryBuilder } from '@semantic-search/query/terms';
import { expect, test } from 'vitest';
import { textOf } from '../../../server/test/support/documents.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { openStoredThesaurus } from '../indices/thesaurus-store.ts';
import { appliedBoosts } from './boosts.ts';

const turtle = `
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix dct: <http://purl.org/dc/terms/> .
<https://example.org/sea> a skos:Concept ; skos:prefLabel "sea"@en .
<https://example.org/ocean> a skos:Concept ; skos:prefLabel "ocean"@en ; dct:isReplacedBy <https://example.org/sea> .`;

test.each([
  [2, 3],
  [3, 2],
])('the larger factor of a concept and of one that it replaces counts: %i, %i', async (ocean, sea) => {
  const { record } = await parseThesaurus(textOf(turtle), 'text/turtle');
  const indexVersion = {
    index: 'zoo-v-1',
    parts: 0,
    attributes: new AttributeRegistry(),
    termDictionary: new TermDictionaryBuilder().current(),
    ...openStoredThesaurus(record),
    cache: new Map(),
    shards: 1,
    querySettings: DEFAULT_QUERY_SETTINGS,
  };
  const factors = { 'https://example.org/sea': sea, 'https://example.org/ocean': ocean };
  const boosts = [{ type: 'value', field: ALL_CONCEPTS_FIELD, factors }] as const;
  const target = { indexVersion, cluster: {} as Cluster, signal: undefined };
  expect(await appliedBoosts(boosts, target)).toEqual([
    { functions: [{ filter: { term: { about: 'https://example.org/sea' } }, weight: 3 }], score_mode: 'max' },
  ]);
});
