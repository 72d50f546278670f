import { afterEach, describe, expect, it } from 'vitest';
import { type Repository, repository, stampOf } from '../../packages/sources/test/repository.fixture.ts';
import { type Website, website } from '../../packages/sources/test/website.fixture.ts';
import { failureOf, served } from '../support/fixtures.ts';
import { semanticSearch } from '../support/service.ts';

let source: Repository | Website | undefined;
afterEach(async () => {
  await source?.close();
  source = undefined;
});

const service = served({}, []);

const wordsFor = (space: string, words: string[]) => [
  ...['harvest', '--allow-private-networks', '--space', space],
  ...words,
];
const harvest = (space: string, ...words: string[]) =>
  semanticSearch(wordsFor(space, words), { DATA_DIR: service.directory });

describe('harvesting', () => {
  it('a repository indexes its records, and later only changes', async () => {
    source = await repository();
    source.records.set('oai:1', {
      title: 'Voices',
      stamp: stampOf(1),
      elements: '<dc:subject>whales</dc:subject>',
    });
    for (const i of [2, 3, 4]) source.records.set(`oai:${i}`, { title: `Heron ${i}`, stamp: stampOf(i) });
    const first = await harvest('library', source.url);
    expect(first.output).toContain('library: 4 indexed, 0 unchanged, 0 removed, 0 skipped, 0 failed');
    const { body } = await service.call('GET', '/api/spaces/library/documents/oai%3A1');
    expect(body).toMatchObject({ title: 'Voices', subjects: ['whales'], subject: ['whales'] });

    source.records.set('oai:2', { title: '', stamp: stampOf(11), deleted: true });
    source.day = 12;
    const second = await harvest('library', source.url);
    expect(second.output).toContain('library: 0 indexed, 3 unchanged, 1 removed, 0 skipped, 0 failed');
    expect((await service.call('GET', '/api/spaces/library/documents/oai%3A2')).status).toBe(404);
  });

  it('a feed indexes its items, and an address that is neither is named', async () => {
    source = await website();
    source.pages.set(
      '/feed.xml',
      '<rss version="2.0"><channel><title>News</title><item><title>Heron</title><link>/1</link><description>Text</description></item></channel></rss>',
    );
    const { output } = await harvest('news', `${source.url}/feed.xml`);
    expect(output).toContain('news: 1 indexed, 0 unchanged, 0 removed, 0 skipped, 0 failed');
    source.pages.set('/', 'no feed');
    const environment = { DATA_DIR: service.directory };
    const failed = await failureOf(wordsFor('news', [source.url]), environment);
    expect(failed.code).toBe(1);
    expect(failed.errors).toContain(
      'Neither a feed (not a feed: the root element is missing) nor an OAI-PMH repository',
    );
    const words = wordsFor('news', [`${source.url}/feed.xml`, '--set', 'x']);
    expect((await failureOf(words, environment)).errors).toContain('No OAI-PMH repository');
  });
});
