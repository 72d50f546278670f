import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { localFetcher } from '../../test/crawl.fixture.ts';
import { type Repository, repository, stampOf } from '../../test/repository.fixture.ts';
import { type AddressState, type Document, isSkipped } from '../source.ts';
import { type OaiOptions, oaiSource } from './oai-source.ts';

let own: Repository;
beforeEach(async () => {
  own = await repository();
  // The stamps are not in the order of the list.
  for (const [i, day] of [5, 2, 8, 1, 3].entries())
    own.records.set(`oai:r:${i}`, { title: `Record ${i}`, stamp: stampOf(day) });
});
afterEach(() => own.close());

async function harvest(
  previous: ReadonlyMap<string, AddressState> = new Map(),
  options: Partial<OaiOptions> = {},
) {
  const source = oaiSource({ address: own.url, fetcher: localFetcher(), ...options });
  const outcomes: Record<string, string> = {};
  const documents: Document[] = [];
  const state = new Map<string, AddressState>();
  for await (const each of source.read({ previous, current: new Map() }, new AbortController().signal)) {
    const id = isSkipped(each.item) ? each.item.address : each.item.id;
    outcomes[id.replace(own.url, 'repository')] = isSkipped(each.item) ? each.item.outcome : 'document';
    if (!isSkipped(each.item)) documents.push(each.item);
    if (each.state.indexed || each.state.requested) state.set(id, each.state);
  }
  return { outcomes, documents, state };
}

describe('an OAI-PMH repository', () => {
  it('is read page by page, with the metadata of Dublin Core', async () => {
    own.records.set('oai:r:9', {
      title: 'Whales &amp; dolphins',
      stamp: stampOf(1),
      elements: `<dc:creator>A</dc:creator><dc:creator>B</dc:creator><dc:subject>whales</dc:subject>
        <dc:description>About <![CDATA[<whales>]]></dc:description><dc:date>2019-05</dc:date><dc:date>n.d.</dc:date>
        <dc:identifier>ISBN 1</dc:identifier><dc:identifier>https://example.org/9</dc:identifier>
        <dc:language>ger</dc:language><dc:type>Book</dc:type>`,
    });
    const { documents, outcomes } = await harvest();
    expect(outcomes).toEqual({
      repository: 'skipped',
      ...Object.fromEntries([0, 1, 2, 3, 4, 9].map((i) => [`oai:r:${i}`, 'document'])),
    });
    expect(own.lists).toEqual(['from ', 'token |2', 'token |4']);
    expect(documents[0]).not.toHaveProperty('link');
    expect(documents.at(-1)).toEqual({
      id: 'oai:r:9',
      link: 'https://example.org/9',
      title: 'Whales & dolphins',
      description: 'About <whales>',
      text: '',
      date: '2019-05',
      language: 'de',
      type: 'Book',
      subjects: ['whales'],
      sections: [],
      attributes: { creator: ['A', 'B'], subject: ['whales'] },
    });
  });

  it('is queried for changes since the start of the last run, by its own clock', async () => {
    const first = await harvest();
    // Written while the first run was under way.
    own.records.get('oai:r:1')!.title = 'Changed';
    own.records.get('oai:r:1')!.stamp = stampOf(10);
    own.records.set('oai:r:2', { title: '', stamp: stampOf(11), deleted: true });
    own.day = 12;
    own.lists.length = 0;
    const second = await harvest(first.state);
    expect(own.lists).toEqual([`from ${stampOf(10)}`]);
    expect(second.outcomes).toEqual({
      repository: 'skipped',
      'oai:r:0': 'unchanged',
      'oai:r:1': 'document',
      'oai:r:2': 'removed',
      'oai:r:3': 'unchanged',
      'oai:r:4': 'unchanged',
    });
    const third = await harvest(second.state);
    expect(own.lists.at(-1)).toBe(`from ${stampOf(12)}`);
    expect(Object.keys(third.outcomes)).not.toContain('oai:r:2');
  });

  it('without deleted records loses records by a full run only', async () => {
    const { state } = await harvest();
    own.records.delete('oai:r:3');
    expect((await harvest(state)).outcomes['oai:r:3']).toBe('unchanged');
    expect((await harvest(state, { full: true })).outcomes).toMatchObject({
      'oai:r:3': 'removed',
      'oai:r:4': 'unchanged',
    });
  });

  it('is read as a whole after the space lost a document', async () => {
    const { state } = await harvest();
    state.set('oai:r:4', { indexed: false, requested: true });
    expect((await harvest(state)).outcomes).toMatchObject({ 'oai:r:4': 'document', 'oai:r:3': 'unchanged' });
  });

  it('is queried in whole days if it supports only days', async () => {
    await own.close();
    own = await repository('YYYY-MM-DD');
    own.records.set('oai:r:0', { title: 'Record', stamp: '2026-01-03' });
    const { state } = await harvest();
    await harvest(state);
    expect(own.lists).toEqual(['from ', 'from 2026-01-10']);
  });

  it('is read from the start again when a token expires', async () => {
    own.expireAfter = 2;
    expect(Object.values((await harvest()).outcomes).filter((each) => each === 'document')).toHaveLength(5);
    expect(own.lists).toEqual(['from ', 'token |2', 'token |4', 'from ', 'token |2', 'token |4']);
  });

  it('that leads back to a token, or whose response is cut off, fails instead of losing records', async () => {
    own.loops = true;
    await expect(harvest()).rejects.toThrow('the resumption token |2 leads back to itself');
    own.loops = false;
    const { state } = await harvest();
    own.isCut = true;
    await expect(harvest(state, { full: true })).rejects.toThrow();
  });
});
