/** The source port: website, folder, feed and repository. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { crawler } from '../src/crawl/crawler.ts';
import { folderFetcher, folderPages } from '../src/crawl/folder-fetcher.ts';
import { feedSource } from '../src/feed/feed-source.ts';
import { isolatedProcess } from '../src/isolation/isolated-process.ts';
import { oaiSource } from '../src/oai/oai-source.ts';
import { localFetcher } from './crawl.fixture.ts';
import { type Repository, repository, stampOf } from './repository.fixture.ts';
import { describeSource } from './source-conformance.ts';
import { page, type Website, website } from './website.fixture.ts';

const canonical = '<link rel="canonical" href="a.html">';
const pages: Record<string, string> = {
  'index.html': page('Home', 'Welcome', ['a.html', 'b.html', 'missing.html', 'https://elsewhere.example/']),
  'a.html': page('A', 'First', ['c.html', 'copy.html', 'd.html']),
  'b.html': page('B', 'Second', ['d.html#x', 'variant.html']),
  'c.html': page('C', 'Third', ['index.html'], '<meta name="robots" content="noindex">'),
  'copy.html': page('A', 'First'),
  'd.html': page('D', 'Fourth'),
  'variant.html': page('Variant', 'Variant of A', [], canonical),
};

const isolated = isolatedProcess();
let site: Website;
let folder: string;
let archive: Repository;
beforeAll(async () => {
  archive = await repository();
  for (const i of [1, 2, 3])
    archive.records.set(`oai:${i}`, {
      title: `Title ${i}`,
      stamp: stampOf(i),
      elements: '<dc:description>Text</dc:description>',
    });
  folder = await mkdtemp(join(tmpdir(), 'site-'));
  site = await website();
  for (const [name, content] of Object.entries(pages)) {
    await writeFile(join(folder, name), content);
    site.pages.set(`/${name}`.replace('/index.html', '/'), content);
  }
  const items = ['a', 'b', 'c'].map(
    (name) => `<item><title>${name}</title><link>/${name}</link><description>Text</description></item>`,
  );
  site.pages.set(
    '/feed.xml',
    `<rss version="2.0"><channel><title>News</title>${items.join('')}</channel></rss>`,
  );
});
afterAll(async () => {
  await Promise.all([site.close(), archive.close()]);
  await rm(folder, { recursive: true });
  isolated.close();
});

describeSource('website', async () =>
  crawler({ starts: [`${site.url}/`], fetcher: localFetcher(), delayMs: 0 }),
);

describeSource('folder', async () => {
  const base = 'https://example.org/';
  return crawler({
    starts: [],
    listed: await folderPages(folder, base),
    fetcher: folderFetcher(folder, base),
    delayMs: 0,
  });
});

describeSource('feed', async () =>
  feedSource({ address: `${site.url}/feed.xml`, fetcher: localFetcher(), isolated }),
);

describeSource('OAI-PMH repository', async () =>
  oaiSource({ address: archive.url, fetcher: localFetcher(), isolated }),
);
