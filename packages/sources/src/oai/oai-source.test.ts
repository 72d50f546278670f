import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { localFetcher } from '../../test/crawl.fixture.ts';
import { type Repository, repository, stampOf } from '../../test/repository.fixture.ts';
import type { FetchRequest } from '../fetch/fetcher.ts';
import { isolatedProcess } from '../isolation/isolated-process.ts';
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

const isolated = isolatedProcess();
afterAll(isolated.close);

async function harvest(
  previous: ReadonlyMap<string, AddressState> = new Map(),
  options: Partial<OaiOptions> = {},
) {
  const source = oaiSource({ address: own.url, fetcher: localFetcher(), isolated, ...options });
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
      'oai:r:4': 'document',
    });
  });

  it('is read as a whole after the space lost a document', async () => {
    const { state } = await harvest();
    state.set('oai:r:4', { indexed: false, requested: true });
    expect((await harvest(state)).outcomes).toMatchObject({ 'oai:r:4': 'document', 'oai:r:3': 'document' });
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

  it('whose proxy ignores the query fails instead of losing records', async () => {
    const { state } = await harvest();
    const { fetch } = localFetcher();
    const fetcher = {
      fetch: (request: FetchRequest) => fetch({ ...request, address: `${own.url}?verb=Identify` }),
    };
    await expect(harvest(state, { full: true, fetcher })).rejects.toThrow('no element ListRecords');
  });

  it('keeps the records of a page with a fault', async () => {
    own.records.set('oai:r:1', { title: 'Bad &#x3; & character', stamp: stampOf(2) });
    const { documents } = await harvest();
    expect(documents.map(({ title }) => title)).toEqual([
      'Record 0',
      'Bad  & character',
      'Record 2',
      'Record 3',
      'Record 4',
    ]);
  });

  it.each([422, 404, 500])('without new records may answer with the status %i', async (status) => {
    const { state } = await harvest();
    own.day = 20;
    own.errorStatus = status;
    await harvest(state);
    const { outcomes } = await harvest((await harvest(state)).state);
    expect(outcomes).toMatchObject({ 'oai:r:0': 'unchanged', 'oai:r:4': 'unchanged' });
  });
});

describe('the metadata of Dublin Core', () => {
  const document = async (elements: string) => {
    own.records.clear();
    own.records.set('oai:r:1', { title: 'Die Wale', stamp: stampOf(1), elements });
    return (await harvest()).documents[0]!;
  };

  it('has the title in the language of the work, and keeps the others', async () => {
    const titles =
      '<dc:title xml:lang="en">The whales</dc:title><dc:title xml:lang="fr-FR">Les baleines</dc:title>';
    expect(await document(`${titles}<dc:language>eng</dc:language>`)).toMatchObject({
      title: 'The whales',
      attributes: { alternative: ['Die Wale', 'Les baleines'] },
    });
    expect(await document(titles)).toMatchObject({ title: 'Die Wale' });
  });

  it('has text instead of escaped HTML', async () => {
    const escaped = '&lt;p&gt;One&amp;nbsp;&lt;i&gt;two&lt;/i&gt;&lt;/p&gt;&lt;p&gt;Three&lt;/p&gt;';
    expect(await document(`<dc:description>${escaped}</dc:description>`)).toMatchObject({
      description: 'One two\nThree',
    });
    expect(await document('<dc:description>a &lt; b &lt;c&gt; &amp; d</dc:description>')).toMatchObject({
      description: 'a < b <c> & d',
    });
    expect(await document('<dc:description><p>A <b>b</b></p></dc:description>')).toMatchObject({
      description: 'A b',
    });
  });

  it.each([
    [
      'info:eu-repo/semantics/article,info:eu-repo/semantics/publishedVersion,Peer-reviewed Article',
      'Peer-reviewed Article',
    ],
    ['info:eu-repo/semantics/publishedVersion,info:eu-repo/semantics/bachelorThesis', 'bachelorThesis'],
    ['http://purl.org/coar/resource_type/c_46ec,Thesis', 'Thesis'],
    ['Text,Map', 'Map'],
    ['Text', 'Text'],
  ])('has a type that readers understand: %s', async (types, expected) => {
    const elements = types.split(',').map((type) => `<dc:type>${type}</dc:type>`);
    expect(await document(elements.join(''))).toMatchObject({ type: expected });
  });

  it.each([
    // DSpace: accession and availability, then the issue.
    ['2012-05-11T09:14:33Z,2012-05-11T09:14:33Z,2003', '2003'],
    ['2019-12-01,2019-03', '2019-03'],
    ['2019,2019-03,2019-03-14', '2019-03-14'],
    ['2020-05-03,2019-01', '2019-01'],
    ['2020,2019-06-01T08:00Z', '2020'],
    ['2012-05-11T09:14:33Z', '2012-05-11T09:14:33.000Z'],
    ['info:eu-repo/date/embargoEnd/2025-01-01,2024-05-03', '2024-05-03'],
    ['[1984]', '1984'],
    ['c1984', '1984'],
    ['1998/2003', '1998'],
    ['n.d.,2019-02-30,2018', '2018'],
  ])('has the date of the work: %s', async (dates, expected) => {
    const elements = dates.split(',').map((date) => `<dc:date>${date}</dc:date>`);
    expect(await document(elements.join(''))).toMatchObject({ date: expected });
  });

  it('has the date of issue before others, and a warning without a date', async () => {
    const issued = await document('<dc:date>2001</dc:date><dcterms:issued>2004-02</dcterms:issued>');
    expect(issued).toMatchObject({ date: '2004-02' });
    const unknown = await document('<dc:date>2019-02-30</dc:date>');
    expect(unknown).not.toHaveProperty('date');
    expect(unknown).toMatchObject({ warnings: ['date not read: 2019-02-30'] });
  });
});
