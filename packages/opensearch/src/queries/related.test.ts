import { expect, test } from 'vitest';
import { emptyIndexVersion, thesaurusRecord } from '../../test/cluster/index-version.fixture.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { recommenders, related, similarities } from './related.ts';

const turtle = `
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
<https://example.org/owl> a skos:Concept ; skos:prefLabel "Owl"@en ; skos:related <https://example.org/night> .
<https://example.org/night> a skos:Concept ; skos:prefLabel "Night"@en .`;

const stored = (id: string, subject: string) => {
  const content = { id, title: id, subjects: [`https://example.org/${subject}`] };
  return { _score: 1, _source: { id, content: JSON.stringify(content), extracted: null, written: 0 } };
};

test.each([
  [recommenders, [{ uri: 'https://example.org/night', label: 'Night' }]],
  [similarities, []],
])(
  'a recommended document lists the concept that led to it, a similar one does not',
  async (plugins, shared) => {
    const indexVersion = emptyIndexVersion(await thesaurusRecord(turtle));
    const responses = [[stored('a', 'owl')], [stored('b', 'night')]];
    const search = async () => ({ total: 1, hits: responses.shift()!, aggregations: {} });
    const target = { indexVersion, cluster: { search } as unknown as Cluster, signal: undefined };
    const query = { id: 'a', count: 1, language: 'en', documentFacets: [], summaryLength: 0 };
    const [found] = await related(query, plugins, target);
    expect(found).toMatchObject({ id: 'b', sharedConcepts: shared });
  },
);
