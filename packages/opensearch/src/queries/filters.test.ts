import { AttributeRegistry } from '@semantic-search/engine/building-blocks';
import { DEFAULT_QUERY_SETTINGS, parseThesaurus } from '@semantic-search/query';
import { TermDictionaryBuilder } from '@semantic-search/query/terms';
import { expect, test } from 'vitest';
import { textOf, thesaurus } from '../../../server/test/support/documents.ts';
import type { Cluster } from '../cluster/cluster.ts';
import type { IndexVersion } from '../indices/query-target.ts';
import { openStoredThesaurus } from '../indices/thesaurus-store.ts';
import { scoped } from './scope.ts';

test('the requests of a scope do not grow with the attributes of the space, and only those in use are known', async () => {
  const attributes = new AttributeRegistry();
  for (let i = 0; i < 4500; i++) attributes.add(`attribute ${i}`, 'literal');
  attributes.add('year', 'date');
  const { record } = await parseThesaurus(textOf(thesaurus), 'text/turtle');
  const indexVersion: IndexVersion = {
    index: 'zoo-v-1',
    chunks: 0,
    attributes,
    termDictionary: new TermDictionaryBuilder().current(),
    ...openStoredThesaurus(record),
    cache: new Map(),
    shards: 1,
    querySettings: DEFAULT_QUERY_SETTINGS,
  };
  const sent: string[] = [];
  const buckets = ['literals.attribute%207', 'numbers.year'].map((key) => ({ key, doc_count: 1 }));
  const search: Cluster['search'] = async (_path, body) => {
    sent.push(JSON.stringify(body));
    return { total: 0, hits: [], aggregations: { used: { buckets } } };
  };
  const scope = { include: [{ field: 'attribute 7', values: [{ label: 'x' }] }], exclude: [] };
  const target = { indexVersion, cluster: { search } as Cluster, signal: undefined };
  const { indexVersion: limited } = await scoped(target, scope);
  expect(limited.attributes.all.map(({ name, kind }) => `${name}: ${kind}`)).toEqual([
    'attribute 7: literal',
    'year: date',
  ]);
  expect(sent.length).toBe(1);
  expect(sent[0]!.length).toBeLessThan(1000);
});
