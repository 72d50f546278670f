import { setTimeout as pause } from 'node:timers/promises';
import type { SuggestionQuery } from '@semantic-search/engine';
import { afterEach, expect, test } from 'vitest';
import { puma, thesaurus } from '../../../server/test/support/documents.ts';
import { fakeNode, json, nothingFound } from '../../test/cluster/fake-node.ts';
import { emptyIndexVersion, thesaurusRecord } from '../../test/cluster/index-version.fixture.ts';
import { type Cluster, connectToCluster } from '../cluster/cluster.ts';
import type { IndexVersion } from '../indices/query-target.ts';
import { openSuggestions } from './suggestions.ts';

const opened: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

/** A cluster where the count of pumas grows with each request, and a full count takes a while. */
async function slowlyCounting(milliseconds: number) {
  const calls: string[] = [];
  const node = await fakeNode(async (request, response) => {
    const chunks = await Array.fromAsync(request as AsyncIterable<Buffer>);
    const isOfAll = !Buffer.concat(chunks).includes('"include"');
    calls.push(isOfAll ? 'all' : 'some');
    if (isOfAll) await pause(milliseconds);
    const bucket = { key: isOfAll ? { value: puma } : puma, doc_count: calls.length };
    const aggregations = { [isOfAll ? 'values' : 'concepts']: { buckets: [bucket] } };
    json(200, { ...nothingFound, aggregations })(request, response);
  });
  const cluster = connectToCluster({ nodes: [node.url], deadlineMs: 5000 });
  opened.push(cluster, node);
  return { calls, suggest: suggestWith(cluster) };
}

function suggestWith(cluster: Cluster) {
  const suggest = openSuggestions();
  return (query: SuggestionQuery, indexVersion: IndexVersion) =>
    suggest(query, { indexVersion, cluster, signal: undefined });
}

async function looks(count: number, index = 'zoo-v-1'): Promise<IndexVersion[]> {
  const record = await thesaurusRecord(thesaurus);
  return Array.from({ length: count }, () => emptyIndexVersion(record, index));
}

test('shares one full count and repeats it rarely if it is slow; displayed counts are current', async () => {
  const { calls, suggest } = await slowlyCounting(200);
  const [first, second, third] = (await looks(3)) as [IndexVersion, IndexVersion, IndexVersion];
  const question = { text: 'pum', count: 5, language: 'en' };
  const countsIn = async (indexVersion: IndexVersion) =>
    (await suggest(question, indexVersion)).map(({ count }) => count).join();
  expect((await Promise.all([countsIn(first), countsIn(first)])).sort()).toEqual(['2', '3']);
  expect(await countsIn(second)).toBe('4');
  expect(await countsIn(third)).toBe('5');
  expect(calls).toEqual(['all', 'some', 'some', 'some', 'some']);
});

test('counts a new thesaurus before suggesting its concepts', async () => {
  const { calls, suggest } = await slowlyCounting(0);
  const [[previous], [latter]] = [await looks(1), await looks(1, 'zoo-v-2')] as [
    [IndexVersion],
    [IndexVersion],
  ];
  for (const indexVersion of [previous, latter])
    expect(await suggest({ text: 'pum', count: 5 }, indexVersion)).toHaveLength(1);
  expect(calls).toEqual(['all', 'some', 'all', 'some']);
});
