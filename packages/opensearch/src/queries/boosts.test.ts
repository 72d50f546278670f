import { ALL_CONCEPTS_FIELD } from '@semantic-search/query';
import { expect, test } from 'vitest';
import { emptyIndexVersion, thesaurusRecord } from '../../test/cluster/index-version.fixture.ts';
import type { Cluster } from '../cluster/cluster.ts';
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
  const indexVersion = emptyIndexVersion(await thesaurusRecord(turtle));
  const factors = { 'https://example.org/sea': sea, 'https://example.org/ocean': ocean };
  const boosts = [{ type: 'value', field: ALL_CONCEPTS_FIELD, factors }] as const;
  const target = { indexVersion, cluster: {} as Cluster, signal: undefined };
  expect(await appliedBoosts(boosts, target)).toEqual([
    { functions: [{ filter: { term: { about: 'https://example.org/sea' } }, weight: 3 }], score_mode: 'max' },
  ]);
});
